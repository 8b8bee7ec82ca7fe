/**
 * `dx-booking webhooks delete ID`: deletes the stored secret of one registration, so that the server refuses its
 * deliveries. The API of the service has no request that ends a registration.
 */
import { readConfig } from '../config/config.ts';
import { createEncryption } from '../store/encryption.ts';
import { openStore } from '../store/store.ts';
import { createWebhookSecrets } from '../webhooks/secrets.ts';
import { CommandError } from './command-error.ts';

/**
 * Deletes the secret of a registration, and the response that contained it.
 * @param id as `webhooks list` shows it
 * @returns the exit code
 * @throws CommandError if there is no such registration
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export async function webhooksDelete(
  env: NodeJS.ProcessEnv,
  { id, json }: { id: string; json: boolean },
  print: (line: string) => void,
): Promise<number> {
  const config = readConfig(env);
  const store = await openStore(config);
  try {
    const encryption = createEncryption(config.storeKeys, store.separateKeys);
    const secrets = createWebhookSecrets({ store, encryption, configured: [], now: Date.now });
    const registered = await secrets.registered();
    const found = registered.find(({ writeId }) => writeId === id);
    if (!found)
      throw new CommandError(`No registration has the id ${id}. dx-booking webhooks list shows the ids.`);
    await secrets.forget(id);
    const left = registered.length - 1;
    if (json) print(JSON.stringify({ id, callback_url: found.callbackUrl, secrets_left: left }));
    else {
      print(`Deleted the secret of ${found.callbackUrl}. The server refuses deliveries signed with it.`);
      print('The service still sends them: its API cannot end a registration. Ask the service to end it.');
      if (left === 0) print('No other registration is stored. Run dx-booking webhooks register.');
    }
    return 0;
  } finally {
    await store.close();
  }
}
