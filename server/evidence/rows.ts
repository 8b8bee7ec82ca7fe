/** Evidence in the database. */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { evidence, uploadSession } from '../contract/upstream-api/evidence.ts';
import { noLease } from '../jobs/leased-table.ts';
import type { Encryption } from '../store/encryption.ts';
import { createRecords } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import type { EvidenceRow, Tables } from '../store/tables.ts';
import { type EvidenceState, phases } from './evidence-state.ts';

/** Evidence as it was read from the database. */
export interface ReadEvidence {
  state: EvidenceState;
  /** Pass it to `update`. */
  version: number;
}
/** The evidence in the database, as {@link createEvidenceRows} creates it. */
export type Rows = ReturnType<typeof createEvidenceRows>;

const waiting = ['creating', 'transferring', 'renewing', 'completing'] as const;

const text = z.string();

const storedEvidence: z.ZodType<EvidenceState> = z.looseObject({
  id: text,
  kind: z.enum(['consent', 'physician_order']),
  ownerId: text,
  // Earlier bodies do not have it; the row's own column does.
  customerId: text.default(''),
  documentId: text,
  params: z.record(text, text),
  document: z.looseObject({ content_length: z.int(), sha256: text }),
  phase: z.enum(phases),
  record: evidence.nullable(),
  session: uploadSession.nullable(),
  renewals: z.int(),
  reason: text.nullable(),
});

/** Creates the stored evidence over the database. @param now milliseconds since the epoch */
export function createEvidenceRows(store: Store, encryption: Encryption, now: () => number) {
  const { db } = store;
  const records = createRecords(store, encryption, {
    table: 'evidence',
    schema: storedEvidence,
    revision: 'version',
    placeOf: ({ id, customerId }) => ({ id, customer_id: customerId }),
    restore: (body, { customer_id: customerId }) => ({ ...body, customerId }),
  });
  const dueNow = () => ({ attempts: 0, ...noLease, due_at: now(), updated_at: now() });
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
