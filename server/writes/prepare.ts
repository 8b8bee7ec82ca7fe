/** Makes a logical write's row: one key and the exact bytes; only listed fields leave (IDEM-01, IDEM-05, IDEM-13, GAP-111). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
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
  const path = fillPath(kind.path, write.params);
  const refused = write.resends ? await rows.read(write.resends) : undefined;
  const reused = refused?.state === 'settled' && refused.path === path;
  const json = kind.body === null ? null : JSON.stringify(kind.body.parse(write.body));
  const sent = reused && refused.body !== null ? seal.open<string>(refused.body) : '';
  // The same request under the same key has the same bytes.
  const text = json !== null && sent.trimEnd() === json ? sent : json && json + randomWhiteSpace();
  return {
    id: randomUUID(),
    flow,
    owner_id: ownerId,
    kind: write.kind,
    method: kind.method,
    path,
    idempotency_key: reused ? refused.idempotency_key : randomUUID(),
    key_reused: reused ? 1 : 0,
    body: text === null ? null : seal.seal(text, leastBodyBytes),
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

/** What customers answer is in the bodies of writes: all questionnaires of the usual size have this one length at rest. */
const leastBodyBytes = 4096;

/**
 * 128 random bits as white space, which JSON allows at the end of a text.
 *
 * Older versions of the server on the same database compare `body_sha256` with the SHA-256 of the body before they send
 * it. A hash of the body without random bits would let anyone check guesses of the answers in it. Both the hash and the
 * white space go once no such version runs; the hash is removed when the write is settled (migration 0012).
 */
const randomWhiteSpace = () =>
  [...randomBytes(16)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll('0', '\t')
    .replaceAll('1', '\n');

const bodyHash = (text: string | null) =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex');
