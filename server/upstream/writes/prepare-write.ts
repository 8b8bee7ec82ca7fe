/**
 * Makes the row of a logical write: one key, and the exact bytes with the listed fields only (IDEM-01, IDEM-05,
 * IDEM-13, GAP-111).
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { LeaseColumns } from '../../core/store/lease-columns.ts';
import type { Tables, WriteRow } from '../../core/store/tables.ts';
import { fillPath } from '../fill-path.ts';
import { type Flow, writeKind } from '../write-kinds.ts';
import { derivedKey } from './idempotency-key.ts';
import type { LogicalWrite } from './write.ts';
import type { WriteColumns } from './write-columns.ts';

/** A write without the columns that the outbox adds: its owner and its lease. */
export type PreparedWrite = Omit<WriteRow, 'owner_id' | 'owner_kind' | keyof LeaseColumns>;

/**
 * Makes the key and the bytes of a write.
 * @param deps.trx the transaction that inserts the write
 * @param deps.now milliseconds since the epoch
 * @param place the write's id, and the customer whose data key encrypts it
 * @param derivedFrom what the key is derived from. @default the key is random
 * @throws Error if the body or the path does not fit the kind: a defect of the server, found before anything is stored
 */
export async function prepareWrite<F extends Flow>(
  deps: { flow: F; columns: WriteColumns; trx: Kysely<Tables>; now: () => number },
  place: { id: string; customer_id: string },
  write: LogicalWrite<F>,
  derivedFrom?: readonly (string | number)[],
): Promise<PreparedWrite> {
  const { flow, columns, trx, now } = deps;
  const kind = writeKind(flow, write.kind);
  if ((kind.body === null) !== (write.body === null)) throw new Error(`${write.kind} takes another body`);
  const path = fillPath(kind.path, write.params);
  const refused = write.resends ? await read(trx, write.resends) : undefined;
  const reused = refused?.state === 'settled' && refused.path === path;
  const key = reused ? refused.idempotency_key : derivedFrom ? derivedKey(...derivedFrom) : randomUUID();
  const json = kind.body === null ? null : JSON.stringify(kind.body.parse(write.body));
  return {
    ...place,
    flow,
    kind: write.kind,
    path,
    idempotency_key: key,
    key_reused: reused ? 1 : 0,
    body: json === null ? null : await columns.body.encrypt(trx, place, json),
    state: 'due',
    parked_reason: null,
    fence: 0,
    outcome: null,
    waits_for: null,
    created_at: now(),
    updated_at: now(),
  };
}

const read = (trx: Kysely<Tables>, id: string) =>
  trx.selectFrom('writes').selectAll().where('id', '=', id).executeTakeFirst();
