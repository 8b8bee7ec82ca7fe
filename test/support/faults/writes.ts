/**
 * The writes of one booking, the points where a fault can occur in them, and what the sandbox's ledger must contain at
 * the end.
 */
import type { StepName } from '../../../server/contract/journey-api/steps.ts';
import type { Sandbox } from '../sandbox.ts';

/** Where a write can be cut, in order. */
export const points = [
  'before_commit',
  'after_commit',
  'after_send',
  'after_answer',
  'after_settle',
] as const;
/** One of them. */
export type Point = (typeof points)[number];

/** In the order of a booking: kind, effect in the ledger, and path. */
export const writes = [
  ['identity.save', 'identities', /identities$/],
  ['consent_session.create', 'consent_sessions', /consent-sessions$/],
  ['consent_session.finalize', 'consent_grants', /finalize$/],
  ['prescreen.submit', 'prescreens', /submissions$/],
  ['order.place', 'orders', /orders$/],
  ['questionnaire.submit', 'questionnaire_submissions', /scheduling-questionnaire$/],
  ['appointment.schedule', 'schedule_requests', /schedule$/],
] as const;

/** How many of them have taken effect when the customer is at this step. */
const writesBefore: Partial<Record<StepName, number>> = {
  consent: 1,
  prescreen: 3,
  review: 4,
  order: 4,
  questionnaire: 5,
  schedule: 6,
  blocked: 6,
  sent: 7,
};
/** How many writes a customer at this step has behind them. */
export const writesBehind = (step: StepName): number => writesBefore[step] ?? 0;

/** The effect that a step implies and the ledger lacks; undefined if there is none. */
export const claimedInVain = (step: StepName, ledger: Record<string, number>): string | undefined =>
  writes.slice(0, writesBehind(step)).find(([, effect]) => !ledger[effect])?.[1];

/** Checks one booking: each write has one effect, one key and one body. */
export async function ledgerFaults(sandbox: Sandbox): Promise<string[]> {
  const faults: string[] = [];
  const ledger = await sandbox.ledger();
  const requests = await sandbox.requests();
  for (const [kind, effect, path] of writes) {
    if (ledger[effect] !== 1) faults.push(`${kind}: ${ledger[effect]} effects`);
    const sent = requests.filter((request) => request.method === 'POST' && path.test(request.path));
    // A write that was not committed was not sent. The next one has its own key, and is the first.
    const keys = new Set(sent.map((request) => request.idempotency_key)).size;
    if (keys !== 1) faults.push(`${kind}: ${keys} keys`);
    const bodies = new Set(sent.map((request) => request.body_sha256)).size;
    if (bodies !== 1) faults.push(`${kind}: ${bodies} bodies`);
  }
  return faults;
}
