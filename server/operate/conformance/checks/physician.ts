/** Structured physician orders. */
import { deepEqual, equal, notEqual, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { answered, nobody, order, read, scheduled } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client, call } from '../client.ts';
import { type Shape, type TestType, testTypes } from '../shapes.ts';
import { approvalBody, approvalOf, certified, physicianBody, sessionBody } from '../structured-order.ts';
import type { Trial } from '../trial.ts';

const { must, told, checks } = defineArea('physician', 'Endpoints: Structured physician order');
/** The checks of this area. */
export const physician = checks;

const structured = { physician_order_mode: 'structured_api' } as const;
const sessions = '/v1/api-first/physician-order-sessions';
const under = (id: string, what: string) => `/v1/api-first/appointments/${id}/physician-order-${what}`;
const finalize = (client: Client, session: Shape<'physicianSession'>, changes: object = {}, key?: string) =>
  client.post<Shape<'physicianSession'>>(
    `${sessions}/${session.id}/finalize`,
    approvalOf(session, changes),
    key,
  );
const abandon = (
  client: Client,
  { id }: Shape<'physicianSession'>,
  reason: unknown = 'wrong provider',
  key?: string,
) => client.post<Shape<'physicianSession'>>(`${sessions}/${id}/abandon`, { reason }, key);

/** A scheduled appointment whose order is structured. */
async function prepare(trial: Trial, testType: TestType = 'DEXA') {
  const client = await trial.key(structured);
  const appointment = await scheduled(client, testType);
  const bundle = () => done(client.get<Shape<'physicianBundle'>>(under(appointment.id, 'bundle')));
  const body = sessionBody(await bundle());
  const open = (changes: object = {}, key?: string | null) =>
    client.post<Shape<'physicianSession'>>(under(appointment.id, 'sessions'), { ...body, ...changes }, key);
  const shown = async ({ id }: Shape<'physicianSession'>) =>
    done(client.get<Shape<'physicianSession'>>(`${sessions}/${id}`));
  return { client, appointment, bundle, body, open, shown };
}

must.write`open: a session is frozen as it was opened, once for its key [PHY-08] [PHY-13] [PHY-15] [PHY-16] [PHY-21] [PHY-41] [IDEM-03] [PHY-01] [PHY-03] [PHY-04]`(
  async (trial) => {
    const { bundle, body, open, shown, appointment } = await prepare(trial);
    const { request_id, partner_attestation, template } = await bundle();
    const first = await open({}, 'one');
    equal(first.status, 201);
    const { context_hash, order_date } = body;
    partialDeepStrictEqual(first.data, {
      appointment_id: appointment.id,
      request_id,
      status: 'open',
      context_hash,
      order_date,
      partner_attestation,
      template,
    });
    deepEqual(first.data.physician, physicianBody());
    const presented = JSON.stringify(first.data.presentation);
    ok(presented.includes('Ada Example') && presented.includes(physicianBody().npi));
    ok(!('location' in first.data || 'test_location' in first.data));
    deepEqual(await shown(first.data), first.data);
    equal((await bundle()).existing_session_id, first.data.id);
    deepEqual((await open({}, 'one')).data, first.data);
    answers(await open({ order_date: '2026-01-02' }, 'one'), '409 IDEMPOTENCY_CONFLICT');
    answers(await open({}, null), 400);
    await trial.committed({ physician_sessions: 1, physician_finalizations: 0 });
  },
);

must.write`bad-open: a session needs its physician, its day and known values [PHY-10] [PHY-11] [PHY-12] [PHY-15] [GAP-77]`(
  async (trial) => {
    const { open } = await prepare(trial);
    await each(
      [
        { approval_method: 'wet_ink' },
        { workflow_type: 'fax' },
        { order_date: '11/20/2026' },
        { order_date: undefined },
        { physician: undefined },
        { physician: physicianBody({ npi: '123' }) },
        { physician: physicianBody({ license_state: 'New York' }) },
        { physician: physicianBody({ credentials: '' }) },
        { replaces_session_id: 'none' },
      ],
      async (changes) => answers(await open(changes), 400),
    );
    await each(['template_version_id', 'content_hash', 'context_hash'], async (field) => {
      const refused = await open({ [field]: nobody });
      ok(refused.status >= 400 && refused.status < 500, brief(refused));
    });
  },
);

must.write`replace: a replacement takes the place of the open session [PHY-19] [PHY-16]`(async (trial) => {
  const { client, bundle, open, shown } = await prepare(trial);
  const first = await done(open());
  const second = await open({
    physician: physicianBody({ full_name: 'Alan Invented' }),
    replaces_session_id: first.id,
  });
  deepEqual([second.status, second.data.status], [201, 'open']);
  notEqual(second.data.presentation_hash, first.presentation_hash);
  notEqual((await shown(first)).status, 'open');
  deepEqual({ ...(await shown(first)), status: '' }, { ...first, status: '' });
  equal((await bundle()).existing_session_id, second.data.id);
  for (const refused of [await finalize(client, first), await abandon(client, first)])
    ok(refused.status >= 400);
  answers(await open({ replaces_session_id: nobody }), 404);
});

must.write`abandon: a session is abandoned with a reason, and makes room [PHY-18] [PHY-23]`(async (trial) => {
  const { client, open, bundle } = await prepare(trial);
  const session = await done(open());
  for (const reason of ['', null, 7]) answers(await abandon(client, session, reason), 400);
  answers(await client.post(`${sessions}/${session.id}/abandon`, { reason: 'none' }, null), 400);
  deepEqual((await abandon(client, session)).data, { ...session, status: 'abandoned' });
  equal((await bundle()).existing_session_id, null);
  ok((await finalize(client, session)).status >= 400);
  answers(await open(), 201);
});

must.levers`template: a session starts from the newest template, and keeps it [VER-06] [GAP-83] [CFG-17]`(
  async (trial) => {
    const { client, bundle, open, shown } = await prepare(trial);
    const session = await done(open());
    const { json } = await trial.control<object>('POST', '/templates', {
      kind: 'physician',
      test_type: 'DEXA',
    });
    deepEqual(await shown(session), session);
    partialDeepStrictEqual((await bundle()).template, json);
    ok((await open({ replaces_session_id: session.id })).status >= 400);
    await trial.control('PATCH', `/keys/${client.prefix}`, { physician_order_mode: 'service_service' });
    answers(await finalize(client, session), 202);
  },
);

must.write`foreign: sessions and bundles are of their partner, after scheduling [AUTH-10]`(async (trial) => {
  const { client, appointment, open, body } = await prepare(trial);
  const session = await done(open());
  const stranger = await trial.stranger(structured);
  for (const refused of [
    await stranger.get(under(appointment.id, 'bundle')),
    await stranger.post(under(appointment.id, 'sessions'), body),
    await stranger.get(`${sessions}/${session.id}`),
    await abandon(stranger, session),
    await finalize(stranger, session),
  ])
    answers(refused, 404);
  answers(await client.get(under('not-an-id', 'bundle')), 400);
  ok((await client.get(under((await answered(client)).id, 'bundle'))).status >= 400);
});

must.levers`scopes: structured orders need the scopes of physician evidence [PHY-43]`(async (trial) => {
  const { client, appointment, open, shown } = await prepare(trial);
  const session = await done(open());
  const set = (scopes: string[]) => trial.control('PATCH', `/keys/${client.prefix}`, { scopes });
  await set(['read:physician_order_evidence']);
  deepEqual(await shown(session), session);
  for (const refused of [await open(), await abandon(client, session), await finalize(client, session)]) {
    answers(refused, 403);
    ok(refused.error.message.includes('write:physician_order_evidence'));
  }
  await set(['write:physician_order_evidence']);
  answers(await client.get(under(appointment.id, 'bundle')), 403);
  answers(await client.get(`${sessions}/${session.id}`), 403);
});

must.levers`not-configured: without attestation or template it is 503 [ERR-26] [ERR-30] [GAP-106]`(
  async (trial) => {
    const { client, appointment, open } = await prepare(trial);
    await each(['attestation', 'template'], async (part) => {
      await trial.set({ [`structured_${part}_configured`]: false });
      const code = `503 STRUCTURED_PHYSICIAN_${part.toUpperCase()}_NOT_CONFIGURED`;
      answers(await client.get(under(appointment.id, 'bundle')), code);
      answers(await open(), code);
      await trial.set({ [`structured_${part}_configured`]: true });
    });
    answers(await open(), 201);
  },
);

must.levers`finalize: a signature is 202 with Location and Retry-After, once [PHY-17] [PHY-25] [PHY-27] [PHY-28] [PHY-20]`(
  async (trial) => {
    const { client, appointment, open, shown } = await prepare(trial);
    await trial.set({ physician_artifact_seconds: 20 });
    const session = await done(open());
    const first = await finalize(client, session, {}, 'one');
    equal(first.status, 202);
    deepEqual(first.data, { ...session, status: 'finalizing' });
    ok(first.headers.get('location')?.endsWith(`${sessions}/${session.id}`));
    ok(Number(first.headers.get('retry-after')) >= 1);
    const again = await finalize(client, session, {}, 'one');
    deepEqual(
      [again.status, again.data, again.headers.get('location')],
      [202, first.data, first.headers.get('location')],
    );
    ok((await finalize(client, session)).status >= 400);
    equal((await read(client, appointment)).physician_order_submission_status, 'processing');
    await trial.committed({ physician_sessions: 1, physician_finalizations: 1 });
    equal((await client.get(`${appointment.path}/signed-form`)).code, 'PHYSICIAN_ORDER_PENDING');
    await trial.advance(21);
    const { artifact } = await shown(session);
    equal(artifact.status, 'available');
    const form = await done(client.get<Shape<'signedForm'>>(`${appointment.path}/signed-form`));
    for (const url of [artifact.signed_form_url ?? '', form.signed_form_url])
      equal((await call(url, 'GET')).headers.get('content-type'), 'application/pdf');
    partialDeepStrictEqual(await read(client, appointment), {
      status: 'pending_confirmation',
      has_signed_form: true,
    });
  },
);

must.write`approval: both acknowledgements and the whole approval are needed, and nothing is replaced [PHY-28] [PHY-29] [PHY-36] [GAP-82] [GAP-83]`(
  async (trial) => {
    const { client, open, shown } = await prepare(trial);
    const session = await done(open());
    const approvals = [
      { order_acknowledgement: false },
      { electronic_signature_attestation: false },
      { electronic_signature_attestation: undefined },
      { approved_at: '2026-11-20' },
      { typed_name: ' ' },
      { ip_address: 'localhost' },
      { user_agent: '' },
      { device_metadata: { width: 1280 } },
    ].map((changes) => ({ approval: approvalBody(changes) }));
    const own = [
      'physician',
      'order_date',
      'patient',
      'test_type',
      'consent_grant_id',
      'screening',
      'location',
      'presentation',
    ];
    const replaced = own.map((field) => ({ [field]: physicianBody() }));
    const notGiven = { partner_attestation: { accepted: false, ...certified(session) } };
    await each([...approvals, ...replaced, notGiven], async (changes) =>
      answers(await finalize(client, session, changes), 400),
    );
    deepEqual(await shown(session), session);
  },
);

must.write`hashes: each frozen hash and the attestation must be echoed [PHY-27] [PHY-36] [GAP-83]`(
  async (trial) => {
    const { client, open, shown } = await prepare(trial);
    const session = await done(open());
    const attested = (changes: object) => ({
      partner_attestation: { accepted: true, ...certified(session), ...changes },
    });
    const wrong = [
      ...['template_version_id', 'content_hash', 'context_hash', 'presentation_hash'].map((field) => ({
        [field]: nobody,
      })),
      ...[attested({ version: 'other' }), attested({ text_hash: 'other' })],
    ];
    await each(wrong, async (changes) => {
      const refused = await finalize(client, session, changes);
      ok(refused.status >= 400 && refused.status < 500, brief(refused));
    });
    equal((await shown(session)).status, 'open');
  },
);

told.levers`refusals: the refusals of a structured order [GAP-02] [GAP-04] [GAP-81] [GAP-83] [GAP-85] [CFG-28]`(
  async (trial) => {
    const { client, open, shown, appointment } = await prepare(trial);
    const early = brief(await client.get(under((await answered(client)).id, 'bundle')));
    const session = await done(open());
    const hash = await finalize(client, session, { content_hash: nobody });
    const second = await open();
    const other = await trial.key({ physician_order_mode: 'api_partner_pdf' });
    const { id } = await order(other);
    const branches = [
      await other.get(under(id, 'bundle')),
      await trial.partner.get(`${sessions}/${nobody}`),
    ].map(brief);
    await trial.set({ physician_artifact_seconds: null });
    await done(finalize(client, session));
    const closed = brief(await finalize(client, session));
    await trial.control('POST', `/physician-sessions/${session.id}/artifact`, { status: 'failed' });
    const failed = await shown(session);
    const { has_signed_form, physician_order_submission_status } = await read(client, appointment);
    const reopened = await open();
    await trial.advance((Date.parse(reopened.data.expires_at) - Date.now()) / 1000 + 1);
    const expired = brief(await finalize(client, reopened.data));
    return {
      early,
      hash: [brief(hash), hash.error.details],
      second: [brief(second), Object.keys(Object(second.error.details))],
      branches,
      closed,
      failed: [
        failed.status,
        failed.artifact,
        has_signed_form,
        physician_order_submission_status,
        brief(reopened),
      ],
      expired: [expired, brief(await open())],
    };
  },
);

told.levers`presentation: the items of a presentation of each test [PHY-14] [GAP-79] [GAP-80]`(
  async (trial) => {
    const shapes: Record<string, unknown> = {};
    for (const type of testTypes) {
      const { presentation } = await done((await prepare(trial, type)).open());
      const all = presentation.sections as { id: string; rows: object[]; statements: string[] }[];
      ok(
        all.every(
          ({ rows, statements }) =>
            rows.every((row) => Object.values(row).every((value) => String(value).trim())) &&
            statements.every(Boolean),
        ),
      );
      shapes[type] = all.map(({ id }) => id).join();
      shapes.section = Object.keys(all[0] ?? {});
      shapes.row = Object.keys(all[0]?.rows[0] ?? {});
      shapes.acknowledgements = presentation.required_acknowledgements.map((one) => [
        Object.keys(Object(one)),
        Object(one).id,
      ]);
    }
    return shapes;
  },
);

must.levers`in-progress: opening, signing and abandoning under way are 202 without a Location [IDEM-06] [IDEM-08] [PHY-08] [GAP-109] [GAP-84]`(
  async (trial) => {
    const { open } = await prepare(trial);
    const other = await prepare(trial);
    const toSign = await done(other.open());
    const third = await prepare(trial);
    const toAbandon = await done(third.open());
    const turns = [
      [under('*', 'sessions'), () => open({}, 'a')],
      [`${sessions}/*/finalize`, () => finalize(other.client, toSign, {}, 'b')],
      [`${sessions}/*/abandon`, () => abandon(third.client, toAbandon, 'none', 'c')],
    ] as const;
    for (const [path, send] of turns) {
      await trial.fault('POST', path, { kind: 'in_progress', retry_after_seconds: 2 });
      const held = await send();
      deepEqual(
        [held.status, held.headers.get('location'), held.headers.get('retry-after')],
        [202, null, '2'],
      );
      const final = await send();
      ok(final.status < 300 && final.data.id, brief(final));
    }
  },
);
