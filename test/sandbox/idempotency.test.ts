/** One idempotency key of one partner on one route identifies one write, for every write of a booking. */
import { describe, expect, it } from 'vitest';
import type { ConsentSession } from '../../server/contract/upstream-api/consent.ts';
import {
  finalizeBody,
  identify,
  identityBody,
  order,
  orderBody,
  prescreenBody,
  questionnaireBody,
  readyToOrder,
  readyToSchedule,
  scheduleBody,
  sessionBody,
} from './booking.ts';
import { eachWithPartner, harness, ledger, partner } from './fresh-partner.ts';

eachWithPartner();

interface Write {
  name: string;
  /** What the ledger counts. */
  counts: string;
  created: number;
  replayed: number;
  prepare(): Promise<{ path: string; body: object; other: object }>;
}

const writes: Write[] = [
  {
    name: 'identity',
    counts: 'identities',
    created: 201,
    replayed: 201,
    prepare: async () => ({
      path: '/v1/api-first/identities',
      body: identityBody(),
      other: identityBody({ last_name: 'Renamed' }),
    }),
  },
  {
    name: 'consent session',
    counts: 'consent_sessions',
    created: 201,
    replayed: 201,
    async prepare() {
      const id = await identify(partner);
      const body = await sessionBody(partner, id, 'DEXA');
      return { path: '/v1/api-first/consent-sessions', body, other: await sessionBody(partner, id, 'VO2') };
    },
  },
  {
    name: 'consent finalize',
    counts: 'consent_grants',
    created: 201,
    replayed: 201,
    async prepare() {
      const body = await sessionBody(partner, await identify(partner), 'DEXA');
      const { data } = await partner.post<ConsentSession>('/v1/api-first/consent-sessions', body);
      const path = `/v1/api-first/consent-sessions/${data.id}/finalize`;
      return { path, body: finalizeBody(), other: finalizeBody({ typed_name: 'Another Name' }) };
    },
  },
  {
    name: 'prescreen',
    counts: 'prescreens',
    created: 201,
    replayed: 201,
    async prepare() {
      const { identifiers } = await readyToOrder(partner, 'CALST');
      return {
        path: '/v1/tests/CALST/prescreen-form/submissions',
        body: { ...identifiers, prescreen: prescreenBody() },
        other: { ...identifiers, prescreen: prescreenBody({ smoker: true }) },
      };
    },
  },
  {
    name: 'order',
    counts: 'orders',
    created: 201,
    replayed: 200,
    async prepare() {
      const ready = await readyToOrder(partner, 'DEXA');
      return {
        path: '/v1/orders',
        body: orderBody(ready),
        other: orderBody(ready, { external_payment_reference: 'payment-2' }),
      };
    },
  },
  {
    name: 'questionnaire',
    counts: 'questionnaire_submissions',
    created: 201,
    replayed: 201,
    async prepare() {
      const ordered = await order(partner, 'DEXA');
      return {
        path: `${ordered.appointmentPath}/scheduling-questionnaire`,
        body: await questionnaireBody(partner, ordered),
        other: await questionnaireBody(partner, ordered, ['recent_barium']),
      };
    },
  },
  {
    name: 'schedule',
    counts: 'schedule_requests',
    created: 200,
    replayed: 200,
    async prepare() {
      const ordered = await readyToSchedule(partner);
      const body = await scheduleBody(partner, ordered);
      const other = { ...body, alternate_availabilities: body.alternate_availabilities.slice(1) };
      return { path: `${ordered.appointmentPath}/schedule`, body, other };
    },
  },
];

describe.each(writes)('the $name', ({ counts, created, replayed, prepare }) => {
  it('needs an Idempotency-Key [IDEM-02] [ERR-08]', async () => {
    const { path, body } = await prepare();
    for (const key of [null, ' ']) {
      const { status, error } = await partner.post(path, body, key);
      expect(status).toBe(400);
      expect(error.message).toContain('Idempotency-Key header is required');
    }
  });

  // Also [GAP-108]
  it('is replayed for the same payload, in any order of its keys [IDEM-03] [ORD-14] [ORD-16]', async () => {
    const { path, body } = await prepare();
    const first = await partner.post(path, body, 'one');
    const turned = Object.fromEntries(Object.entries(body).reverse());
    const again = await partner.post(path, turned, 'one');
    expect([first.status, again.status]).toEqual([created, replayed]);
    expect(again.data).toEqual(first.data);
    expect((await ledger())[counts]).toBe(1);
  });

  it('conflicts with another payload under its key [ERR-23] [GAP-108]', async () => {
    const { path, body, other } = await prepare();
    await partner.post(path, body, 'one');
    const { status, code } = await partner.post(path, other, 'one');
    expect([status, code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect((await ledger())[counts]).toBe(1);
  });

  it('binds no key when it is refused [GAP-67] [GAP-68]', async () => {
    const { path, body } = await prepare();
    expect((await partner.post(path, { ...body, unknown: true }, 'one')).status).toBe(400);
    expect((await partner.post(path, body, 'one')).status).toBe(created);
  });

  it('is in progress as often as the fault says, then replays the final response [IDEM-06] [IDEM-08] [GAP-109]', async () => {
    const { path, body } = await prepare();
    const effect = { kind: 'in_progress', retry_after_seconds: 3 };
    await harness.control('POST', '/faults', { method: 'POST', path, times: 2, effect });
    for (const _time of [1, 2]) {
      const { json, headers } = await partner.post(path, body, 'one');
      expect(json).toEqual({
        code: 202,
        data: { status: 'in_progress', code: 'IDEMPOTENCY_IN_PROGRESS', retry_after_seconds: 3 },
        error: null,
      });
      expect(headers.get('retry-after')).toBe('3');
    }
    expect((await ledger())[counts]).toBe(1);
    expect((await partner.post(path, body, 'one')).status).toBe(replayed);
    expect((await ledger())[counts]).toBe(1);
  });
});

describe('a key', () => {
  it('belongs to its partner and its route [IDEM-14]', async () => {
    const stranger = await harness.partner();
    await partner.post('/v1/api-first/identities', identityBody(), 'one');
    const theirs = await stranger.post(
      '/v1/api-first/identities',
      identityBody({ last_name: 'Else' }),
      'one',
    );
    expect(theirs.status).toBe(201);
    const ready = await readyToOrder(partner, 'DEXA');
    expect((await partner.post('/v1/orders', orderBody(ready), 'one')).status).toBe(201);
  });

  it('of one appointment is not taken for another', async () => {
    const [first, second] = [await order(partner, 'DEXA'), await order(partner, 'DEXA')];
    const body = await questionnaireBody(partner, first);
    await partner.post(`${first.appointmentPath}/scheduling-questionnaire`, body, 'one');
    const { code } = await partner.post(`${second.appointmentPath}/scheduling-questionnaire`, body, 'one');
    expect(code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('is for two requests at once the same single write', async () => {
    const ready = await readyToOrder(partner, 'DEXA');
    const answers = await Promise.all(
      [1, 2, 3].map(() => partner.post('/v1/orders', orderBody(ready), 'one')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect((await ledger()).orders).toBe(1);
  });

  it('that required a grant accepts the corrected order under the same key [GAP-68]', async () => {
    const ready = await readyToOrder(partner, 'DEXA');
    const without = await partner.post(
      '/v1/orders',
      orderBody(ready, { consent_grant_id: undefined }),
      'one',
    );
    expect(without.code).toBe('CONSENT_GRANT_REQUIRED');
    expect((await partner.post('/v1/orders', orderBody(ready), 'one')).status).toBe(201);
  });
});
