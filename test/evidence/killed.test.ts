/** The server dies by SIGKILL right after sending a write of a consent's evidence; its successor brings the document to its end. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, choosePlace, pickTimes, profile } from '../journey/booking.ts';
import { Customer } from '../journey/customer.ts';
import { keysOf, origin, startDoomed } from '../journey/doomed.ts';
import { storeKinds } from '../store/test-stores.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);
const modes = { customer_consent_mode: 'api_partner_pdf', physician_order_mode: 'service_service' };

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
      const doomed = await startDoomed(store, modes, kind);
      const customer = new Customer(doomed.url, origin, `killed-${store}-${kind}`);
      const view = await choosePlace(customer, 'DEXA');
      await customer.answer('times', pickTimes(view));
      at(await customer.answer('identity', profile), 'document');
      if (kind === 'consent_evidence.renew_upload')
        await doomed.sandbox.fault('PUT', '/storage/uploads/*', { kind: 'status', status: 403 });
      const journey = `/journeys/${customer.view?.journey_id}/document`;
      const type = { 'content-type': 'application/pdf' };
      const { body } = await customer.call<{ document_id: string }>('PUT', journey, pdf, type);
      await customer.read();
      const handIn = () =>
        customer.answer('document', {
          document_id: body.document_id,
          signer_name: 'Ines Okonkwo-Lindqvist',
          signed_on: '2026-01-05',
          attestation: true,
        });
      at(await doomed.through(customer, handIn, customer.read), 'review');
      expect(await doomed.died).toEqual([null, 'SIGKILL']);
      expect((await doomed.sandbox.ledger()).consent_evidence).toBe(1);
      expect(await keysOf(doomed, path)).toEqual({ tries: 2, keys: 1, bodies: 1 });
    },
  );
});
