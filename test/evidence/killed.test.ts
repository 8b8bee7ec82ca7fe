/** The server dies by SIGKILL right after sending a write of a consent's evidence; its successor brings the document to its end. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { at, choosePlace, pickTimes, profile } from '../support/booking.ts';
import { keysOf, origin, startCrashServer } from '../support/crash-server.ts';
import { Customer } from '../support/customer.ts';
import { storeKinds } from '../support/test-stores.ts';

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

describe.each(storeKinds)('Killed right after sending, on %s', (store) => {
  it.each([
    ['consent_evidence.create', /consent-evidence$/],
    ['consent_evidence.renew_upload', /upload-sessions$/],
    ['consent_evidence.complete', /complete$/],
  ])(
    '%s is sent again with its key by the next process [CEV-18] [IDEM-04] [IDEM-05] [IDEM-12]',
    {
      timeout: 60_000,
    },
    async (kind, path) => {
      const doomed = await startCrashServer(store, modes, kind);
      const customer = new Customer(doomed.url, origin, `killed-${store}-${kind}`);
      const view = await choosePlace(customer, 'DEXA');
      await customer.answer('times', pickTimes(view));
      at(await customer.answer('identity', profile), 'document');
      if (kind === 'consent_evidence.renew_upload')
        await doomed.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status: 403 });
      const handIn = await uploaded(customer);
      at(await doomed.through(customer, handIn, customer.read), 'review');
      expect(await doomed.died).toEqual([null, 'SIGKILL']);
      expect((await doomed.sandbox.ledger()).consent_evidence).toBe(1);
      expect(await keysOf(doomed, path)).toEqual({ tries: 2, keys: 1, bodies: 1 });
    },
  );

  it('while the bytes are on their way, they are sent once more by the next process, soon [UPL-06] [UPL-35]', {
    timeout: 60_000,
  }, async () => {
    const doomed = await startCrashServer(store, modes, 'none');
    const customer = new Customer(doomed.url, origin, `killed-${store}-put`);
    const view = await choosePlace(customer, 'DEXA');
    await customer.answer('times', pickTimes(view));
    await customer.answer('identity', profile);
    // The first PUT goes on for longer than anybody waits for a dead process.
    await doomed.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'delay', ms: 60_000 });
    const handIn = await uploaded(customer);
    const handing = doomed.through(customer, handIn, customer.read);
    await sleep(3_000);
    doomed.kill();
    const killedAt = performance.now();
    let shown = await handing;
    while (shown.shows.step === 'document') shown = await customer.read();
    at(shown, 'review');
    expect(performance.now() - killedAt).toBeLessThan(20_000);
    expect((await doomed.sandbox.ledger()).consent_evidence).toBe(1);
    const puts = (await doomed.sandbox.requests()).filter(({ method }) => method === 'PUT');
    expect(puts.at(-1)?.body_sha256).toBe(createHash('sha256').update(pdf).digest('hex'));
  });
});
