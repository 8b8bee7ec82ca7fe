/** Structured physician-order sessions up to the signature: frozen, replaced, abandoned. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type PhysicianOrderBundle,
  type PhysicianSession,
  physicianSession,
} from '../../server/contract/upstream-api/physician-order.ts';
import { contentHash } from '../../server/sandbox/catalog/stable-values.ts';
import {
  physicianSessionTransitions,
  statusAfter,
} from '../../server/sandbox/states/physician-session-states.ts';
import { order } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import {
  bundleOf,
  finalize,
  openSession,
  type Prepared,
  physicianBody,
  prepare,
  sessionBody,
  sessions,
  sessionsOf,
} from './physician-orders.ts';
import { nobody } from './sandbox-harness.ts';

let ready: Prepared;
const structured = { physician_order_mode: 'structured_api' };
eachWithPartner(structured);
beforeEach(async () => {
  ready = await prepare(partner);
});

const bundle = async () =>
  (await partner.get<PhysicianOrderBundle>(bundleOf(ready.scheduled.appointmentId))).data;
const read = async ({ id }: PhysicianSession) =>
  (await partner.get<PhysicianSession>(`${sessions}/${id}`)).data;
const abandon = (session: PhysicianSession, reason: unknown = 'wrong provider') =>
  partner.post<PhysicianSession>(`${sessions}/${session.id}/abandon`, { reason });

// Also [PHY-19] [GAP-81]
it('allows only the transitions of the state table [PHY-16] [PHY-17] [PHY-18]', () => {
  const moves = Object.keys(physicianSessionTransitions) as (keyof typeof physicianSessionTransitions)[];
  const allowed = moves.flatMap((move) =>
    (['open', 'finalizing', 'finalized', 'abandoned', 'replaced'] as const).flatMap((from) => {
      const to = statusAfter(move, from);
      return to === null ? [] : [`${from} ${to}`];
    }),
  );
  expect(allowed).toEqual(['open finalizing', 'open abandoned', 'open replaced', 'finalizing finalized']);
});

describe('a structured session', () => {
  // Also [PHY-16] [PHY-21] [PHY-41]
  it('stays as it was opened, and reads back the same [PHY-08] [PHY-13] [PHY-15]', async () => {
    const { status, data } = await openSession(partner, ready);
    expect(status).toBe(201);
    physicianSession.parse(data);
    expect(data).toEqual({
      id: expect.any(String),
      appointment_id: ready.scheduled.appointmentId,
      request_id: ready.bundle.request_id,
      status: 'open',
      approval_method: 'electronic_signature',
      workflow_type: 'partner_electronic',
      order_date: '2026-11-20',
      expires_at: expect.stringMatching(/Z$/),
      context_hash: ready.bundle.context_hash,
      presentation_hash: contentHash(data.presentation),
      partner_attestation: ready.bundle.partner_attestation,
      physician: physicianBody(),
      template: ready.bundle.template,
      presentation: expect.any(Object),
      artifact: { status: 'pending', signed_form_url: null },
    });
    await harness.control('POST', '/templates', { kind: 'physician', test_type: 'DEXA' });
    expect(await read(data)).toEqual(data);
  });

  it('opens once per key, and shows in the ledger [IDEM-03] [PHY-08]', async () => {
    const { data } = await openSession(partner, ready, {}, 'one');
    expect((await openSession(partner, ready, {}, 'one')).data).toEqual(data);
    const other = await openSession(partner, ready, { order_date: '2026-11-19' }, 'one');
    expect(other.code).toBe('IDEMPOTENCY_CONFLICT');
    const keyless = await partner.post(sessionsOf(ready.scheduled.appointmentId), ready.body, null);
    expect(keyless.status).toBe(400);
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({
      physician_sessions: 1,
      physician_finalizations: 0,
    });
  });

  it.each([
    ['another approval method', { approval_method: 'wet_ink' }],
    ['another workflow', { workflow_type: 'fax' }],
    ['a malformed day', { order_date: '11/20/2026' }],
    ['no day', { order_date: undefined }],
    ['no physician', { physician: undefined }],
    ['a short NPI', { physician: physicianBody({ npi: '123' }) }],
    ['a state in full', { physician: physicianBody({ license_state: 'New York' }) }],
    ['no credentials', { physician: physicianBody({ credentials: '' }) }],
    ['an unknown field of the physician', { physician: physicianBody({ specialty: 'none' }) }],
    ['a test location', { test_location: 'elsewhere' }],
    ['a malformed predecessor', { replaces_session_id: 'none' }],
    // Also [PHY-15] [GAP-77]
  ])('is refused with %s [PHY-10] [PHY-11] [PHY-12]', async (_name, changes) => {
    const { status, error } = await openSession(partner, ready, changes);
    expect([status, Array.isArray(error.details)]).toEqual([400, true]);
  });

  it.each(['template_version_id', 'content_hash', 'context_hash'])(
    'is refused with another %s [GAP-83]',
    async (field) => {
      const { status, code, error } = await openSession(partner, ready, { [field]: nobody });
      expect([status, code]).toEqual([409, 'SANDBOX_HASH_MISMATCH']);
      expect(error.details).toMatchObject({ fields: [field] });
    },
  );

  it('starts only from the newest template [VER-06] [GAP-83]', async () => {
    const published = await harness.control('POST', '/templates', { kind: 'physician', test_type: 'DEXA' });
    expect(published.status).toBe(201);
    expect((await openSession(partner, ready)).code).toBe('SANDBOX_HASH_MISMATCH');
    const fresh = await bundle();
    expect(fresh.template).toEqual({ ...(published.json as object), schema_version: '1' });
    expect((await openSession(partner, ready, sessionBody(fresh))).status).toBe(201);
  });

  it('does not open while another is open, and names that one [PHY-19] [GAP-85]', async () => {
    const { data } = await openSession(partner, ready);
    const { status, code, error } = await openSession(partner, ready);
    expect([status, code]).toEqual([409, 'SANDBOX_SESSION_OPEN']);
    expect(error.details).toMatchObject({ session_id: data.id });
  });

  it('takes the place of the open one it names [PHY-19] [GAP-85]', async () => {
    const first = (await openSession(partner, ready)).data;
    const physician = physicianBody({ full_name: 'Alan Invented' });
    const { status, data } = await openSession(partner, ready, { physician, replaces_session_id: first.id });
    expect([status, data.status]).toEqual([201, 'open']);
    expect(data.presentation_hash).not.toBe(first.presentation_hash);
    expect(await read(first)).toEqual({ ...first, status: 'replaced' });
    expect((await bundle()).existing_session_id).toBe(data.id);
    for (const answer of [
      await openSession(partner, ready, { replaces_session_id: first.id }),
      await abandon(first),
      await finalize(partner, first),
    ])
      expect([answer.status, answer.code]).toEqual([409, 'SANDBOX_SESSION_CLOSED']);
    expect((await openSession(partner, ready, { replaces_session_id: nobody })).status).toBe(404);
  });

  it('is abandoned with a reason, and makes room [PHY-18] [PHY-23]', async () => {
    const { data } = await openSession(partner, ready);
    for (const reason of ['', undefined, 7]) expect((await abandon(data, reason ?? null)).status).toBe(400);
    const keyless = await partner.post(`${sessions}/${data.id}/abandon`, { reason: 'none' }, null);
    expect(keyless.status).toBe(400);
    const { status, data: abandoned } = await abandon(data);
    expect([status, abandoned]).toEqual([200, { ...data, status: 'abandoned' }]);
    expect((await finalize(partner, data)).code).toBe('SANDBOX_SESSION_CLOSED');
    expect((await openSession(partner, ready)).status).toBe(201);
  });

  it('is another partner’s secret [AUTH-10]', async () => {
    const { data } = await openSession(partner, ready);
    const stranger = await harness.partner(structured);
    expect((await stranger.get(`${sessions}/${data.id}`)).status).toBe(404);
    expect((await stranger.post(`${sessions}/${data.id}/abandon`, { reason: 'none' })).status).toBe(404);
    expect((await finalize(stranger, data)).status).toBe(404);
    expect((await openSession(stranger, ready)).status).toBe(404);
  });

  it('needs the two scopes of physician evidence [PHY-43]', async () => {
    const { data } = await openSession(partner, ready);
    const set = (scopes: string[]) => harness.control('PATCH', `/keys/${partner.prefix}`, { scopes });
    await set(['read:physician_order_evidence']);
    expect((await partner.get(bundleOf(ready.scheduled.appointmentId))).status).toBe(200);
    expect((await partner.get(`${sessions}/${data.id}`)).status).toBe(200);
    for (const answer of [
      await openSession(partner, ready),
      await abandon(data),
      await finalize(partner, data),
    ])
      expect([answer.status, answer.error.message]).toEqual([
        403,
        expect.stringContaining('write:physician'),
      ]);
    await set(['write:physician_order_evidence']);
    expect((await partner.get(bundleOf(ready.scheduled.appointmentId))).status).toBe(403);
    expect((await partner.get(`${sessions}/${data.id}`)).status).toBe(403);
    expect((await abandon(data)).status).toBe(200);
  });

  it.each(['service_service', 'api_partner_pdf'])(
    'is refused to a %s appointment [GAP-04] [CFG-28]',
    async (physician_order_mode) => {
      const other = await harness.partner({ physician_order_mode });
      const { appointmentId } = await order(other, 'DEXA');
      for (const { status, code } of [
        await other.get(bundleOf(appointmentId)),
        await other.post(sessionsOf(appointmentId), ready.body),
        await other.get(`${sessions}/${nobody}`),
      ])
        expect([status, code]).toEqual([409, 'SANDBOX_BRANCH_NOT_PROVISIONED']);
    },
  );

  it('continues when the key changes its branch [CFG-17]', async () => {
    const { data } = await openSession(partner, ready);
    await harness.control('PATCH', `/keys/${partner.prefix}`, { physician_order_mode: 'service_service' });
    expect((await bundle()).existing_session_id).toBe(data.id);
    expect((await finalize(partner, data)).status).toBe(202);
  });
});
