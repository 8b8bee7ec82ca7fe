/** The order as a signed PDF over the real sandbox: uploaded or supplied by the partner, to every ending. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PhysicianDocument } from '../../../server/partner/hooks.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { type Clinician, harness, physicianCalls, signedOrder } from '../../support/physician-harness.ts';
import { physiciansOfTest } from '../../support/server-of-test.ts';
import { pdf } from '../../support/upload-document.ts';
import { voidEvidence } from '../../support/void-evidence.ts';

let service: FullApiServer;

const begin = async (physicianDocument?: () => Promise<PhysicianDocument | null>, assumptions?: object) => {
  service = await physiciansOfTest('api_partner_pdf', {
    ...(physicianDocument ? { hooks: { physicianDocument } } : {}),
    ...(assumptions ? { assumptions } : {}),
  });
  return harness(service);
};

async function handIn(clinician: Clinician, bytes = pdf()) {
  const { body } = await clinician.upload(bytes);
  return clinician.send('POST', '/evidence', {
    ...signedOrder,
    document_id: body.document_id,
  });
}

async function outcome(status: string, safe_reason_code?: string): Promise<void> {
  const { path = '' } =
    (await physicianCalls(service)).find(({ path: at }) => /evidence\/[^/]+\//.test(at)) ?? {};
  const reply = await fetch(`${service.sandbox.url}/sandbox/evidence/${path.split('/')[4]}/outcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status, ...(safe_reason_code ? { safe_reason_code } : {}) }),
  });
  expect(reply.status).toBe(200);
}

describe('A physician uploads the signed order', () => {
  // Also [PEV-07] [PEV-09] [PEV-13] [PEV-14] [PEV-18] [PEV-19] [T69]
  it('and the server creates, sends, completes and reads it until it is accepted [CFG-29] [PEV-05] [PEV-06]', async () => {
    const { clinician, booked } = await begin();
    expect((await clinician.send('GET')).body.shows).toMatchObject({
      step: 'document',
      state: 'needed',
      asks_partner: false,
    });
    const bytes = pdf();
    await handIn(clinician, bytes);
    await clinician.until('done');
    const sent = service.wire.sent<{ document: object }>(
      `/appointments/${booked.id}/physician-order-evidence`,
    );
    expect(sent).toEqual({
      ...signedOrder,
      attestation: { accepted: true, version: '2025-01' },
      external_reference_id: expect.any(String),
      document: {
        file_name: 'physician-order.pdf',
        content_type: 'application/pdf',
        content_length: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    });
    expect(service.wire.sent('/complete')).toEqual({
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const calls = (await physicianCalls(service)).map(
      ({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, '*')}`,
    );
    expect(new Set(calls)).toEqual(
      new Set([
        'GET /v1/api-first/appointments/*/physician-order-evidence',
        'POST /v1/api-first/appointments/*/physician-order-evidence',
        'POST /v1/api-first/physician-order-evidence/*/upload-sessions/*/complete',
        ...calls.filter((call) => call === 'GET /v1/api-first/physician-order-evidence/*'),
      ]),
    );
    const keys = (await physicianCalls(service))
      .filter(({ method }) => method === 'POST')
      .map((call) => call.idempotency_key);
    expect(keys.every(Boolean) && new Set(keys).size === keys.length).toBe(true);
    // The appointment is what the service says of it, not what an accepted document would suggest.
    const reads = (await service.sandbox.requests()).filter(
      ({ method, path }) => method === 'GET' && path === `/v1/appointments/${booked.id}`,
    );
    expect(reads.length).toBeGreaterThan(1);
    expect((await booked.read()).physician_order.submission_status).toBeTruthy();
  });

  it('and sees the state during the review, the reason of a rejection, and sends another [PEV-09] [PEV-18]', async () => {
    const { clinician } = await begin();
    await service.sandbox.settings({ evidence_processing_seconds: null });
    const waiting = await handIn(clinician);
    expect(waiting.body.shows).toMatchObject({ step: 'document', state: 'checking' });
    expect(waiting.body.working).not.toBeNull();
    await expect
      .poll(() =>
        outcome('rejected', 'SIGNATURE_MISSING').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect
      .poll(async () => (await clinician.send('GET')).body.shows)
      .toMatchObject({ state: 'refused', reason: 'SIGNATURE_MISSING' });
    await service.sandbox.settings({ evidence_processing_seconds: 0 });
    await handIn(clinician);
    await clinician.until('done');
    expect((await service.sandbox.ledger()).physician_evidence).toBe(2);
  });

  it('and hands in another one if the service withdraws it while the appointment waits for an order [GAP-34]', async () => {
    const { clinician } = await begin();
    await handIn(clinician);
    await clinician.until('done');
    await voidEvidence(service, 'physician-order-evidence');
    expect((await clinician.send('GET')).body.shows).toMatchObject({
      step: 'document',
      state: 'refused',
      reason: 'evidence_withdrawn',
    });
    await handIn(clinician);
    await clinician.until('done');
    expect((await service.sandbox.ledger()).physician_evidence).toBe(2);
  });

  it('and is not asked again if the service withdraws it after the test took place [GAP-34]', async () => {
    const { clinician, booked } = await begin();
    await handIn(clinician);
    await clinician.until('done');
    for (const status of ['confirmed', 'results_in_progress']) await booked.move(status);
    await voidEvidence(service, 'physician-order-evidence');
    expect((await clinician.send('GET')).body.shows).toEqual({ step: 'done' });
  });

  it.each([
    ['no PDF', Buffer.from('just words'), 415, 'document_not_pdf'],
    ['empty', Buffer.alloc(0), 422, 'document_empty'],
  ])(
    'and learns of one that is %s before anything is created [PEV-18]',
    async (_name, bytes, status, code) => {
      const { clinician } = await begin();
      const reply = await clinician.upload(bytes);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
      expect((await service.sandbox.ledger()).physician_evidence).toBe(0);
    },
  );

  it('through an expired upload session, whose replacement has its own key [PEV-11]', async () => {
    const { clinician } = await begin();
    await service.sandbox.fault('PUT', '/storage/*', { kind: 'status', status: 403 });
    await service.sandbox.fault('PUT', '/storage/*/*', { kind: 'status', status: 403 });
    await handIn(clinician);
    await clinician.until('done');
    const renewed = (await physicianCalls(service)).filter(({ path }) => path.endsWith('/upload-sessions'));
    expect(renewed.map(({ status }) => status)).toEqual([201]);
    expect(renewed[0]?.idempotency_key).toBeTruthy();
  });

  it('and nothing is created before the attestation was agreed on [GAP-32]', async () => {
    const { clinician } = await begin(undefined, {});
    expect((await handIn(clinician)).body.code).toBe('assumption_unmet');
    expect((await service.sandbox.ledger()).physician_evidence).toBe(0);
  });
});

describe('The partner supplies the signed order', () => {
  const supplied: PhysicianDocument = {
    bytes: pdf(),
    physicianFullName: 'Ada Moreau-Whitlock',
    npi: '1730184458',
    licenseState: 'NY',
    licenseNumber: 'MED-204417',
    orderDate: '2026-01-05',
    attestationVersion: '2025-02',
  };

  it('and the physician has nothing to do [CFG-29]', async () => {
    const { clinician } = await begin(async () => supplied);
    expect((await clinician.send('GET')).body.shows).toMatchObject({ asks_partner: true });
    await clinician.until('done', 'POST', '/evidence', { ask_partner: true });
    expect(service.wire.sent('/physician-order-evidence')).toMatchObject({
      attestation: { version: '2025-02' },
    });
  });

  it('or has none, and the physician is asked for it', async () => {
    const { clinician } = await begin(async () => null);
    const view = (await clinician.send('POST', '/evidence', { ask_partner: true })).body;
    expect(view.shows).toMatchObject({ state: 'needed', asks_partner: false });
  });
});

it('finds an accepted order from elsewhere in the list of the appointment, which needs no filter [PEV-02] [PEV-03]', async () => {
  const { clinician, booked } = await begin();
  await handIn(clinician);
  await clinician.until('done');
  await (await service.store()).db.deleteFrom('physician_orders').execute();
  await clinician.until('done');
  expect((await service.sandbox.ledger()).physician_evidence).toBe(1);
  const lists = service.wire.requests.filter(
    ({ method, url }) => method === 'GET' && /physician-order-evidence(\?|$)/.test(url),
  );
  expect(lists.every(({ url }) => !url.includes('?'))).toBe(true);
  expect((await physicianCalls(service)).at(-1)?.path).toBe(
    `/v1/api-first/appointments/${booked.id}/physician-order-evidence`,
  );
});
