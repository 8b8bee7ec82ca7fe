/** `dx-booking webhooks list`: the addresses that were registered from this database, without their secrets. */
import { readConfig } from '../config/config.ts';
import { createEncryption } from '../store/encryption.ts';
import { openStore } from '../store/store.ts';
import { createWebhookSecrets } from '../webhooks/secrets.ts';

/**
 * Prints the registrations, newest first.
 * @returns the exit code
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export async function webhooksList(
  env: NodeJS.ProcessEnv,
  options: { json: boolean },
  print: (line: string) => void,
): Promise<number> {
  const config = readConfig(env);
  const store = await openStore(config);
  try {
    const encryption = createEncryption(config.storeKeys, store.separateKeys);
    const secrets = createWebhookSecrets({ store, encryption, configured: [], now: Date.now });
    const registered = (await secrets.registered()).map(({ writeId, callbackUrl, createdAt }) => ({
      id: writeId,
      callback_url: callbackUrl,
      registered_at: new Date(createdAt).toISOString(),
    }));
    if (options.json) print(JSON.stringify(registered));
    else for (const one of registered) print(`${one.id}  ${one.registered_at}  ${one.callback_url}`);
    return 0;
  } finally {
    await store.close();
  }
}
