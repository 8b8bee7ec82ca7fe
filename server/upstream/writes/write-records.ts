/** Describes stored writes, for erasure, retention, exports and support. */
import { jsonOrNull } from '../../core/json.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import { isRepeatable } from '../write-kinds.ts';
import { nextTryAtMs } from './operate.ts';
import { releaseRefusal } from './release-rules.ts';
import { storedBody, storedOutcome } from './write-columns.ts';

/** The writes of a customer. */
export const writeRecords = recordKind({
  table: 'writes',
  kind: 'writes',
  columns: { body: { schema: storedBody }, outcome: { schema: storedOutcome } },
  id: 'id',
  age: 'created_at',
  exported: ['id', 'flow', 'owner_id', 'owner_kind', 'kind', 'path', 'state', 'created_at', 'updated_at'],
  owners: ['owner_id'],
  underWay: {
    message: 'The service has not answered a write. It may have taken effect.',
    holds: ({ row }) => row.state !== 'settled',
    // Nobody has continued the booking for as long as it is kept, and what this write did does no harm.
    isForErasureOnly: ({ row }) => row.state === 'parked' && isRepeatable(row.kind),
  },
  // The body is the exact JSON text that was sent.
  export: ({ stored }) => ({
    ...stored,
    ...(typeof stored?.body === 'string' ? { body: jsonOrNull(stored.body) } : {}),
  }),
  support: {
    list: 'writes',
    summary({ row, values }) {
      const outcome = values?.outcome;
      const error = outcome?.ok === false ? outcome.error : null;
      const refusal = row.state === 'parked' ? releaseRefusal(row) : null;
      const isSentAgain = row.state === 'due' || row.waits_for === 'service' || row.waits_for === 'reader';
      const nextTryMs = isSentAgain ? nextTryAtMs(row) : null;
      return {
        id: row.id,
        owner_id: row.owner_id,
        kind: row.kind,
        state: row.state,
        reason: row.parked_reason,
        tries: row.attempts,
        next_try_at: nextTryMs === null ? null : isoTime(nextTryMs),
        status: outcome?.ok ? outcome.status : (error?.status ?? null),
        code: error?.code ?? null,
        reference: error?.requestId ?? null,
        can_release: row.state === 'parked' && refusal === null,
        advice: refusal,
        created_at: isoTime(row.created_at),
        updated_at: isoTime(row.updated_at),
      };
    },
  },
});
