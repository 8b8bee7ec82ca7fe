/** Consent by a signed PDF, over the real sandbox: the partner's own or the customer's, with what can go wrong on the way. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ConsentDocument } from '../../../server/partner/hooks.ts';
import { at, profile, questionnaireAnswers } from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import type { RecordedRequest } from '../../support/recording-proxy.ts';
import { pay, refusal } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { handIn, paperConsent, pdf, untilDocument, upload, uploaded } from '../../support/upload-document.ts';
import { receivesEvents, voidConsentBeforeEvent, voidEvidence } from '../../support/void-evidence.ts';

const mib20 = 20_971_520;

let service: FullApiServer;

const start = async (consentDocument?: () => Promise<ConsentDocument | null>) => {
  service = await serverOfTest({
    ...paperConsent,
    ...(consentDocument ? { consentDocument } : {}),
  });
};

const storagePuts = async () => (await service.sandbox.requests()).filter(({ method }) => method === 'PUT');

const renewals = async () =>
  (await service.sandbox.requests()).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/upload-sessions'),
  );

describe('The customer uploads the signed consent', () => {
  // Also [UPL-01] [UPL-04] [UPL-05] [UPL-06] [UPL-12] [UPL-13] [UPL-21] [CEV-20] [ORD-06] [T61] [T62] [T65]
  it('and completes the booking with it; the exact bytes are hashed and sent [CFG-21] [CEV-09] [CEV-10]', async () => {
    await start();
    const customer = service.customer('uploads');
    expect(at(await untilDocument(customer), 'document')).toMatchObject({
      state: 'needed',
      asks_partner: false,
    });
    const bytes = pdf();
    at(await handIn(customer, bytes), 'review');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const created = service.wire.sent<{ document: object }>('/consent-evidence');
    expect(created).toMatchObject({
      attestation: { accepted: true, version: '2025-01' },
      canonical_test_type: 'DEXA',
      signer_name: 'Ines Okonkwo-Lindqvist',
    });
    expect(created.document).toEqual({
      file_name: 'signed-consent.pdf',
      content_type: 'application/pdf',
      content_length: bytes.length,
      sha256,
    });
    const view = await customer.answer('review', pay);
    const sent = at(await customer.answer('questionnaire', questionnaireAnswers(view)), 'sent');
    expect((await customer.read()).shows).toMatchObject({ actions: ['cancel', 'consents'] });
    const { body } = await customer.call('GET', `/appointments/${sent.appointment_id}/consents`);
    expect(body).toEqual({
      consents: [
        {
          consent_id: expect.any(String),
          signed_at: expect.stringMatching(/T12:00:00/),
          test_type: 'DEXA',
          signer_name: 'Ines Okonkwo-Lindqvist',
          document: { sha256, bytes: bytes.length },
        },
      ],
    });
    const order = service.wire.sent('/orders');
    expect(order).toHaveProperty('partner_consent_evidence_id');
    expect(order).not.toHaveProperty('consent_grant_id');
    expect(await storagePuts()).toHaveLength(1);
    const effects = { consent_evidence: 1, consent_sessions: 0, orders: 1 };
    expect(await service.sandbox.ledger()).toMatchObject(effects);
  });

  it.each([
    ['no PDF', Buffer.from('just words'), 'document_not_pdf', 415],
    ['empty', Buffer.alloc(0), 'document_empty', 422],
    ['a byte over 20 MiB', Buffer.concat([pdf(), Buffer.alloc(mib20)]), 'document_too_large', 413],
  ])(
    // Also [T66]
    'and learns what is wrong with one that is %s, before anything reaches the service [UPL-02] [UPL-03] [UPL-08]',
    async (_name, bytes, code, status) => {
      await start();
      const customer = service.customer('wrong-file');
      await untilDocument(customer);
      const reply = await upload(customer, bytes);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
      expect((await service.sandbox.ledger()).consent_evidence).toBe(0);
    },
  );

  it('signed on a day whose noon is still to come: never after it was collected', async () => {
    await start();
    const customer = service.customer('signs-in-the-morning');
    await untilDocument(customer);
    const signed_on = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(0, 10);
    at(await customer.answer('document', { ...(await uploaded(customer)), signed_on }), 'review');
    const sent = service.wire.sent<{ signed_at: string; collected_at: string }>('/consent-evidence');
    expect(Date.parse(sent.signed_at)).toBeLessThanOrEqual(Date.parse(sent.collected_at));
  });

  it('and hands in another one, if the service knows the customer under another identity by now', async () => {
    let isOther = false;
    service = await serverOfTest({
      ...paperConsent,
      rewrite: ({ url }, answer) => {
        const { data } = (answer.body ?? {}) as { data?: { customer_identity_id?: string } };
        if (isOther && url === '/v1/api-first/identities' && data) data.customer_identity_id = randomUUID();
        return answer;
      },
    });
    const customer = service.customer('becomes-another');
    await untilDocument(customer);
    at(await handIn(customer), 'review');
    isOther = true;
    await customer.revisit('identity');
    const changed = { ...profile, last_name: 'Lindqvist' };
    expect(at(await customer.answer('identity', changed), 'document').state).toBe('needed');
  });

  it('of exactly 20 MiB [UPL-03] [UPL-16]', async () => {
    await start();
    const customer = service.customer('large');
    await untilDocument(customer);
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(mib20 - 9)]);
    at(await handIn(customer, bytes), 'review');
    expect(await service.stored()).not.toContain('%PDF-');
  });
});

describe('The partner has the document', () => {
  const document = (): ConsentDocument => ({
    bytes: (async function* () {
      yield pdf();
    })(),
    signerName: 'Ines Okonkwo-Lindqvist',
    signedAt: '2026-01-05T10:00:00-05:00',
    collectedAt: '2026-01-05T10:01:00-05:00',
    attestationVersion: '2025-02',
  });

  it('and the customer continues without a step [CFG-21] [UPL-05]', async () => {
    await start(async () => document());
    const customer = service.customer('partner-has-it');
    expect(at(await untilDocument(customer), 'document').asks_partner).toBe(true);
    at(await customer.answer('document', { ask_partner: true }), 'review');
    expect(service.wire.sent('/consent-evidence')).toMatchObject({
      signed_at: '2026-01-05T10:00:00-05:00',
      attestation: { version: '2025-02' },
    });
  });

  it('or has none, and the customer is asked', async () => {
    await start(async () => null);
    const customer = service.customer('partner-has-none');
    await untilDocument(customer);
    const view = await customer.answer('document', { ask_partner: true });
    expect(at(view, 'document')).toMatchObject({ state: 'needed', asks_partner: false });
  });
});

describe('During the upload to the storage', () => {
  it.each([403, 410])(
    // Also [UPL-20] [T16] [T63]
    'a %i takes a replacement session for the same record [CEV-16] [UPL-10] [UPL-17]',
    async (status) => {
      await start();
      const customer = service.customer(`renewal-${status}`);
      await untilDocument(customer);
      await service.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status }, { times: 2 });
      at(await handIn(customer), 'review');
      const keys = (await renewals()).map((request) => request.idempotency_key);
      expect(new Set(keys).size).toBe(2);
      expect((await service.sandbox.ledger()).consent_evidence).toBe(1);
    },
  );

  it('an outage of the storage that outlasts ten sessions ends with the same document stored [CEV-16] [UPL-20]', async () => {
    const clock = manualClock(Date.now());
    service = await serverOfTest({
      ...paperConsent,
      clock,
      tuning: { tokenLifetimeSeconds: 24 * 3600 },
    });
    const customer = service.customer('long-outage');
    await untilDocument(customer);
    await service.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status: 503 }, { times: 999 });
    const document = await uploaded(customer);
    expect(await customer.send('document', document)).toMatchObject({ status: 200 });
    const longerThanASession = 1_000;
    for (let sessions = 1; sessions <= 10; sessions++) {
      await expect.poll(async () => (await storagePuts()).length).toBe(sessions);
      await service.sandbox.advance(longerThanASession);
      clock.advance(longerThanASession * 1_000);
      await expect.poll(renewals).toHaveLength(sessions);
    }
    await service.sandbox.clearFaults();
    await service.idle();
    clock.advance(60_000);
    at(await customer.read(), 'review');
    expect((await service.sandbox.ledger()).consent_evidence).toBe(1);
  });

  it.each([
    ['cut before', { kind: 'drop_before' }],
    ['cut after', { kind: 'drop_after' }],
    ['503', { kind: 'status', status: 503 }],
  ])('the server repeats a PUT after: %s [UPL-06]', async (name, effect) => {
    await start();
    const customer = service.customer(`put-${name}`);
    await untilDocument(customer);
    await service.sandbox.fault('PUT', '/storage/uploads/*', effect);
    at(await handIn(customer), 'review');
    expect((await service.sandbox.ledger()).consent_evidence).toBe(1);
  });

  it.each([429, 503])(
    'a %i on complete is repeated with the same ids, hash and key [CEV-18] [UPL-22]',
    async (status) => {
      await start();
      const customer = service.customer(`complete-${status}`);
      await untilDocument(customer);
      await service.sandbox.fault(
        'POST',
        '/v1/api-first/consent-evidence/*/upload-sessions/*/complete',
        refusal(status, null),
        { times: 2 },
      );
      at(await handIn(customer), 'review');
      const completes = (await service.sandbox.requests()).filter(({ path }) => path.endsWith('/complete'));
      expect(completes.length).toBe(3);
      expect(new Set(completes.map((request) => request.idempotency_key)).size).toBe(1);
      expect(new Set(completes.map((request) => request.body_sha256)).size).toBe(1);
    },
  );

  it('an upload session that complete calls expired is replaced [UPL-24] [GAP-39]', async () => {
    await start();
    const customer = service.customer('expired-at-complete');
    await untilDocument(customer);
    await service.sandbox.fault(
      'POST',
      '/v1/api-first/consent-evidence/*/upload-sessions/*/complete',
      refusal(409, { code: 'SANDBOX_UPLOAD_SESSION_EXPIRED' }),
    );
    at(await handIn(customer), 'review');
    expect((await service.sandbox.ledger()).consent_evidence).toBe(1);
  });
});

describe('A malformed response during the upload', () => {
  it.each([
    [
      'an address on a host that is not listed',
      { url: 'https://evil.example/x' },
      '"code":"host_not_listed","host":"evil.example"',
    ],
    ['an address without encryption', { url: 'http://10.0.0.1/admin' }, '"code":"not_encrypted"'],
    ['a header of its choice', { required_headers: { Authorization: 'Bearer x' } }, '"code":"unsafe_header"'],
  ])('sends the document nowhere: %s', async (_, bent, logFields) => {
    service = await serverOfTest({
      ...paperConsent,
      rewrite: (_request, answer) => {
        const { data } = (answer.body ?? {}) as { data?: { upload_session?: object } };
        if (data?.upload_session) Object.assign(data.upload_session, bent);
        return answer;
      },
    });
    const customer = service.customer('bent');
    await untilDocument(customer);
    const view = await handIn(customer);
    expect(at(view, 'document').state).toBe('refused');
    expect(service.logged()).toContain(`"event":"documents.refused","route":"upload_url",${logFields}`);
    expect(await storagePuts()).toEqual([]);
  });
});

describe('The verdict', () => {
  // Also [T67]
  it('is awaited, and the journey continues by itself [CEV-14] [CEV-19] [UPL-25]', async () => {
    await start();
    await service.sandbox.settings({ evidence_processing_seconds: 600 });
    const customer = service.customer('processing');
    await untilDocument(customer);
    const waiting = handIn(customer);
    await expect
      .poll(async () => (await service.sandbox.requests()).some(({ path }) => path.endsWith('/complete')))
      .toBe(true);
    await service.sandbox.advance(601);
    at(await waiting, 'review');
  });

  it.each(['rejected', 'failed'])(
    // Also [T64]
    '%s asks for a new document under a new record, with the reason [UPL-26] [UPL-33] [ERR-44]',
    async (outcome) => {
      await start();
      await service.sandbox.settings({ evidence_outcome: outcome });
      const customer = service.customer(`verdict-${outcome}`);
      await untilDocument(customer);
      const view = await handIn(customer);
      expect(view.notice?.code).toBe('document_refused');
      expect(at(view, 'document')).toMatchObject({ state: 'refused', reason: expect.any(String) });
      await service.sandbox.settings({ evidence_outcome: 'accepted' });
      at(await handIn(customer), 'review');
      const creates = (await service.sandbox.requests()).filter(
        ({ method, path }) => method === 'POST' && path.endsWith('/consent-evidence'),
      );
      expect(new Set(creates.map((request) => request.idempotency_key)).size).toBe(2);
    },
  );
});

describe('A document that the service withdraws after it accepted it', () => {
  const begin = async (name: string, change?: (request: RecordedRequest) => Promise<void>) => {
    const held = change ? { change } : {};
    service = await serverOfTest({ ...paperConsent, env: receivesEvents, ...held });
    const customer = service.customer(name);
    await untilDocument(customer);
    at(await handIn(customer), 'review');
    return customer;
  };

  it('is replaced before anybody pays, although no event reports it [GAP-34]', async () => {
    const customer = await begin('withdrawn-early');
    await voidEvidence(service, 'consent-evidence');
    at(await customer.read(), 'review');
    const view = await customer.answer('review', pay);
    expect(service.payments.asked).toEqual([]);
    expect(at(view, 'document').state).toBe('refused');
    expect(view.notice?.code).toBe('document_refused');
    at(await handIn(customer), 'review');
    at(await customer.answer('review', pay), 'questionnaire');
    expect(await service.sandbox.ledger()).toMatchObject({ consent_evidence: 2, orders: 1 });
  });

  it('is replaced as soon as a late event has the server read it [GAP-34]', async () => {
    const customer = await begin('withdrawn-before-event');
    await voidConsentBeforeEvent(service);
    expect(at(await customer.read(), 'document').state).toBe('refused');
  });

  it('leaves the order that is under way to its own result [GAP-34]', async () => {
    const { promise: isRead, resolve: release } = Promise.withResolvers<void>();
    let orders = 0;
    const customer = await begin('withdrawn-meanwhile', async ({ url }) => {
      if (url === '/v1/orders' && ++orders === 2) await isRead;
    });
    await service.sandbox.fault('POST', '/v1/orders', { kind: 'drop_after' });
    const paid = customer.answer('review', pay);
    await expect.poll(() => orders).toBe(2);
    await voidConsentBeforeEvent(service);
    release();
    at(await paid, 'questionnaire');
    expect((await service.sandbox.ledger()).orders).toBe(1);
  });

  it('changes nothing after the order [GAP-34]', async () => {
    const customer = await begin('withdrawn-late');
    const view = await customer.answer('review', pay);
    await voidConsentBeforeEvent(service);
    at(await customer.read(), 'questionnaire');
    at(await customer.answer('questionnaire', questionnaireAnswers(view)), 'sent');
  });
});

it('asks for another upload when the earlier document was dropped after its time [UPL-08]', async () => {
  const service = await serverOfTest(paperConsent);
  const customer = service.customer('comes-back');
  await untilDocument(customer);
  const { body } = await upload(customer, pdf());
  expect(at(await customer.read(), 'document').uploaded).toMatchObject({ document_id: body.document_id });
  await (await service.store()).db.deleteFrom('document_parts').execute();
  expect(at(await customer.read(), 'document').uploaded).toBeNull();
  const reply = await customer.send('document', {
    document_id: body.document_id,
    signer_name: 'Ines Okonkwo-Lindqvist',
    signed_on: '2026-01-05',
    attestation: true,
  });
  expect(reply).toMatchObject({ status: 422, body: { code: 'document_missing' } });
  expect((await service.sandbox.ledger()).consent_evidence).toBe(0);
  at(await handIn(customer), 'review');
});
