/** A customer uploads a consent, leaves, and returns after the server dropped it. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { at } from '../support/booking.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { handIn, pdf, untilDocument, upload } from '../support/upload-document.ts';

const key = {
  flow: 'full_api',
  customer_consent_mode: 'api_partner_pdf',
  physician_order_mode: 'service_service',
};

it('asks for another upload when the earlier document was dropped after its time [UPL-08]', async () => {
  const service = await startFullApiServer({
    key,
    assumptions: { evidence: { attestationVersion: '2025-01' } },
  });
  onTestFinished(() => service.stop());
  const customer = service.customer('comes-back');
  await untilDocument(customer);
  const { body } = await upload(customer, pdf());
  expect(at(await customer.read(), 'document').uploaded).toMatchObject({ document_id: body.document_id });
  const store = new DatabaseSync(String(service.env.SQLITE_FILE));
  store.exec('delete from document_parts');
  store.close();
  expect(at(await customer.read(), 'document').uploaded).toBeNull();
  const reply = await customer.call<{ code: string }>(
    'POST',
    `/journeys/${customer.view?.journey_id}/answers/document`,
    {
      document_id: body.document_id,
      signer_name: 'Ines Okonkwo-Lindqvist',
      signed_on: '2026-01-05',
      attestation: true,
    },
    { 'if-match': `"${customer.view?.revision}"` },
  );
  expect([reply.status, reply.body.code]).toEqual([422, 'document_missing']);
  expect((await service.sandbox.ledger()).consent_evidence).toBe(0);
  at(await handIn(customer), 'review');
});
