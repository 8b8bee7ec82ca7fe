/** Opens the database, and the service, for a command. */
import { type Config, databasesOf } from '../../config/config.ts';
import { createEncryption, type Encryption } from '../../core/store/encryption.ts';
import { openStore, type Store } from '../../core/store/store.ts';
import { createUpstreamHttp, type UpstreamHttp } from '../../upstream/http.ts';
import type { Flow } from '../../upstream/write-kinds.ts';

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
 * @param adapt rewrites responses. @default they stay as they come
 */
export async function withService<T>(
  { UPSTREAM_URL: baseUrl }: Config,
  { apiKey, adapt }: { apiKey: string; adapt?: Parameters<typeof createUpstreamHttp>[0]['adapt'] },
  work: (http: UpstreamHttp) => Promise<T>,
): Promise<T> {
  const http = createUpstreamHttp({ baseUrl, apiKey, connections: 1, ...(adapt && { adapt }) });
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}
