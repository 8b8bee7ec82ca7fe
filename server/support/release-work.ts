/** Gives up a parked write, so that the customer can go on. */
import type { ActionResult, WorkItem } from '../contract/admin-api/views.ts';
import { type CustomerRecord, readRecords } from '../customers/customer-records.ts';
import { giveUpWrite } from '../jobs/operate.ts';
import type { Flow } from '../upstream/write-kinds.ts';
import { askReads } from '../webhooks/ask-reads.ts';
import type { Found } from './find-customer.ts';
import { releaseRefusal } from './release-rules.ts';
import type { WorkDeps } from './retry-work.ts';

const given =
  'Given up. The customer sees that the request was not accepted, and can send it again with another answer.';
const several = 'More than one write can be given up. Repeat the release with the id of one write.';
const nothing =
  'No write is parked, so no write holds the customer up. Retry the booking: the server then reads it again.';
const notParked: Record<string, string> = {
  due: 'The server still tries this write. Retry it, or wait until it is parked.',
  settled: 'This write is completed.',
};

/** Gives up the one parked write of the customer for which the rules allow it, or the write that the reference names. */
export async function releaseWork(deps: WorkDeps, found: Found): Promise<ActionResult> {
  const { writes } = await readRecords(deps.store.db, deps.encryption, found.customerId);
  const isNamed = ({ row }: CustomerRecord) => row.id === found.writeId;
  const isPending = ({ row }: CustomerRecord) => row.state !== 'settled';
  const asked = writes.filter(found.writeId === null ? isPending : isNamed);
  if (asked.length === 0)
    return {
      done: [],
      refused: [{ kind: 'booking', id: found.bookingId ?? found.customerId, write: null, says: nothing }],
    };
  const judged = asked.map((record) => ({ record, refusal: refusalOf(record) }));
  const allowed = judged.filter(({ refusal }) => refusal === null);
  const refused = judged.flatMap(({ record, refusal }) => (refusal === null ? [] : [item(record, refusal)]));
  if (allowed.length > 1)
    return { done: [], refused: [...refused, ...allowed.map(({ record }) => item(record, several))] };
  const [chosen] = allowed;
  if (!chosen) return { done: [], refused };
  return (await giveUp(deps, chosen.record))
    ? { done: [item(chosen.record, given)], refused }
    : { done: [], refused: [...refused, item(chosen.record, notParked.due ?? '')] };
}

const item = ({ row }: CustomerRecord, says: string): WorkItem => ({
  kind: 'write',
  id: `${row.id}`,
  write: `${row.kind}`,
  says,
});

function refusalOf({ row }: CustomerRecord): string | null {
  if (row.state !== 'parked') return notParked[`${row.state}`] ?? null;
  return releaseRefusal({
    flow: row.flow as Flow,
    kind: `${row.kind}`,
    owner_kind: row.owner_kind === null ? null : `${row.owner_kind}`,
  });
}

async function giveUp(deps: WorkDeps, { row }: CustomerRecord): Promise<boolean> {
  const place = { id: `${row.id}`, customer_id: `${row.customer_id}` };
  if (!(await giveUpWrite(deps, place, deps.now()))) return false;
  // The service may have made the change: then the appointment shows it.
  if (`${row.kind}`.startsWith('appointment.'))
    await askReads(deps.store.db, [{ kind: 'appointment', ref: `${row.owner_id}` }], deps.now());
  return true;
}
