/** Consent evidence over the real sandbox: what is kept of it and for how long, and what is found again. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { systemClock } from '../../../server/core/clock.ts';
import type { Tuning } from '../../../server/open-core.ts';
import { at, questionnaireAnswers } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { Clinician, signedOrder } from '../../support/physician-harness.ts';
import { pay, refusal } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { handIn, pdf, untilDocument } from '../../support/upload-document.ts';

let service: FullApiServer;

async function atDocument(name: string, tuning: Tuning = {}): Promise<Customer> {
  service = await serverOfTest({
    tuning,
    key: { customer_consent_mode: 'api_partner_pdf', physician_order_mode: 'api_partner_pdf' },
    assumptions: { evidence: { attestationVersion: '2025-01' } },
    hooks: { mayOrder: async () => true },
  });
  const customer = service.customer(name);
  at(await untilDocument(customer), 'document');
  return customer;
}

const document = pdf(300_000);

const creates = '/v1/api-first/consent-evidence';

it('finds the record of a create whose response was lost and whose retry is rejected, and creates no second one [CEV-02]', async () => {
  const customer = await atDocument('answer-lost');
  await service.sandbox.fault('POST', creates, { kind: 'drop_after' });
  await service.sandbox.fault('POST', creates, refusal(409, { code: 'IDEMPOTENCY_CONFLICT' }), { skip: 1 });
  at(await handIn(customer, document), 'review');
  const { external_reference_id } = JSON.parse(
    service.wire.requests.find(({ method, url }) => method === 'POST' && url === creates)?.body ?? '{}',
  ) as { external_reference_id: string };
  const searches = service.wire.requests.filter(
    ({ method, url }) => method === 'GET' && url.startsWith(`${creates}?`),
  );
  expect(searches.map(({ url }) => url)).toEqual([
    `${creates}?external_reference_id=${external_reference_id}`,
  ]);
  expect((await service.sandbox.ledger()).consent_evidence).toBe(1);
});

it('finds no record that was never created, and asks for another document [CEV-02]', async () => {
  const customer = await atDocument('never-made');
  await service.sandbox.fault('POST', creates, refusal(400, null));
  const view = await handIn(customer, document);
  expect(at(view, 'document')).toMatchObject({ state: 'refused', reason: 'create_refused_400' });
  expect((await service.sandbox.ledger()).consent_evidence).toBe(0);
});

it('accepts the wording of the service, and shows its reason as received [UPL-34]', async () => {
  const customer = await atDocument('other-words');
  const reason = 'Page 3: not signed (?)';
  await service.sandbox.settings({ evidence_processing_seconds: null });
  const data = {
    status: 'rejected',
    safe_reason_code: reason,
    assurance_basis: 'seen_by_two',
    verification_level: 'level 9',
    processing_method: '',
  };
  const answer = (id: string) => ({
    kind: 'status',
    status: 200,
    body: { code: 200, data: { ...data, id }, error: null },
  });
  await service.sandbox.fault('GET', `${creates}/*`, answer('0197d2a4-0000-7000-8000-00000000c001'), {
    times: 9,
  });
  const view = await handIn(customer, document);
  expect(at(view, 'document')).toMatchObject({ state: 'refused', reason });
});

it('keeps the exact bytes until the upload ends, then drops them [UPL-35]', async () => {
  const customer = await atDocument('kept');
  const { db } = await service.store();
  const parts = async () => (await db.selectFrom('document_parts').selectAll().execute()).length;
  await service.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status: 503 }, { times: 2 });
  const handing = handIn(customer, document);
  const puts = async () => (await service.sandbox.requests()).filter(({ method }) => method === 'PUT');
  await expect.poll(async () => (await puts()).length).toBeGreaterThan(0);
  expect(await parts()).toBe(3);
  at(await handing, 'review');
  expect(await parts()).toBe(0);
  const sent = await puts();
  expect(sent).toHaveLength(3);
  expect(sent.at(-1)?.body_sha256).toBe(createHash('sha256').update(document).digest('hex'));
});

it('is sent by another process when the lease of one that hangs in the upload ends [UPL-06]', async () => {
  const leaseMs = 1_000;
  const customer = await atDocument('hanging', { writes: { leaseMs } });
  await service.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'delay', ms: 60_000 });
  const puts = async () => (await service.sandbox.requests()).filter(({ method }) => method === 'PUT');
  const handing = handIn(customer, document);
  await expect.poll(async () => (await puts()).length).toBe(1);
  const other = await service.another(
    {},
    systemClock(() => Date.now() + 5 * leaseMs),
  );
  at(await handing, 'review');
  await other.stop();
  expect((await service.sandbox.ledger()).consent_evidence).toBe(1);
  expect((await puts()).at(-1)?.body_sha256).toBe(createHash('sha256').update(document).digest('hex'));
});

it('uses another record and other endpoints than physician evidence [CFG-19]', async () => {
  const customer = await atDocument('two-branches');
  await handIn(customer, document);
  const asked = await customer.answer('review', pay);
  const sent = at(await customer.answer('questionnaire', questionnaireAnswers(asked)), 'sent');
  const calls = async () => (await service.sandbox.requests()).map(({ path }) => path);
  expect((await calls()).filter((path) => path.includes('physician-order'))).toEqual([]);
  const before = (await calls()).length;

  const clinician = new Clinician(service, sent.appointment_id);
  expect((await clinician.send('GET')).body.shows).toMatchObject({ step: 'document', state: 'needed' });
  const { document_id } = (await clinician.upload(document)).body;
  await clinician.until('done', 'POST', '/evidence', {
    document_id,
    ...signedOrder,
  });
  const after = (await calls()).slice(before);
  expect(after.filter((path) => path.includes('/consent-evidence'))).toEqual([]);
  const { partner_consent_evidence_id } = service.wire.sent<{ partner_consent_evidence_id: string }>(
    '/orders',
  );
  expect(after.filter((path) => path.includes(partner_consent_evidence_id))).toEqual([]);
  expect(await service.sandbox.ledger()).toMatchObject({ consent_evidence: 1, physician_evidence: 1 });
});
