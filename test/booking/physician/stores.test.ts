/** Both branches that have work to do, on either store, and two tabs of one physician at once. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FullApiServer } from '../../support/full-api-server.ts';
import {
  approvalOf,
  Clinician,
  harness,
  type Mode,
  presented,
  provider,
  signedOrder,
} from '../../support/physician-harness.ts';
import { physiciansOfTest } from '../../support/server-of-test.ts';
import { newStoreSettings, type StoreKind, storeKinds } from '../../support/test-stores.ts';
import { pdf } from '../../support/upload-document.ts';

let service: FullApiServer;

async function begin(store: StoreKind, mode: Mode) {
  const { databaseUrl } = await newStoreSettings(store);
  service = await physiciansOfTest(mode, { databaseUrl });
  return harness(service);
}

describe.each(storeKinds)('On %s', (store) => {
  it('a structured order is read, abandoned, read again, signed and followed to its form [CFG-26] [PHY-22] [PHY-24]', async () => {
    const { clinician } = await begin(store, 'structured_api');
    await clinician.prepare();
    await clinician.until('provider', 'POST', '/abandon');
    await clinician.sign(await clinician.prepare());
    expect((await clinician.http.fetch('GET', `${clinician.path}/signed-form`)).status).toBe(200);
    expect(await service.sandbox.ledger()).toMatchObject({
      physician_sessions: 2,
      physician_finalizations: 1,
    });
  });

  it('a signed PDF is kept, replaced and sent once, byte for byte [CFG-29] [PEV-07] [PEV-18]', async () => {
    const { clinician } = await begin(store, 'api_partner_pdf');
    const bytes = pdf(1_500_000);
    await clinician.upload(Buffer.from('%PDF-1.7 the wrong one'));
    const { document_id } = (await clinician.upload(bytes)).body;
    await clinician.until('done', 'POST', '/evidence', { ...signedOrder, document_id });
    const puts = (await service.sandbox.requests()).filter(({ method }) => method === 'PUT');
    expect(puts.map(({ body_sha256 }) => body_sha256)).toEqual([
      createHash('sha256').update(bytes).digest('hex'),
    ]);
    expect((await service.sandbox.ledger()).physician_evidence).toBe(1);
  });

  it('two concurrent tabs open one session and make one signature [PHY-26] [IDEM-12]', async () => {
    const { clinician, booked } = await begin(store, 'structured_api');
    const tabs = [clinician, new Clinician(service, booked.id)];
    const ordered = await Promise.all(tabs.map((tab) => tab.send('POST', '/session', provider)));
    const refused = ordered.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'order_moved'));
    expect(refused.length).toBeLessThan(2);
    const shown = presented(await clinician.until('presentation'));
    const signed = await Promise.all(tabs.map((tab) => tab.send('POST', '/finalize', approvalOf(shown))));
    expect(signed.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await clinician.until('done');
    expect(await service.sandbox.ledger()).toMatchObject({
      physician_sessions: 1,
      physician_finalizations: 1,
    });
    const finalizes = service.wire.requests.filter(({ url }) =>
      /physician-order-sessions\/[^/]+\/finalize$/.test(url),
    );
    expect(new Set(finalizes.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});
