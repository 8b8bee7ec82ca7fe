/**
 * `dx-booking doctor`: checks an installation: settings, hooks, store, sign-in, API keys, webhooks and receivers of
 * events. Exit code 1 if it finds a fault. It sends only reads to the service.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { createWebhookSecrets } from '../../booking/webhooks/secrets.ts';
import { type Config, readSettings, tellFaults } from '../../config/config.ts';
import { loadAdapter } from '../../config/load-adapter.ts';
import { loadHooks, readHookSettings } from '../../config/load-hooks.ts';
import { createSettingsCheck } from '../../config/requirements.ts';
import { StoreNotReady } from '../../core/errors.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import { standardWebhookHeaders } from '../../core/standard-webhooks.ts';
import { ofServer } from '../../core/store/customer-keys.ts';
import { placeOf } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import { storeFault } from '../../core/store/store-fault.ts';
import { createAdaptAnswer } from '../../upstream/adapter.ts';
import { prefixOf } from '../../upstream/api-key.ts';
import { webhookKey } from '../../upstream/webhooks/signing-key.ts';
import { examineDatabase } from './examine-database.ts';
import { examineHooks } from './examine-hooks.ts';
import { examineKey } from './examine-key.ts';
import { examineProxy, examineSignOut, examineSubjectKeys } from './examine-sign-in.ts';
import { examineWebhooks, type KnownSecrets } from './examine-webhooks.ts';
import { type Finding, fault, ok, reportJson, reportText, warning } from './finding.ts';
import type { Subcommand } from './run-command.ts';
import { apiKeysOf, withDatabase, withService } from './with-database.ts';

/**
 * Runs the command.
 * @param options.json prints the findings as one JSON document. @default false
 * @param print writes one line of the report
 * @returns the exit code: 1 if there is a fault
 */
export const doctor: Subcommand<{ json?: boolean }> = async (env, { json = false }, print) => {
  const report = json ? reportJson : reportText;
  const settings = readSettings(env);
  const loaded = await loadHooks(env);
  const hooks =
    'faults' in loaded
      ? loaded.faults.map((text) => fault(`${text}.`))
      : [ok(`The hooks can be loaded: ${Object.keys(loaded.hooks).join(', ')}.`)];
  const adapted = await loadAdapter(env);
  const adapter = examineAdapter(adapted);
  if ('faults' in settings) return report([fault(tellFaults(settings.faults)), ...hooks, ...adapter], print);
  const { config } = settings;
  const findings: Finding[] = [ok('The settings can be read.'), ...hooks, ...adapter];
  const hookSettings = readHookSettings(env);
  if ('endpoint' in hookSettings && hookSettings.endpoint)
    findings.push(...(await examineHooks(hookSettings.endpoint)));
  const { findings: ofStore, secrets } = await examineStore(config);
  findings.push(...ofStore);
  findings.push(examineSignOut(config), ...examineProxy(config));
  if (config.SUBJECT_JWKS_URL) findings.push(await examineSubjectKeys(config.SUBJECT_JWKS_URL));
  const keys = apiKeysOf(config);
  for (const { name, flow, apiKey } of keys) {
    const adapt = createAdaptAnswer('adapter' in adapted ? adapted.adapter : {}, (route, error) => {
      const { error_class } = describeError(error);
      findings.push(fault(`The function of ADAPTER_MODULE for "${route}" threw ${error_class}.`));
    });
    const missing = 'hooks' in loaded ? createSettingsCheck(flow, config, loaded.hooks) : null;
    const { UPSTREAM_ENVIRONMENT: environment = null, ASSUMPTIONS_FILE: assumptions } = config;
    const ofKey = await withService(config, { apiKey, adapt }, (http) =>
      examineKey({ name, flow, http, environment, missing, assumptions }),
    );
    findings.push(...ofKey);
  }
  const registrable = config.WEBHOOK_SECRETS.length > 0 ? [] : keys;
  const inForce = registrable.map(({ name, apiKey }) => ({ setting: name, prefix: prefixOf(apiKey) }));
  findings.push(...(await examineWebhooks(config.PUBLIC_URL, secrets, inForce)));
  findings.push(...(await examineEvents(config.EVENTS_URL)));
  return report(findings, print);
};

function examineAdapter(loaded: Awaited<ReturnType<typeof loadAdapter>>): Finding[] {
  if ('faults' in loaded) return loaded.faults.map((text) => fault(`${text}.`));
  const routes = Object.keys(loaded.adapter);
  return routes.length > 0 ? [ok(`The adapter rewrites responses of ${routes.join(', ')}.`)] : [];
}

const none: KnownSecrets = { usable: 0, unusable: 0, registered: [] };

/** Opens the store, checks the database, and decrypts the server's data key, the webhook secrets and the latest journey. */
async function examineStore(config: Config): Promise<{ findings: Finding[]; secrets: KnownSecrets }> {
  try {
    return await withDatabase(config, async ({ store, encryption }) => {
      const secrets = await decryptSome(config, store, encryption);
      const kind = config.DATABASE_URL ? 'PostgreSQL' : 'SQLite';
      const message = `The store (${kind}) can be opened, and STORE_KEYS decrypt its content.`;
      return { findings: [ok(message), ...(await examineDatabase(store))], secrets };
    });
  } catch (error) {
    if (error instanceof StoreNotReady) return { findings: [warning(error.message)], secrets: none };
    const message = storeFault(error);
    if (message === null) throw error;
    return { findings: [fault(message)], secrets: none };
  }
}

async function decryptSome(config: Config, store: Store, encryption: Encryption): Promise<KnownSecrets> {
  await encryption.customerKeys.forReading(store.db, ofServer);
  const configured = config.WEBHOOK_SECRETS;
  const known = createWebhookSecrets({ store, encryption, configured, now: Date.now });
  const secrets = await known.all();
  const { secretEncoding } = config.ASSUMPTIONS_FILE.webhook;
  const usable = secrets.filter((secret) => webhookKey(secret, secretEncoding) !== null).length;
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
  return { usable, unusable: secrets.length - usable, registered: await known.registered() };
}

const timeoutMs = 10_000;

/**
 * Checks the receivers of events: whether each address responds, and refuses a request with a wrong signature.
 * @param urls EVENTS_URL
 * @returns one finding for each address
 */
const examineEvents = (urls: readonly string[]): Promise<Finding[]> => Promise.all(urls.map(reach));

/** Sends a request that no right receiver accepts: under a random key, and with a timestamp of 1970. */
async function reach(url: string): Promise<Finding> {
  // A path or a query may hold a secret of the receiver.
  const { origin } = new URL(url);
  const id = 'evt_doctor';
  const body = JSON.stringify({ id, type: 'doctor.check', timestamp: new Date(0).toISOString(), data: {} });
  try {
    const response = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...standardWebhookHeaders({ id, body }, [randomBytes(32)], 0),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body.dump();
    return findingOf(origin, response.statusCode);
  } catch {
    return fault(
      `EVENTS_URL at ${origin} does not respond: events wait, and are parked after about three days.`,
    );
  }
}

function findingOf(origin: string, status: number): Finding {
  const at = `EVENTS_URL at ${origin}`;
  if (status >= 200 && status < 300)
    return warning(
      `${at} accepts an event with a wrong signature: verify each signature with EVENTS_SECRET (server/events.md).`,
    );
  if (status === 404 || status === 405)
    return fault(`${at} responds with ${status}: its path does not accept POST requests.`);
  if (status >= 300 && status < 400)
    return fault(
      `${at} responds with a redirect (${status}), and the server follows none: set its final address.`,
    );
  if (status >= 500) return fault(`${at} responds with ${status}: it cannot receive events.`);
  return ok(`${at} responds, and refuses an event with a wrong signature.`);
}
