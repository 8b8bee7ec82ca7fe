/** With a data folder, pending documents and sessions survive a restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Evidence } from '../../server/contract/upstream-api/evidence.ts';
import type { PhysicianSession } from '../../server/contract/upstream-api/physician-order.ts';
import { identify } from './booking.ts';
import { complete, consentEvidence, declareConsent, upload } from './documents.ts';
import { finalize, openSession, prepare, sessions } from './physician-orders.ts';
import { type Harness, openHarness, partnerOf } from './sandbox-harness.ts';

let dataFolder: string;
let harness: Harness;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  harness = await openHarness({ dataFolder });
});
afterEach(async () => {
  await harness.close();
  await rm(dataFolder, { recursive: true });
});

async function restart() {
  await harness.close();
  harness = await openHarness({ dataFolder });
}

it('a document uploaded before a restart is completed after it, and one declared before is uploaded after', async () => {
  const { apiKey, ...before } = await harness.partner({ customer_consent_mode: 'api_partner_pdf' });
  const identityId = await identify({ apiKey, ...before });
  const uploaded = await declareConsent({ apiKey, ...before }, identityId);
  const declared = await declareConsent({ apiKey, ...before }, identityId, { canonical_test_type: 'VO2' });
  expect(await upload(uploaded)).toBe(200);
  await restart();
  const partner = partnerOf(harness.url, apiKey);
  expect((await complete(partner, consentEvidence, uploaded)).status).toBe(202);
  const { data } = await partner.get<Evidence>(`${consentEvidence}/${declared.id}`);
  expect(data.upload_session?.url).toContain(harness.url);
  expect(await upload(data)).toBe(200);
});

it('a structured order opened before a restart is signed after it, with the same hashes', async () => {
  const before = await harness.partner({ physician_order_mode: 'structured_api' });
  const { data: session } = await openSession(before, await prepare(before));
  await restart();
  const partner = partnerOf(harness.url, before.apiKey);
  expect((await partner.get<PhysicianSession>(`${sessions}/${session.id}`)).data).toEqual(session);
  expect((await finalize(partner, session)).status).toBe(202);
});
