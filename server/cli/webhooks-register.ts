/**
 * `npm run webhooks:register [-- --again]`: registers PUBLIC_URL/webhooks with each configured API key, and stores the
 * signing secret encrypted. It never prints a secret.
 */
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import { createEncryption } from '../store/encryption.ts';
import { openStore } from '../store/store.ts';
import { createAssumptions } from '../upstream/assumptions/assumptions.ts';
import { createUpstreamHttp } from '../upstream/http.ts';
import type { Flow } from '../upstream/write-kinds.ts';
import { webhookPath } from '../webhooks/receive.ts';
import { createWebhookSecrets } from '../webhooks/secrets.ts';
import { type Registered, registerEndpoint } from './register-endpoint.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs the command.
 * @param args `--again` registers once more, and the secrets of both registrations are accepted
 * @returns the exit code: 1 if a registration failed
 * @throws UpstreamError if the configuration cannot be read; ZodError if it does not fit its schema
 * @throws TypeError if an argument is unknown
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export async function webhooksRegister(
  env: NodeJS.ProcessEnv,
  args: string[],
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args, options: { again: { type: 'boolean', default: false } } });
  const config = readConfig(env);
  const assumptions = createAssumptions(config.assumptions);
  const callbackUrl = config.publicUrl + webhookPath;
  if (callbackUrl.startsWith('http:') && config.upstreamUrl.startsWith('https:')) {
    print(`Not registered: the service sends events only over https, and PUBLIC_URL is ${config.publicUrl}.`);
    return 1;
  }

  const store = await openStore(config);
  try {
    const encryption = createEncryption(config.storeKeys, store.separateKeys);
    const secrets = createWebhookSecrets({ store, encryption, configured: [], now: Date.now });
    let failed = false;
    for (const [flow, apiKey] of keysOf(config)) {
      const http = createUpstreamHttp({
        baseUrl: config.upstreamUrl,
        apiKey,
        timeoutMs: config.upstreamTimeoutMs,
        connections: 1,
      });
      try {
        const registered = await registerEndpoint({
          assumptions,
          flow,
          callbackUrl,
          again: values.again,
          store,
          encryption,
          secrets,
          http,
          settings: config.writes,
        });
        print(`${keyNames[flow]}: ${inWords(registered, callbackUrl)}`);
        failed ||= registered.state !== 'registered' && registered.state !== 'stood_already';
      } finally {
        await http.close();
      }
    }
    return failed ? 1 : 0;
  } finally {
    await store.close();
  }
}

const keyNames: Record<Flow, string> = { full_api: 'UPSTREAM_API_KEY', co_branded: 'HANDOFF_API_KEY' };

function keysOf({ upstreamApiKey, handoff }: Config): [Flow, string][] {
  return [
    ...(upstreamApiKey ? ([['full_api', upstreamApiKey]] as [Flow, string][]) : []),
    ...(handoff ? ([['co_branded', handoff.apiKey]] as [Flow, string][]) : []),
  ];
}

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

if (import.meta.main) await runCommand(webhooksRegister);
