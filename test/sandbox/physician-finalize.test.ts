/** The physician's signature on a structured order. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import type { PhysicianSession } from '../../server/contract/upstream-api/physician-order.ts';
import { testTypes } from '../../server/contract/upstream-api/test-types.ts';
import type { PresentationSection } from '../../server/sandbox/physician/presentation.ts';
import { advance, eachWithPartner, harness, ledger, partner, set } from './fresh-partner.ts';
import {
  approvalBody,
  finalize,
  openSession,
  type Prepared,
  physicianBody,
  prepare,
  sessions,
} from './physician-orders.ts';
import { nobody } from './sandbox-harness.ts';

let ready: Prepared;
let session: PhysicianSession;
eachWithPartner({ physician_order_mode: 'structured_api' });
beforeEach(async () => {
  ready = await prepare(partner);
  session = (await openSession(partner, ready)).data;
});

const read = async () => (await partner.get<PhysicianSession>(`${sessions}/${session.id}`)).data;
const appointment = async () => (await partner.get<Appointment>(ready.scheduled.appointmentPath)).data;

describe('the presentation', () => {
  it.each(testTypes)(
    'of %s is sections of rows and statements, all text [PHY-14] [GAP-79]',
    async (testType) => {
      const prepared = await prepare(partner, testType);
      const { presentation } = (await openSession(partner, prepared)).data;
      expect(Object.keys(presentation).sort()).toEqual([
        'required_acknowledgements',
        'schema_version',
        'sections',
        'title',
      ]);
      const sections = presentation.sections as PresentationSection[];
      expect(sections.map(({ id }) => id)).toEqual([
        'patient',
        'ordered_test',
        'testing_location',
        'consent',
        'screening',
        'ordering_provider',
        'order',
      ]);
      for (const section of sections) {
        expect(Object.keys(section)).toEqual(['id', 'title', 'rows', 'statements']);
        for (const row of section.rows) {
          expect(Object.keys(row)).toEqual(['label', 'value']);
          expect(row.value).toMatch(/^\S(.*\S)?$/);
        }
        for (const statement of section.statements) expect(statement.length).toBeGreaterThan(40);
      }
    },
  );

  it('shows the patient, the provider and every screening answer', () => {
    const sections = session.presentation.sections as PresentationSection[];
    const rowsOf = (id: string) => sections.find((section) => section.id === id)?.rows ?? [];
    expect(rowsOf('patient')[0]).toEqual({ label: 'Name', value: 'Ada Example' });
    expect(rowsOf('ordering_provider')).toContainEqual({ label: 'NPI', value: '1234567890' });
    expect(rowsOf('screening').length).toBeGreaterThan(2);
    expect(new Set(rowsOf('screening').map(({ value }) => value))).toEqual(new Set(['No']));
  });

  it('requires two acknowledgements, with the ids of the request [PHY-28] [GAP-80]', () => {
    const asked = session.presentation.required_acknowledgements;
    expect(asked).toEqual([
      { id: 'order_acknowledgement', text: expect.any(String) },
      { id: 'electronic_signature_attestation', text: expect.any(String) },
    ]);
  });
});

describe('finalizing', () => {
  // Also [PHY-28] [GAP-84]
  it('responds 202 with Location and Retry-After [PHY-17] [PHY-25] [PHY-27]', async () => {
    await set({ physician_artifact_seconds: 20 });
    const { status, data, headers } = await finalize(partner, session, {}, 'one');
    expect(status).toBe(202);
    expect(data).toEqual({ ...session, status: 'finalizing' });
    expect(headers.get('location')).toBe(`${sessions}/${session.id}`);
    expect(headers.get('retry-after')).toBe('20');
    const again = await finalize(partner, session, {}, 'one');
    expect([again.status, again.data, again.headers.get('location')]).toEqual([
      202,
      data,
      `${sessions}/${session.id}`,
    ]);
    expect((await finalize(partner, session)).code).toBe('SANDBOX_SESSION_CLOSED');
    expect((await appointment()).physician_order_submission_status).toBe('processing');
    expect(await ledger()).toMatchObject({ physician_sessions: 1, physician_finalizations: 1 });
  });

  it.each([
    ['order_acknowledgement', false],
    ['electronic_signature_attestation', false],
    ['electronic_signature_attestation', undefined],
    ['approved_at', '2026-11-20'],
    ['typed_name', ' '],
    ['ip_address', 'localhost'],
    ['user_agent', ''],
    ['device_metadata', { width: 1280 }],
    ['session_reference', undefined],
    ['external_reference_id', undefined],
    ['npi', '1234567890'],
    // Also [GAP-83]
  ])('refuses an approval whose %s is %j [PHY-28] [PHY-29] [GAP-82]', async (field, value) => {
    const refused = await finalize(partner, session, { approval: approvalBody({ [field]: value }) });
    expect([refused.status, (await read()).status]).toEqual([400, 'open']);
  });

  it.each([
    'physician',
    'order_date',
    'patient',
    'test_type',
    'consent_grant_id',
    'screening',
    'location',
    'presentation',
  ])('refuses a body that brings its own %s [PHY-36]', async (field) => {
    const refused = await finalize(partner, session, { [field]: physicianBody() });
    expect([refused.status, await read()]).toEqual([400, session]);
  });

  it.each(['template_version_id', 'content_hash', 'context_hash', 'presentation_hash'])(
    'refuses another %s [PHY-36] [GAP-83]',
    async (field) => {
      const { status, code, error } = await finalize(partner, session, { [field]: nobody });
      expect([status, code]).toEqual([409, 'SANDBOX_HASH_MISMATCH']);
      expect(error.details).toMatchObject({ fields: [field] });
      expect((await read()).status).toBe('open');
    },
  );

  it('refuses another attestation, or one not given [PHY-27] [PHY-36] [GAP-83]', async () => {
    const { version, text_hash } = session.partner_attestation;
    const given = { accepted: true, version, text_hash };
    const status = async (changes: object) =>
      (await finalize(partner, session, { partner_attestation: { ...given, ...changes } })).status;
    expect(await status({ version: 'other' })).toBe(409);
    expect(await status({ text_hash: 'other' })).toBe(409);
    expect(await status({ accepted: false })).toBe(400);
    expect(await status({ text: session.partner_attestation.text })).toBe(400);
    expect((await finalize(partner, session, {}, undefined)).status).toBe(202);
  });

  it('refuses a session whose time is over, and lets another begin [GAP-83]', async () => {
    await advance((Date.parse(session.expires_at ?? '') - Date.now()) / 1000 + 1);
    expect(await finalize(partner, session)).toMatchObject({ status: 409, code: 'SANDBOX_HASH_MISMATCH' });
    expect((await openSession(partner, ready)).status).toBe(201);
  });

  // Also [GAP-109]
  it('and opening and abandoning can be under way, in the 202 form without a Location [IDEM-06] [IDEM-08] [PHY-08]', async () => {
    const effect = { kind: 'in_progress', retry_after_seconds: 2 };
    const other = await prepare(partner);
    const toGiveUp = (await openSession(partner, await prepare(partner))).data;
    for (const [path, status, send] of [
      [
        '/v1/api-first/appointments/*/physician-order-sessions',
        201,
        () => openSession(partner, other, {}, 'a'),
      ],
      [`${sessions}/*/finalize`, 202, () => finalize(partner, session, {}, 'b')],
      [
        `${sessions}/*/abandon`,
        200,
        () => partner.post<PhysicianSession>(`${sessions}/${toGiveUp.id}/abandon`, { reason: 'none' }, 'c'),
      ],
    ] as const) {
      await harness.control('POST', '/faults', { method: 'POST', path, effect });
      const held = await send();
      expect([held.status, held.headers.get('location'), held.headers.get('retry-after')]).toEqual([
        202,
        null,
        '2',
      ]);
      expect(held.data).toEqual({
        status: 'in_progress',
        code: 'IDEMPOTENCY_IN_PROGRESS',
        retry_after_seconds: 2,
      });
      const done = await send();
      expect([done.status, done.data.id]).toEqual([status, expect.any(String)]);
    }
    expect(await ledger()).toMatchObject({ physician_sessions: 3, physician_finalizations: 1 });
  });
});
