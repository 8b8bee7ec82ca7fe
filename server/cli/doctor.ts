/**
 * `npm run doctor`: checks an installation: settings, hooks, store, sign-in, API keys, webhooks and receivers of
 * events. Exit code 1 if it finds a fault. It sends only reads to the service.
 */
import { parseArgs } from 'node:util';
import { type Config, readSettings, tellFaults } from '../config/config.ts';
import { readHookSettings } from '../config/hook-settings.ts';
import { loadHooks } from '../config/load-hooks.ts';
import { createSettingsCheck } from '../config/requirements.ts';
import { placeOf } from '../store/encrypted-column.ts';
import { createEncryption } from '../store/encryption.ts';
import { openStore } from '../store/store.ts';
import { createUpstreamHttp } from '../upstream/http.ts';
import { webhookKey } from '../upstream/webhooks/signing-key.ts';
import { createWebhookSecrets } from '../webhooks/secrets.ts';
import { examineEvents } from './examine-events.ts';
import { examineHooks } from './examine-hooks.ts';
import { examineKey } from './examine-key.ts';
import { examineProxy, examineSignOut, examineSubjectKeys } from './examine-sign-in.ts';
import { examineWebhooks, type KnownSecrets } from './examine-webhooks.ts';
import { type Finding, fault, ok, reportJson, reportText } from './finding.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs the command.
 * @param args `--json` prints the findings as one JSON document
 * @param print writes one line of the report
 * @returns the exit code: 1 if there is a fault
 * @throws TypeError if an argument is unknown
 */
export async function doctor(
  env: NodeJS.ProcessEnv,
  args: string[],
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const report = values.json ? reportJson : reportText;
  const settings = readSettings(env);
  const loaded = await loadHooks(env);
  const hooks =
    'faults' in loaded
      ? loaded.faults.map((text) => fault(`${text}.`))
      : [ok(`The hooks can be loaded: ${Object.keys(loaded.hooks).join(', ')}.`)];
  if ('faults' in settings) return report([fault(tellFaults(settings.faults)), ...hooks], print);
  const { config } = settings;
  const findings: Finding[] = [ok('The settings can be read.'), ...hooks];
  const hookSettings = readHookSettings(env);
  if ('endpoint' in hookSettings && hookSettings.endpoint)
    findings.push(...(await examineHooks(hookSettings.endpoint)));
  const { finding, secrets } = await examineStore(config);
  findings.push(finding);
  findings.push(examineSignOut(config), ...examineProxy(config));
  const checkedByHook = 'hooks' in loaded && Boolean(loaded.hooks.verifySubject);
  if (config.subject && !checkedByHook) findings.push(await examineSubjectKeys(config.subject.jwksUrl));
  for (const [name, flow, apiKey] of [
    ['UPSTREAM_API_KEY', 'full_api', config.upstreamApiKey],
    ['HANDOFF_API_KEY', 'co_branded', config.handoff?.apiKey ?? null],
  ] as const) {
    if (apiKey === null) continue;
    const http = createUpstreamHttp({
      baseUrl: config.upstreamUrl,
      apiKey,
      timeoutMs: config.upstreamTimeoutMs,
      connections: 1,
    });
    const missing = 'hooks' in loaded ? createSettingsCheck(flow, config, loaded.hooks) : null;
    const { upstreamEnvironment: environment, assumptions } = config;
    findings.push(...(await examineKey({ name, http, environment, missing, assumptions })));
    await http.close();
  }
  findings.push(...(await examineWebhooks(config.publicUrl, secrets)));
  findings.push(...(await examineEvents(config.events.urls)));
  return report(findings, print);
}

const none: KnownSecrets = { usable: 0, unusable: 0 };

/** Opens the store and decrypts the webhook secrets and the latest journey. */
async function examineStore(config: Config): Promise<{ finding: Finding; secrets: KnownSecrets }> {
  const kind = config.databaseUrl ? 'PostgreSQL' : 'SQLite';
  try {
    const store = await openStore(config);
    try {
      const encryption = createEncryption(config.storeKeys, store.separateKeys);
      const configured = config.webhookSecrets;
      const secrets = await createWebhookSecrets({ store, encryption, configured, now: Date.now }).all();
      const { secretEncoding } = config.assumptions.webhook;
      const usable = secrets.filter((secret) => webhookKey(secret, secretEncoding) !== null);
      const last = await store.db
        .selectFrom('journeys')
        .selectAll()
        .orderBy('updated_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last)
        await encryption.decryptBytes(
          store.db,
          placeOf('journeys', 'body', last),
          Buffer.from(last.body, 'base64url'),
        );
      return {
        finding: ok(`The store (${kind}) can be opened, and STORE_KEYS decrypt its content.`),
        secrets: { usable: usable.length, unusable: secrets.length - usable.length },
      };
    } catch {
      return {
        finding: fault(`The store (${kind}) can be opened, but STORE_KEYS do not decrypt its content.`),
        secrets: none,
      };
    } finally {
      await store.close();
    }
  } catch {
    return { finding: fault(`The store (${kind}) cannot be opened.`), secrets: none };
  }
}

if (import.meta.main) await runCommand(doctor);
