/** The transitions of evidence, and those that the control plane makes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { evidenceStatuses } from '../../server/contract/upstream-api/evidence.ts';
import {
  complete,
  consentEvidence,
  handIn,
  upload,
} from '../../server/operate/conformance/evidence-steps.ts';
import { evidenceTransitions } from '../../server/sandbox/states/evidence-states.ts';
import { statusAfter } from '../../server/sandbox/states/transition-table.ts';
import { identify } from './booking.ts';
import { declareConsent, type Evidence } from './documents.ts';
import { advance, eachWithPartner, harness, partner, set } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

let declared: Evidence;
eachWithPartner({ customer_consent_mode: 'api_partner_pdf' });
beforeEach(async () => {
  declared = await declareConsent(partner, await identify(partner));
});

const read = async () => (await partner.get<Evidence>(`${consentEvidence}/${declared.id}`)).data;
const decide = (body: object, { id } = declared) =>
  harness.control<Evidence & { error?: string }>('POST', `/evidence/${id}/outcome`, body);
const events = async () => (await harness.control<{ events: number }>('GET', '/ledger')).json.events;

// Also [UPL-29] [UPL-30] [UPL-31] [GAP-34]
it('allows only the transitions of the state table [CEV-12] [UPL-27] [UPL-28]', () => {
  const allowed = (Object.keys(evidenceTransitions) as (keyof typeof evidenceTransitions)[]).flatMap((move) =>
    evidenceStatuses.flatMap((from) => {
      const to = statusAfter(evidenceTransitions, move, from);
      return to === null ? [] : [`${from} ${to}`];
    }),
  );
  expect(allowed).toEqual([
    'awaiting_upload processing',
    'processing accepted',
    'processing rejected',
    'processing failed',
    'awaiting_upload abandoned',
    'accepted superseded',
    'accepted invalidated',
  ]);
});

it('is accepted in the order in which it was completed, and the last one counts', async () => {
  await set({ evidence_processing_seconds: 100 });
  const second = await declareConsent(partner, declared.customer_identity_id ?? '');
  await handIn(partner, consentEvidence, second);
  await advance(50);
  await handIn(partner, consentEvidence, declared);
  await advance(500);
  const { data } = await partner.get<Evidence>(`${consentEvidence}/${second.id}`);
  expect([data.status, (await read()).status]).toEqual(['superseded', 'accepted']);
});

describe('the control plane', () => {
  it.each(['superseded', 'invalidated'])(
    'moves accepted evidence to %s without an event [GAP-34] [WHK-44]',
    async (status) => {
      await handIn(partner, consentEvidence, declared);
      const before = await events();
      expect((await decide({ status })).json.status).toBe(status);
      expect(await events()).toBe(before);
    },
  );

  it('abandons evidence that awaits its bytes, for good [UPL-27] [GAP-35]', async () => {
    await upload(declared);
    const { json } = await decide({ status: 'abandoned' });
    expect(json).toMatchObject({ status: 'abandoned', upload_session: null });
    expect((await complete(partner, consentEvidence, declared)).status).toBe(409);
    expect((await partner.post(`${consentEvidence}/${declared.id}/upload-sessions`)).status).toBe(409);
    for (const status of ['accepted', 'rejected', 'failed', 'abandoned', 'superseded', 'invalidated'])
      expect((await decide({ status })).status).toBe(409);
    expect(await read()).toEqual(json);
  });

  it('answers 409 to any other move, naming both ends [GAP-34]', async () => {
    for (const status of ['accepted', 'rejected', 'failed', 'superseded', 'invalidated']) {
      const { status: answered, json } = await decide({ status });
      expect(answered).toBe(409);
      expect(json.error).toContain(status);
    }
    await handIn(partner, consentEvidence, declared);
    for (const status of ['accepted', 'rejected', 'failed', 'abandoned'])
      expect((await decide({ status })).status).toBe(409);
    expect((await read()).status).toBe('accepted');
  });

  it('answers 400 to a bad body, naming the field, and 404 to unknown evidence', async () => {
    for (const body of [{}, { status: 'processing' }, { status: 'done' }]) {
      const { status, json } = await decide(body);
      expect([status, json.error]).toEqual([400, expect.stringContaining('status')]);
    }
    expect((await decide({ status: 'accepted' }, { ...declared, id: nobody })).status).toBe(404);
    expect((await decide({ status: 'accepted', safe_reason_code: 'none' })).status).toBe(400);
  });
});
