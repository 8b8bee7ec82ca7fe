/** Opens the database, and the service, for a command. */
import { type Config, databasesOf } from '../../config/config.ts';
import { loadAdapter } from '../../config/load-adapter.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import { createEncryption, type Encryption } from '../../core/store/encryption.ts';
import { openStore, type Store } from '../../core/store/store.ts';
import { type AdaptAnswer, createAdaptAnswer } from '../../upstream/adapter.ts';
import { createUpstreamHttp, type UpstreamHttp } from '../../upstream/http.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import { CommandError } from './command-error.ts';
import { withoutControls } from './run-command.ts';

/** The log of a command about the service: what an operator has to know is on stderr. */
export const serviceLog: Log = (event, fields) => {
  if (event === 'upstream.unreadable' || event === 'upstream.adapter_failed')
    process.stderr.write(`${withoutControls(`${event} ${JSON.stringify(fields)}`)}\n`);
};

/** Runs `work` on the database of the settings, and closes it. @throws Error if the database cannot be opened */
export async function withDatabase<T>(
  config: Config,
  work: (opened: { store: Store; encryption: Encryption }) => Promise<T>,
): Promise<T> {
  const store = await openStore({ ...databasesOf(config), mustExist: true });
  try {
    const encryption = createEncryption(config.STORE_KEYS, store.separateKeys);
    return await work({ store, encryption });
  } finally {
    await store.close();
  }
}

/** An API key, and the setting that holds it. */
interface NamedKey {
  name: 'UPSTREAM_API_KEY' | 'HANDOFF_API_KEY';
  flow: Flow;
  apiKey: string;
}

/** Lists the API keys of the settings. */
export const apiKeysOf = ({ UPSTREAM_API_KEY, HANDOFF_API_KEY }: Config): NamedKey[] => [
  ...(UPSTREAM_API_KEY
    ? [{ name: 'UPSTREAM_API_KEY', flow: 'full_api', apiKey: UPSTREAM_API_KEY } as const]
    : []),
  ...(HANDOFF_API_KEY
    ? [{ name: 'HANDOFF_API_KEY', flow: 'co_branded', apiKey: HANDOFF_API_KEY } as const]
    : []),
];

/**
 * Runs `work` with a client of the service, and closes it.
 * @param adapt rewrites responses. @default the functions of ADAPTER_MODULE
 * @throws CommandError if ADAPTER_MODULE cannot be used
 */
export async function withService<T>(
  config: Config,
  { apiKey, adapt }: { apiKey: string; adapt?: AdaptAnswer },
  work: (http: UpstreamHttp) => Promise<T>,
): Promise<T> {
  const http = createUpstreamHttp({
    baseUrl: config.UPSTREAM_URL,
    apiKey,
    connections: 1,
    adapt: adapt ?? (await openAdapter(config)),
  });
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}

async function openAdapter(config: Config): Promise<AdaptAnswer> {
  const loaded = await loadAdapter({ ADAPTER_MODULE: config.ADAPTER_MODULE });
  if ('faults' in loaded) throw new CommandError(loaded.faults.map((text) => `${text}.`).join('\n'));
  return createAdaptAnswer(loaded.adapter, (route, error) =>
    serviceLog('upstream.adapter_failed', { route, ...describeError(error) }),
  );
}
