/** Consent bundles and consent sessions. */
import { deepEqual, equal, notEqual, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { consentBody, nobody, sessionBody, consentSessions as sessions } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief } from '../client.ts';
import { identify } from '../customer.ts';
import { type Shape, testTypes } from '../shapes.ts';
import type { Trial } from '../trial.ts';

const { must, told, checks } = defineArea('consent', 'Endpoints: Consent (service_consent_api)', {
  customer_consent_mode: 'service_consent_api',
});
/** The checks of this area. */
export const consents = checks;

const bundles = '/v1/api-first/consent-bundles';
const decisionIds = ['testing_consent', 'hipaa_authorization', 'data_use', 'arbitration'];

/** A customer and the body of a session. */
async function prepare({ partner }: Trial) {
  const body = await sessionBody(partner, await identify(partner), 'DEXA');
  const open = (changes: object = {}) =>
    partner.post<Shape<'consentSession'>>(sessions, { ...body, ...changes });
  return { body, open };
}

const publish = (trial: Trial) => trial.control('POST', '/templates', { kind: 'consent', test_type: 'DEXA' });

/** An open session and its path. */
async function opened(trial: Trial) {
  const { open, body } = await prepare(trial);
  const session = await done(open());
  return { session, body, open, path: `${sessions}/${session.id}` };
}

must.read`bundles: a bundle of each test has the four decisions in order [CONS-01] [CONS-03] [CONS-04] [CONS-05] [CONS-06] [CONS-13]`(
  ({ partner }) =>
    each(testTypes, async (testType) => {
      const { template, required_decision_ids } = await done(
        partner.get<Shape<'consentBundle'>>(`${bundles}/${testType}`),
      );
      deepEqual(required_decision_ids, decisionIds);
      equal(template.canonical_test_type, testType);
    }),
);

told.read`bundle-names: the names inside a bundle [GAP-19]`(async ({ partner }) => {
  const { cache, required_section_ids, template } = await done(
    partner.get<Shape<'consentBundle'>>(`${bundles}/DEXA`),
  );
  const { decisions, ...content } = template.content;
  const [section] = (content.sections ?? []) as object[];
  return {
    cache: Object.keys(cache),
    content: Object.keys(content),
    decision: Object.keys(decisions[0] ?? {}),
    ids: decisions.map(({ id }) => id),
    section: Object.keys(section ?? {}),
    'required sections': required_section_ids,
  };
});

must.read`etag: a bundle is revalidated by its ETag [CONS-14] [GAP-20]`(async ({ partner }) => {
  const etag = (await partner.get(`${bundles}/DEXA`)).headers.get('etag') ?? '';
  ok(etag);
  const again = await partner.get(`${bundles}/DEXA`, { 'if-none-match': etag });
  answers(again, 304);
  equal(again.bytes.length, 0);
  answers(await partner.get(`${bundles}/DEXA`, { 'if-none-match': '"other"' }), 200);
});

must.levers`etag-changes: a new version has another ETag [CONS-14]`(async (trial) => {
  const { partner } = trial;
  const etag = (await partner.get(`${bundles}/DEXA`)).headers.get('etag') ?? '';
  await publish(trial);
  const fresh = await partner.get(`${bundles}/DEXA`, { 'if-none-match': etag });
  answers(fresh, 200);
  notEqual(fresh.headers.get('etag'), etag);
});

must.write`not-required: a key whose consent is on paper gets neither bundle nor session [ERR-17] [CFG-16]`(
  async (trial) => {
    const paper = await trial.key({ customer_consent_mode: 'api_partner_pdf' });
    const { body } = await prepare(trial);
    answers(await paper.get(`${bundles}/DEXA`), '409 CUSTOMER_CONSENT_NOT_REQUIRED');
    answers(await paper.post(sessions, body), '409 CUSTOMER_CONSENT_NOT_REQUIRED');
  },
);

must.write`open: a session opens unset, and is read by its own partner only [CONS-16] [CONS-20] [CONS-21] [CONS-25] [CONS-22]`(
  async (trial) => {
    const { session, body, path } = await opened(trial);
    const { customer_identity_id } = body;
    partialDeepStrictEqual(session, {
      ...{ canonical_test_type: 'DEXA', customer_identity_id, status: 'open' },
      ...{ finalized_at: null, abandoned_at: null, abandonment_reason: null, grant: null },
    });
    deepEqual((await trial.partner.get(path)).data, session);
    answers(await (await trial.stranger()).get(path), 404);
  },
);

told.write`session: how long a session is open, and the statuses of opening it again [GAP-25] [GAP-26] [GAP-28]`(
  async (trial) => {
    const beganAt = Date.now();
    const { session, open } = await opened(trial);
    const again = await open();
    equal(again.data.id, session.id);
    const minutes = Math.round((Date.parse(session.expires_at) - beganAt) / 60_000);
    return { minutes, again: brief(again), 'another hash': brief(await open({ content_hash: 'other' })) };
  },
);

must.levers`one-open: an open session blocks another template until it is abandoned [CONS-23]`(
  async (trial) => {
    const { partner } = trial;
    const { session, body, path } = await opened(trial);
    await publish(trial);
    const newer = await sessionBody(partner, body.customer_identity_id, 'DEXA');
    const refused = await partner.post(sessions, newer);
    equal(refused.code, 'CONSENT_SESSION_OPEN');
    ok(JSON.stringify(refused.error.details).includes(session.id));
    await done(partner.post(`${path}/abandon`));
    await done(partner.post(sessions, newer));
  },
);

told.levers`open-blocks: the refusals around an open session and an old template [GAP-22] [GAP-23] [GAP-26]`(
  async (trial) => {
    const { body, open } = await opened(trial);
    await publish(trial);
    const newer = await sessionBody(trial.partner, body.customer_identity_id, 'DEXA');
    const blocked = await trial.partner.post(sessions, newer);
    return {
      'another template': brief(blocked),
      details: Object.keys(Object(blocked.error.details)),
      'an old template': brief(await open({ customer_identity_id: await identify(trial.partner) })),
      'another hash': brief(await open({ content_hash: 'other' })),
    };
  },
);

must.levers`pinned: a session stays with the template it was opened with [CONS-22] [VER-06] [CFG-17]`(
  async (trial) => {
    const { path } = await opened(trial);
    await publish(trial);
    await trial.control('PATCH', `/keys/${trial.partner.prefix}`, {
      customer_consent_mode: 'api_partner_pdf',
    });
    answers(await trial.partner.post(`${path}/finalize`, consentBody()), 201);
  },
);

must.write`bad-open: a session needs four valid fields [CONS-18]`(async (trial) => {
  const { open } = await prepare(trial);
  answers(await open({ canonical_test_type: 'MRI' }), 400);
  answers(await open({ customer_identity_id: 'me' }), 400);
  answers(await open({ customer_identity_id: nobody }), 404);
  answers(await open({ consent_template_version_id: undefined }), 400);
});

must.write`abandon: a session is abandoned without a body, and is then abandoned [CONS-27] [CONS-29]`(
  async (trial) => {
    const { path } = await opened(trial);
    const session = await done(trial.partner.post<Shape<'consentSession'>>(`${path}/abandon`));
    ok(session.abandoned_at);
    equal((await trial.partner.get<Shape<'consentSession'>>(path)).data.abandoned_at, session.abandoned_at);
    ok((await trial.partner.post(`${path}/finalize`, consentBody())).status >= 400);
  },
);

told.write`abandon-twice: an abandoned session [GAP-27] [GAP-24]`(async (trial) => {
  const { path } = await opened(trial);
  const first = await trial.partner.post<Shape<'consentSession'>>(`${path}/abandon`, undefined, null);
  const again = await trial.partner.post<Shape<'consentSession'>>(`${path}/abandon`, undefined, null);
  return {
    'without a key': [brief(first), first.data.status, first.data.abandonment_reason],
    again: [brief(again), again.data.abandoned_at === first.data.abandoned_at],
    'then finalize': brief(await trial.partner.post(`${path}/finalize`, consentBody())),
  };
});

must.write`finalize: finalizing makes a grant, once [CONS-31] [CONS-43] [CONS-44]`(async (trial) => {
  const { path, session } = await opened(trial);
  const finalized = await trial.partner.post<Shape<'consentFinalized'>>(`${path}/finalize`, consentBody());
  answers(finalized, 201);
  const { grant, session: after } = finalized.data;
  partialDeepStrictEqual(after, { id: session.id, status: 'finalized', grant: { id: grant.id } });
  ok(after.finalized_at);
  ok(Date.parse(grant.expires_at) > Date.now());
  deepEqual((await trial.partner.get(path)).data, after);
  for (const part of ['finalize', 'abandon'])
    ok((await trial.partner.post(`${path}/${part}`, consentBody())).status >= 400);
});

told.write`artifact: the artifact, the life of a grant in days, and a second finalization [GAP-29] [GAP-30]`(
  async (trial) => {
    const { path } = await opened(trial);
    const { data } = await trial.partner.post<Shape<'consentFinalized'>>(`${path}/finalize`, consentBody());
    return {
      artifact: Object.keys(data.artifact),
      days: Math.round((Date.parse(data.grant.expires_at) - Date.now()) / 86_400_000),
      again: brief(await trial.partner.post(`${path}/finalize`, consentBody())),
    };
  },
);

const { decisions } = consentBody();
must.write`signature: missing or invalid signature metadata is 400, and the session stays open [CONS-33] [CONS-35] [CONS-36] [ERR-15] [GAP-21]`(
  async (trial) => {
    const { path } = await opened(trial);
    await each(
      [
        { typed_name: '' },
        { typed_name: undefined },
        { signer_role: 'guardian' },
        { electronic_signature_attestation: false },
        { electronic_signature_attestation: 'true' },
        { decisions: { ...decisions, data_use: false } },
        { decisions: { testing_consent: true } },
        { decisions: { ...decisions, marketing: true } },
        { customer_ip: 'localhost' },
        { customer_ip: undefined },
        { customer_user_agent: undefined },
      ],
      async (changes) => answers(await trial.partner.post(`${path}/finalize`, consentBody(changes)), 400),
    );
    equal((await trial.partner.get<Shape<'consentSession'>>(path)).data.status, 'open');
    answers(await trial.partner.post(`${path}/finalize`, consentBody({ customer_ip: '2001:db8::7' })), 201);
  },
);

must.levers`expiry: an expired session neither finalizes nor blocks [CONS-20] [GAP-24]`(async (trial) => {
  await trial.set({ consent_session_seconds: 60 });
  const { path, open } = await opened(trial);
  await trial.advance(61);
  notEqual((await trial.partner.get<Shape<'consentSession'>>(path)).data.status, 'open');
  ok((await trial.partner.post(`${path}/finalize`, consentBody())).status >= 400);
  answers(await open(), 201);
});
