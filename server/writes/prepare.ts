/** Makes a logical write's row: one key, the exact bytes, their hash; only listed fields leave (IDEM-01, IDEM-05, IDEM-13, GAP-111). */
import { createHash, randomUUID } from 'node:crypto';
import type { Seal } from '../store/sealing.ts';
import type { WriteRow } from '../store/tables.ts';
import { fillPath } from '../upstream/fill-path.ts';
import { type Flow, writeKind } from '../upstream/write-kinds.ts';
import type { Rows } from './rows.ts';
import type { LogicalWrite } from './write.ts';

/** @throws where the body or the path does not fit the kind: a fault of ours, found before anything is stored. */
export async function prepareWrite<F extends Flow>(
  { flow, seal, rows, now }: { flow: F; seal: Seal; rows: Rows; now: () => number },
  ownerId: string,
  write: LogicalWrite<F>,
): Promise<WriteRow> {
  const kind = writeKind(flow, write.kind);
  if ((kind.body === null) !== (write.body === null)) throw new Error(`${write.kind} takes another body`);
  const text = kind.body === null ? null : JSON.stringify(kind.body.parse(write.body));
  const path = fillPath(kind.path, write.params);
  const refused = write.resends ? await rows.read(write.resends) : undefined;
  const reused = refused?.state === 'settled' && refused.path === path;
  return {
    id: randomUUID(),
    flow,
    owner_id: ownerId,
    kind: write.kind,
    method: kind.method,
    path,
    idempotency_key: reused ? refused.idempotency_key : randomUUID(),
    key_reused: reused ? 1 : 0,
    body: text === null ? null : seal.seal(text),
    body_sha256: bodyHash(text),
    state: 'due',
    attempts: 0,
    due_at: now(),
    lease_owner: null,
    lease_until: 0,
    fence: 0,
    outcome: null,
    created_at: now(),
    updated_at: now(),
  };
}

export const bodyHash = (text: string | null) =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex');
