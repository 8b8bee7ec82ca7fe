/**
 * `dx-booking webhooks register|list|delete`: registers PUBLIC_URL/webhooks with each configured API key, stores the
 * signing secrets encrypted, lists them and deletes them. It never prints a secret.
 */
import { webhookPath } from '../../booking/webhooks/receive.ts';
import { createWebhookSecrets } from '../../booking/webhooks/secrets.ts';
import { readConfig } from '../../config/config.ts';
import { prefixOf } from '../../upstream/api-key.ts';
import { createAssumptions } from '../../upstream/assumptions/assumptions.ts';
import { CommandError } from './command-error.ts';
import { type Registered, registerEndpoint } from './register-endpoint.ts';
import type { Subcommand } from './run-command.ts';
import { apiKeysOf, withDatabase, withService } from './with-database.ts';

/**
 * Runs the command.
 * @param options.again registers once more, and the server accepts the secrets of both registrations. @default false
 * @returns the exit code: 1 if a registration failed
 * @throws UpstreamError if the configuration cannot be read; ZodError if it lacks what the server needs
 * @throws CommandError if ADAPTER_MODULE cannot be used
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const webhooksRegister: Subcommand<{ again?: boolean }> = async (env, { again = false }, print) => {
  const config = readConfig(env);
  const assumptions = createAssumptions(config.ASSUMPTIONS_FILE);
  const callbackUrl = config.PUBLIC_URL + webhookPath;
  if (callbackUrl.startsWith('http:') && config.UPSTREAM_URL.startsWith('https:')) {
    print(
      `Not registered: the service sends events only over https, and PUBLIC_URL is ${config.PUBLIC_URL}.`,
    );
    return 1;
  }

  return withDatabase(config, async ({ store, encryption }) => {
    const secrets = createWebhookSecrets({ store, encryption, configured: [], now: Date.now });
    let failed = false;
    for (const { name, flow, apiKey } of apiKeysOf(config)) {
      const common = { assumptions, flow, callbackUrl, keyPrefix: prefixOf(apiKey), again };
      const registered = await withService(config, { apiKey }, (http) =>
        registerEndpoint({ ...common, store, encryption, secrets, http }),
      );
      print(`${name}: ${inWords(registered, callbackUrl)}`);
      failed ||= registered.state !== 'registered' && registered.state !== 'stood_already';
    }
    return failed ? 1 : 0;
  });
};

function inWords(came: Registered, callbackUrl: string): string {
  switch (came.state) {
    case 'registered':
      return `${callbackUrl} is registered for ${came.events} event types, ${came.evidence ? 'including partner evidence' : 'without partner evidence, which no branch of this key uses'}. The signing secret is stored encrypted.`;
    case 'stood_already':
      return `${callbackUrl} was registered on ${new Date(came.atMs).toISOString()}, and its secret is stored. To register again and accept both secrets, use --again.`;
    case 'secret_not_found':
      return `FAILED. The service registered ${callbackUrl}${came.endpointId ? ` as ${came.endpointId}` : ''}, but its response has no field, or several, with a name in webhook.secretKeys. The response is stored encrypted: set that entry in ASSUMPTIONS_FILE and run this command again.`;
    case 'secret_unusable':
      return `FAILED. The service registered ${callbackUrl}, but its signing secret does not decode to 16 bytes or more as webhook.secretEncoding. The response is stored encrypted: set that entry in ASSUMPTIONS_FILE and run this command again.`;
    case 'refused':
      return `FAILED. The service responded with ${came.status}${came.code ? ` ${came.code}` : ''}${came.requestId ? ` (request ${came.requestId})` : ''}.`;
    case 'unanswered':
      return 'FAILED. The service has not responded. Run this command again: it repeats the request with the same idempotency key.';
  }
}

/**
 * `webhooks delete`: deletes the secret of a registration and the response that contained it, so that the server refuses
 * its deliveries. The API of the service has no request that ends a registration.
 * @param id as `webhooks list` shows it
 * @returns the exit code
 * @throws CommandError if there is no such registration
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const webhooksDelete: Subcommand<{ id: string; json?: boolean }> = (
  env,
  { id, json = false },
  print,
) =>
  withDatabase(readConfig(env), async ({ store, encryption }) => {
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
  });

/**
 * `webhooks list`: prints the addresses that were registered from this database, newest first, with the prefix of the API
 * key of each and without their secrets.
 * @returns the exit code
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const webhooksList: Subcommand<{ json?: boolean }> = (env, { json = false }, print) =>
  withDatabase(readConfig(env), async ({ store, encryption }) => {
    const secrets = createWebhookSecrets({ store, encryption, configured: [], now: Date.now });
    const registered = (await secrets.registered()).map(({ writeId, callbackUrl, keyPrefix, createdAt }) => ({
      id: writeId,
      callback_url: callbackUrl,
      api_key: keyPrefix,
      registered_at: new Date(createdAt).toISOString(),
    }));
    if (json) print(JSON.stringify(registered));
    else
      for (const one of registered)
        print(`${one.id}  ${one.registered_at}  ${one.api_key}.…  ${one.callback_url}`);
    return 0;
  });
