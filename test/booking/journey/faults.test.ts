/** Each write of the journey meets each fault: the customer ends where they should, with one effect and one key. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, questionnaireAnswers, untilReview } from '../../support/booking.ts';
import { type FullApiServer, origin, startFullApiServer } from '../../support/full-api-server.ts';
import type { JournalEntry } from '../../support/sandbox.ts';

const writes = [
  ['identity', '/v1/api-first/identities', 'identities'],
  ['consent session', '/v1/api-first/consent-sessions', 'consent_sessions'],
  ['consent finalize', '/v1/api-first/consent-sessions/*/finalize', 'consent_grants'],
  ['prescreen', '/v1/tests/*/prescreen-form/submissions', 'prescreens'],
  ['order', '/v1/orders', 'orders'],
  ['questionnaire', '/v1/appointments/*/scheduling-questionnaire', 'questionnaire_submissions'],
  ['schedule', '/v1/appointments/*/schedule', 'schedule_requests'],
] as const;

const faults = [
  ['cut before commit', { kind: 'drop_before' }, 1],
  ['cut after commit', { kind: 'drop_after' }, 1],
  ['in progress twice', { kind: 'in_progress', retry_after_seconds: 0 }, 2],
  ['503 with seconds', { kind: 'status', status: 503, headers: { 'Retry-After': '0' } }, 2],
  [
    '503 with a date',
    { kind: 'status', status: 503, headers: { 'Retry-After': new Date(Date.now()).toUTCString() } },
    1,
  ],
  ['429', { kind: 'status', status: 429 }, 1],
  ['no JSON', { kind: 'malformed' }, 1],
] as const;

let service: FullApiServer;
beforeAll(async () => {
  service = await startFullApiServer();
});
afterAll(() => service.stop());

/** The requests of a write, of those given. */
function requestsOf(path: string, requests: JournalEntry[]) {
  const pattern = new RegExp(`^${path.replaceAll('*', '[^/]+')}$`);
  return requests.filter((request) => request.method === 'POST' && pattern.test(request.path));
}

// Each write of one booking meets the fault: they do not depend on one another, and a booking for each takes seven times as long.
it.each(faults)(
  // Also [ORD-15] [CONS-46] [T12]
  'Each write survives: %s',
  async (fault, effectOfFault, times) => {
    const { sandbox } = service;
    const before = await sandbox.ledger();
    const seen = (await sandbox.requests()).length;
    for (const [, path] of writes) await sandbox.fault('POST', path, effectOfFault, { times });
    const customer = service.customer(fault.replaceAll(' ', '-'));
    await untilReview(customer, 'CALST');
    const view = await customer.answer('review', { return_url: `${origin}/book` });
    at(await customer.answer('questionnaire', questionnaireAnswers(view)), 'sent');
    const after = await sandbox.ledger();
    const requests = (await sandbox.requests()).slice(seen);
    const made = writes.map(([name, path, effect]) => {
      const sent = requestsOf(path, requests);
      return {
        name,
        isRepeated: sent.length > 1,
        effects: (after[effect] ?? 0) - (before[effect] ?? 0),
        keys: new Set(sent.map((request) => request.idempotency_key)).size,
        bodies: new Set(sent.map((request) => request.body_sha256)).size,
      };
    });
    expect(made).toEqual(
      writes.map(([name]) => ({ name, isRepeated: true, effects: 1, keys: 1, bodies: 1 })),
    );
  },
);
