/** Consent bundles and consent sessions. */
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ConsentBundle,
  type ConsentFinalized,
  type ConsentSession,
  consentSession,
} from '../../server/contract/upstream-api/consent.ts';
import { testTypes } from '../../server/contract/upstream-api/test-types.ts';
import { finalizeBody, identify, sessionBody } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

const bundles = '/v1/api-first/consent-bundles';
const sessions = '/v1/api-first/consent-sessions';

describe('a consent bundle', () => {
  it.each(testTypes)(
    // Also [CONS-05] [CONS-06] [CONS-13] [GAP-19]
    'of %s has four decisions and every required id [CONS-01] [CONS-03] [CONS-04]',
    async (testType) => {
      const { data } = await partner.get<ConsentBundle>(`${bundles}/${testType}`);
      const ids = ['testing_consent', 'hipaa_authorization', 'data_use', 'arbitration'];
      expect(data.required_decision_ids).toEqual(ids);
      expect(data.template.content.decisions.map(({ id }) => id)).toEqual(ids);
      expect(data.template.canonical_test_type).toBe(testType);
      const sections = z.array(z.strictObject({ id: z.string(), title: z.string(), body: z.string() }));
      const shown = sections.parse(data.template.content.sections);
      expect(shown.map(({ id }) => id)).toEqual(data.required_section_ids);
      expect(data.cache).toEqual({ max_age_seconds: expect.any(Number) });
    },
  );

  it('is revalidated by its ETag until a new version is out [CONS-14] [GAP-20]', async () => {
    const etag = (await partner.get(`${bundles}/DEXA`)).headers.get('etag') ?? '';
    const again = await partner.get(`${bundles}/DEXA`, {
      'if-none-match': etag,
    });
    expect(again).toMatchObject({ status: 304, json: undefined });
    expect(again.headers.get('etag')).toBe(etag);
    await harness.control('POST', '/templates', {
      kind: 'consent',
      test_type: 'DEXA',
    });
    const fresh = await partner.get(`${bundles}/DEXA`, {
      'if-none-match': etag,
    });
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get('etag')).not.toBe(etag);
  });

  it('is refused to a key whose consent is on paper, and so is a session [ERR-17]', async () => {
    const onPaper = await harness.partner({
      customer_consent_mode: 'api_partner_pdf',
    });
    const body = await sessionBody(partner, await identify(partner), 'DEXA');
    for (const { status, code } of [
      await onPaper.get(`${bundles}/DEXA`),
      await onPaper.post(sessions, body),
    ]) {
      expect(status).toBe(409);
      expect(code).toBe('CUSTOMER_CONSENT_NOT_REQUIRED');
    }
  });
});

describe('a consent session', () => {
  let body: Awaited<ReturnType<typeof sessionBody>>;
  beforeEach(async () => {
    body = await sessionBody(partner, await identify(partner), 'DEXA');
  });
  const open = () => partner.post<ConsentSession>(sessions, body);

  // Also [CONS-22] [GAP-28]
  it('opens pinned, for an hour [CONS-16] [CONS-20] [CONS-21]', async () => {
    const beganAt = Date.now();
    const { status, data } = await open();
    expect(status).toBe(201);
    consentSession.parse(data);
    expect(data).toEqual({
      id: expect.any(String),
      canonical_test_type: 'DEXA',
      customer_identity_id: body.customer_identity_id,
      expires_at: expect.any(String),
      finalized_at: null,
      abandoned_at: null,
      abandonment_reason: null,
      grant: null,
      status: 'open',
    });
    const openedAt = Date.parse(data.expires_at ?? '') - 3_600_000;
    expect(openedAt).toBeGreaterThanOrEqual(beganAt);
    expect(openedAt).toBeLessThanOrEqual(Date.now());
  });

  it('is reused for the same four fields [CONS-16] [GAP-25]', async () => {
    const first = await open();
    expect(await open()).toMatchObject({
      status: 200,
      data: { id: first.data.id },
    });
  });

  it('blocks another template for the same customer and test, naming itself [CONS-23] [GAP-25] [GAP-26]', async () => {
    const first = await open();
    await harness.control('POST', '/templates', {
      kind: 'consent',
      test_type: 'DEXA',
    });
    const newer = await sessionBody(partner, body.customer_identity_id, 'DEXA');
    const { status, code, error } = await partner.post(sessions, newer);
    expect(status).toBe(409);
    expect(code).toBe('CONSENT_SESSION_OPEN');
    expect(error.details).toMatchObject({ session_id: first.data.id });
    await partner.post(`${sessions}/${first.data.id}/abandon`);
    expect((await partner.post(sessions, newer)).status).toBe(201);
  });

  // Also [VER-06]
  it('needs the current template, and what was pinned stays pinned [CONS-22] [GAP-22] [GAP-23]', async () => {
    const first = await open();
    await harness.control('POST', '/templates', {
      kind: 'consent',
      test_type: 'DEXA',
    });
    expect((await partner.post(`${sessions}/${first.data.id}/finalize`, finalizeBody())).status).toBe(201);
    expect((await open()).code).toBe('SANDBOX_TEMPLATE_STALE');
    expect((await partner.post(sessions, { ...body, content_hash: 'other' })).code).toBe(
      'SANDBOX_TEMPLATE_STALE',
    );
  });

  it.each([
    ['an unknown field', { typed_name: 'A' }, 400],
    ['an unknown test', { canonical_test_type: 'MRI' }, 400],
    ['an unknown customer', { customer_identity_id: nobody }, 404],
  ])('is refused with %s [CONS-18]', async (_name, changes, status) => {
    expect((await partner.post(sessions, { ...body, ...changes })).status).toBe(status);
  });

  it('can be read only by its own partner [CONS-25]', async () => {
    const { data } = await open();
    expect((await partner.get(`${sessions}/${data.id}`)).data).toEqual(data);
    expect((await (await harness.partner()).get(`${sessions}/${data.id}`)).status).toBe(404);
  });

  it('is abandoned without a body or a key, twice without harm [CONS-27] [CONS-29] [GAP-27]', async () => {
    const { data } = await open();
    const path = `${sessions}/${data.id}/abandon`;
    const first = await partner.post<ConsentSession>(path, undefined, null);
    expect(first).toMatchObject({
      status: 200,
      data: { status: 'abandoned', abandonment_reason: null },
    });
    expect(first.data.abandoned_at).toEqual(expect.any(String));
    expect((await partner.post(path, undefined, null)).data).toEqual(first.data);
  });

  // Also [GAP-29]
  it('finalizes into a grant [CONS-31] [CONS-43] [CONS-44]', async () => {
    const { data } = await open();
    const finalized = await partner.post<ConsentFinalized>(`${sessions}/${data.id}/finalize`, finalizeBody());
    expect(finalized.status).toBe(201);
    expect(finalized.data.session).toMatchObject({
      status: 'finalized',
      finalized_at: expect.any(String),
      grant: { id: finalized.data.grant.id },
    });
    expect((await partner.get(`${sessions}/${data.id}`)).data).toEqual(finalized.data.session);
    for (const path of ['finalize', 'abandon'])
      expect((await partner.post(`${sessions}/${data.id}/${path}`, finalizeBody())).code).toBe(
        'SANDBOX_SESSION_CLOSED',
      );
  });

  const decisions = finalizeBody().decisions;
  it.each([
    ['no typed name', { typed_name: '' }],
    ['another signer', { signer_role: 'guardian' }],
    ['no attestation', { electronic_signature_attestation: false }],
    ['a decision that is false', { decisions: { ...decisions, data_use: false } }],
    ['a decision that is missing', { decisions: { testing_consent: true } }],
    ['a decision that nobody asked for', { decisions: { ...decisions, marketing: true } }],
    ['a malformed address', { customer_ip: 'localhost' }],
    ['no user agent', { customer_user_agent: undefined }],
    ['an unknown field', { ip: '203.0.113.7' }],
  ])(
    // Also [ERR-15] [GAP-21]
    'refuses %s with 400 and stays open [CONS-33] [CONS-35] [CONS-36]',
    async (_name, changes) => {
      const { data } = await open();
      const { status, error } = await partner.post(`${sessions}/${data.id}/finalize`, finalizeBody(changes));
      expect(status).toBe(400);
      expect(error.message).not.toBe('');
      expect((await partner.get<ConsentSession>(`${sessions}/${data.id}`)).data.status).toBe('open');
    },
  );

  it('takes an IPv6 address', async () => {
    const { data } = await open();
    const body6 = finalizeBody({ customer_ip: '2001:db8::7' });
    expect((await partner.post(`${sessions}/${data.id}/finalize`, body6)).status).toBe(201);
  });

  it('expires by the clock and then blocks no other [GAP-24]', async () => {
    await harness.control('PATCH', '/settings', { consent_session_seconds: 60 });
    const { data } = await open();
    await harness.control('POST', '/clock', { advance_seconds: 61 });
    expect((await partner.get<ConsentSession>(`${sessions}/${data.id}`)).data.status).toBe('expired');
    expect((await partner.post(`${sessions}/${data.id}/finalize`, finalizeBody())).code).toBe(
      'SANDBOX_SESSION_CLOSED',
    );
    expect((await open()).status).toBe(201);
  });
});
