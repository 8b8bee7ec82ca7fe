/**
 * `npm run webhooks:register [-- --again]`: registers PUBLIC_URL/webhooks under each key that is set, and keeps the
 * signing secret in the store, sealed. It prints no secret, whatever happens.
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

/** Resolves with the exit code. */
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
    print(`Not registered: the service calls back over https alone, and PUBLIC_URL is ${config.publicUrl}.`);
    return 1;
  }

  const store = await openStore(config);
  try {
    const encryption = createEncryption(config.storeKeys);
    const secrets = createWebhookSecrets({ store, encryption, configured: [], now: Date.now });
    let failed = false;
    for (const [flow, apiKey] of keysOf(config)) {
      const http = createUpstreamHttp({
        baseUrl: config.upstreamUrl,
        apiKey,
        timeoutMs: config.upstreamTimeoutMs,
        connections: 1,
      });
      const settings = config.writes;
      const needs = {
        assumptions,
        flow,
        callbackUrl,
        again: values.again,
        store,
        encryption,
        secrets,
        http,
        settings,
      };
      try {
        const came = await registerEndpoint(needs);
        print(`${keyNames[flow]}: ${inWords(came, callbackUrl)}`);
        failed ||= came.state !== 'registered' && came.state !== 'stood_already';
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
      return `${callbackUrl} is registered for ${came.events} types of events, ${came.evidence ? 'those of partner evidence among them' : 'none of partner evidence: no branch of this key has any'}. The signing secret is in the store, sealed.`;
    case 'stood_already':
      return `${callbackUrl} was registered on ${new Date(came.atMs).toISOString()}, and its secret is in the store. To register once more, and accept both secrets: --again.`;
    case 'secret_not_found':
      return `FAILED. The service registered ${callbackUrl}${came.endpointId ? ` as ${came.endpointId}` : ''}, but no field of its answer, or more than one, goes by a name of webhook.secretKeys. The answer is kept, sealed: set that entry in ASSUMPTIONS_FILE and run this again.`;
    case 'secret_unusable':
      return `FAILED. The service registered ${callbackUrl}, but its signing secret does not decode to 16 bytes or more as webhook.secretEncoding says. The answer is kept, encrypted: set that entry in ASSUMPTIONS_FILE and run this again.`;
    case 'refused':
      return `FAILED. The service refused with ${came.status}${came.code ? ` ${came.code}` : ''}${came.requestId ? ` (request ${came.requestId})` : ''}.`;
    case 'unanswered':
      return 'FAILED. The service has not answered. Run this again: it sends the same once more, under the same key.';
  }
}

if (import.meta.main) await runCommand(webhooksRegister);
