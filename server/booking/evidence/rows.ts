/** Evidence in the database. */
import type { Kysely } from 'kysely';
import type { Encryption } from '../../core/store/encryption.ts';
import { noLease } from '../../core/store/lease-columns.ts';
import { createRecords } from '../../core/store/record.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import type { Store } from '../../core/store/store.ts';
import type { EvidenceRow, Tables } from '../../core/store/tables.ts';
import { type EvidencePhase, type EvidenceState, storedEvidence } from './evidence-state.ts';

/** Evidence as it was read from the database. */
export interface ReadEvidence {
  state: EvidenceState;
  /** Pass it to `update`. */
  version: number;
}
/** The evidence in the database, as {@link createEvidenceRows} creates it. */
export type Rows = ReturnType<typeof createEvidenceRows>;

const waiting = ['creating', 'transferring', 'renewing', 'completing'] as const;

const concluded: readonly string[] = ['accepted', 'refused'] satisfies EvidencePhase[];
/** The phases in which the server waits before its next request. */
const paused: readonly string[] = ['transferring', 'processing'] satisfies EvidencePhase[];

/** Describes stored evidence, for erasure, retention, exports and support. */
export const evidenceRecords = recordKind({
  table: 'evidence',
  kind: 'evidence',
  columns: { body: { schema: storedEvidence } },
  id: 'id',
  age: 'updated_at',
  exported: ['id', 'owner_id', 'upstream_id', 'phase', 'updated_at'],
  owners: ['owner_id'],
  names: ['id', 'upstream_id'],
  underWay: {
    message: 'The service has not accepted or refused a document yet.',
    holds: ({ row }) => !concluded.includes(row.phase),
  },
  pause: { work: 'document', isWaiting: ({ row }) => paused.includes(row.phase) },
  support: {
    list: 'documents',
    summary: ({ row }) => ({
      id: row.id,
      owner_id: row.owner_id,
      phase: row.phase,
      tries: row.attempts,
      updated_at: isoTime(row.updated_at),
    }),
  },
});

/** Creates the stored evidence over the database. @param now milliseconds since the epoch */
export function createEvidenceRows(store: Store, encryption: Encryption, now: () => number) {
  const { db } = store;
  const records = createRecords(store, encryption, {
    table: 'evidence',
    schema: storedEvidence,
    revision: 'version',
    placeOf: ({ id, customerId }) => ({ id, customer_id: customerId }),
  });
  const dueNow = () => ({ ...noLease, due_at: now(), updated_at: now() });
  const opened = async (row: EvidenceRow): Promise<ReadEvidence> => ({
    state: await records.open(row),
    version: row.version,
  });
  async function find(column: 'id' | 'upstream_id', value: string): Promise<ReadEvidence | null> {
    const row = await db.selectFrom('evidence').selectAll().where(column, '=', value).executeTakeFirst();
    return row ? opened(row) : null;
  }

  return {
    /** Decrypts a row. */
    opened,
    read: (id: string) => find('id', id),
    byUpstreamId: (id: string) => find('upstream_id', id),

    /** The owner's records, the latest change first. */
    ofOwner: (ownerId: string) => records.loadAll({ owner_id: ownerId }),

    /** Ids of the documents whose bytes the upstream still waits for. */
    async documentsUnderWay(): Promise<string[]> {
      const underWay = await records.loadAll({ phase: waiting });
      return underWay.map(({ documentId }) => documentId);
    },

    insert: (trx: Kysely<Tables>, state: EvidenceState): Promise<void> =>
      records.insert(trx, state, { owner_id: state.ownerId, phase: state.phase, ...dueNow() }),

    /**
     * Stores the state and ends any lease. @param version the one from which `state` was computed. @throws Conflict if
     * the evidence has changed since then
     */
    update: (trx: Kysely<Tables>, state: EvidenceState, version: number): Promise<void> =>
      records.update(trx, state, version, {
        phase: state.phase,
        upstream_id: state.record?.id ?? null,
        ...dueNow(),
      }),
  };
}
