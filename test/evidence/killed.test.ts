/** The server dies by SIGKILL while it hands in a consent's document; the next process completes it. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { at, choosePlace, pickTimes, profile } from '../support/booking.ts';
import { type CrashServer, keysOf, origin, startCrashServer } from '../support/crash-server.ts';
import { Customer } from '../support/customer.ts';
import { eventually } from '../support/outbox-harness.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);
const modes = { customer_consent_mode: 'api_partner_pdf', physician_order_mode: 'service_service' };

/** Uploads the document; what it returns hands it in. */
async function uploaded(customer: Customer) {
  const journey = `/journeys/${customer.view?.journey_id}/document`;
  const type = { 'content-type': 'application/pdf' };
  const { body } = await customer.call<{ document_id: string }>('PUT', journey, pdf, type);
  await customer.read();
  return () =>
    customer.answer('document', {
      document_id: body.document_id,
      signer_name: 'Ines Okonkwo-Lindqvist',
      signed_on: '2026-01-05',
      attestation: true,
    });
}

/** Up to the consent document, with the server's process able to die on the way. */
async function untilDocument({ url }: CrashServer, name: string): Promise<Customer> {
  const customer = new Customer(url, origin, name);
  const view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  at(await customer.answer('identity', profile), 'document');
  return customer;
}

const timeout = 60_000;

// Also [IDEM-12]
it('completes the document when a process dies after sending each write [CEV-18] [IDEM-04] [IDEM-05]', {
  timeout,
}, async () => {
  const kinds = ['consent_evidence.create', 'consent_evidence.renew_upload', 'consent_evidence.complete'];
  const deaths = kinds.map((kind) => [kind, 'after_send'] as const);
  const server = await startCrashServer('postgres', modes, deaths);
  const customer = await untilDocument(server, 'killed');
  // A refused upload needs another session.
  await server.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status: 403 });
  const handIn = await uploaded(customer);
  let shown = await server.through(customer, handIn, customer.read);
  while (shown.shows.step === 'document')
    shown = await server.through(customer, customer.read, customer.read);
  at(shown, 'review');
  expect(server.signals).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  expect((await server.sandbox.ledger()).consent_evidence).toBe(1);
  for (const path of [/consent-evidence$/, /upload-sessions$/, /complete$/])
    expect(await keysOf(server, path)).toEqual({ tries: 2, keys: 1, bodies: 1 });
});

it('sends the bytes again soon when a process dies during the upload [UPL-06] [UPL-35]', {
  timeout,
}, async () => {
  const server = await startCrashServer('sqlite', modes, [['none', 'after_send']]);
  const customer = await untilDocument(server, 'killed-put');
  // The first PUT lasts longer than any wait for a dead process.
  await server.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'delay', ms: 60_000 });
  const handIn = await uploaded(customer);
  const handing = server.through(customer, handIn, customer.read);
  const puts = async () => (await server.sandbox.requests()).filter(({ method }) => method === 'PUT');
  await eventually(async () => (await puts()).length === 1);
  server.kill();
  const killedAt = performance.now();
  let shown = await handing;
  while (shown.shows.step === 'document') shown = await customer.read();
  at(shown, 'review');
  expect(performance.now() - killedAt).toBeLessThan(20_000);
  expect((await server.sandbox.ledger()).consent_evidence).toBe(1);
  expect((await puts()).at(-1)?.body_sha256).toBe(createHash('sha256').update(pdf).digest('hex'));
});
