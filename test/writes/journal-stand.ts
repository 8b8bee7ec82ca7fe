/** A write journal for tests: a real store, a real connection, waits of milliseconds, and what it logged. */
import { onTestFinished } from 'vitest';
import { createLog } from '../../server/http/log.ts';
import type { Seal } from '../../server/store/sealing.ts';
import type { Store } from '../../server/store/store.ts';
import { createWriteJournal, type WriteJournal } from '../../server/writes/journal.ts';
import type { LogicalWrite } from '../../server/writes/write.ts';
import { newSeal } from '../store/sealed.ts';
import { newTestStore, type StoreKind } from '../store/test-stores.ts';
import { type Answer, scriptedServer, success } from '../upstream/scripted-server.ts';
import { upstreamHttp } from '../upstream/upstream-stand.ts';
import { identityAnswer, saveIdentity } from './save-identity.ts';

/** The service saved the identity. */
export const saved = success(identityAnswer, 201);

export interface Stand {
  journal: WriteJournal;
  store: Store;
  seal: Seal;
  /** Every line logged so far. */
  logged: { event: string; [field: string]: unknown }[];
  /** Commits a write, as a room would. */
  commit(write?: LogicalWrite, ownerId?: string): Promise<string>;
  row(id: string): Promise<Awaited<ReturnType<typeof readRow>>>;
}

type Options = Parameters<typeof createWriteJournal<'full_api'>>[0];

export function journalStand(
  store: Store,
  url: string,
  over: Partial<Omit<Options, 'settings' | 'flow'>> & {
    settings?: Partial<Options['settings']>;
    apiKey?: string;
    timeoutMs?: number;
  } = {},
): Stand {
  const { settings, apiKey = 'prefix.secret', timeoutMs = 2_000, ...rest } = over;
  const seal = over.seal ?? newSeal();
  const logged: Stand['logged'] = [];
  const journal = createWriteJournal({
    flow: 'full_api',
    store,
    seal,
    http: upstreamHttp(url, { apiKey, timeoutMs }),
    log: createLog('trace', {
      write: (line) => void logged.push(JSON.parse(line) as Stand['logged'][number]),
    }),
    ...rest,
    settings: {
      leaseMs: 5_000,
      retryLimit: 6,
      retryBaseMs: 10,
      retryCapMs: 40,
      ...settings,
    },
  });
  onTestFinished(() => journal.stop());
  return {
    journal,
    store,
    seal,
    logged,
    async commit(write = saveIdentity(), ownerId = 'journey-1') {
      const enlisted = await journal.prepare(ownerId, write);
      await store.transaction((trx) => enlisted.enlist(trx));
      return enlisted.id;
    },
    row: (id) => readRow(store, id),
  };
}

/** The same over an upstream that answers as told. */
export async function scriptedStand(
  kind: StoreKind,
  script: Answer[],
  over: Parameters<typeof journalStand>[2] = {},
): Promise<Stand & Awaited<ReturnType<typeof scriptedServer>>> {
  const server = await scriptedServer(...script);
  return { ...journalStand(await newTestStore(kind), server.url, over), ...server };
}

const readRow = (store: Store, id: string) =>
  store.db.selectFrom('writes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Polls until `holds` says so. */
export async function eventually(holds: () => boolean | Promise<boolean>, limitMs = 8_000): Promise<void> {
  const endsAt = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > endsAt) throw new Error('it did not come to be in time');
    await new Promise((done) => setTimeout(done, 20));
  }
}
