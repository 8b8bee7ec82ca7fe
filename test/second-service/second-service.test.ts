/** The server over another service that follows the specification and differs wherever the specification is silent (VER-10). */
import { afterEach, describe, expect, it } from 'vitest';
import type { ResultsView } from '../../server/contract/appointments-api.ts';
import { consentModes, physicianModes } from '../../server/contract/upstream-api/configuration.ts';
import type { Hooks } from '../../server/partner/hooks.ts';
import { answerStep, at, choosePlace, pickTimes, profile } from '../support/booking.ts';
import { eventually } from '../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { Clinician, signedOrder } from '../support/physician-harness.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { pdf } from '../support/upload-document.ts';
import { needsEntry, needsNothing, together } from './differences.ts';

let service: FullApiServer;
afterEach(async () => {
  await service.stop();
});

const evidence = { attestationVersion: '2025-01' };
type Modes = { consent: string; physician: string };

const hooks: Hooks = {
  mayOrder: async () => true,
  consentDocument: async () => ({
    bytes: pdf(),
    signerName: 'Ines Okonkwo-Lindqvist',
    signedAt: '2026-01-05T10:00:00Z',
    collectedAt: '2026-01-05T10:05:00Z',
    attestationVersion: evidence.attestationVersion,
  }),
};

async function start({ consent, physician }: Modes, rewrite: Rewrite, assumptions: object) {
  service = await startFullApiServer({
    key: { customer_consent_mode: consent, physician_order_mode: physician },
    env: { STRUCTURED_PHYSICIAN_ENABLED: 'true' },
    hooks,
    assumptions: { evidence, ...assumptions },
    rewrite,
  });
}

/** From the first step to the request for times, whatever the key asks for on the way. */
async function book() {
  const customer = service.customer('ines');
  let view = await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  view = await customer.answer('identity', profile);
  for (let turns = 0; view.shows.step !== 'sent' && turns < 60; turns++) {
    if (view.shows.step === 'document') {
      if (view.shows.state === 'needed') view = await customer.answer('document', { ask_partner: true });
      await eventually(async () => {
        view = await customer.read();
        return view.shows.step !== 'document' || view.shows.state === 'needed';
      });
    } else view = await answerStep(customer, view);
  }
  return { customer, id: at(view, 'sent').appointment_id };
}

async function order(physician: string, id: string): Promise<void> {
  if (physician === 'service_service') return;
  const clinician = new Clinician(service, id);
  if (physician === 'structured_api') return void (await clinician.sign(await clinician.prepare()));
  const { document_id } = (await clinician.upload(pdf())).body;
  await clinician.until('done', 'POST', '/evidence', {
    document_id,
    ...signedOrder,
  });
}

async function toResults(modes: Modes): Promise<void> {
  const { customer, id } = await book();
  await order(modes.physician, id);
  for (const to of ['confirmed', 'results_in_progress', 'results_ready'])
    await service.sandbox.transition(id, { to });
  const { status, body } = await customer.call<ResultsView>('GET', `/appointments/${id}/results`);
  expect([status, JSON.stringify(body)]).toEqual([200, expect.stringMatching(/lb|kg|%/)]);
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
}

const combinations = consentModes.flatMap((consent) =>
  physicianModes.map((physician) => ({ consent, physician })),
);
const all = together([
  ...Object.values(needsEntry).map(({ rewrite }) => rewrite),
  ...Object.values(needsNothing),
]);
const file = Object.values(needsEntry).reduce<Record<string, object>>((whole, { assumptions }) => {
  for (const [name, entries] of Object.entries(assumptions))
    whole[name] = { ...whole[name], ...(entries as object) };
  return whole;
}, {});

describe('with its assumptions file', () => {
  it.each(combinations)('consent by $consent and the order by $physician lead to results', async (modes) => {
    await start(modes, all, file);
    await toResults(modes);
  });
});

describe('without a file', () => {
  it.each(Object.entries(needsNothing))('%s change nothing', async (_name, rewrite) => {
    const modes = { consent: 'api_partner_pdf', physician: 'structured_api' };
    await start(modes, rewrite, {});
    await toResults(modes);
  });

  it('decisions under other keys end in a problem that names the entry, and nothing is signed or ordered [GAP-17]', async () => {
    const { entry, rewrite } = needsEntry['decisions under other keys'];
    await start({ consent: 'service_consent_api', physician: 'service_service' }, rewrite, {});
    const customer = service.customer('ines');
    await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
    await expect(customer.answer('identity', profile)).rejects.toMatchObject({
      reply: { status: 503, body: { code: 'assumption_unmet', title: expect.stringContaining(entry) } },
    });
    expect(await service.sandbox.ledger()).toMatchObject({ consent_sessions: 0, orders: 0 });
  });

  it('a physician order with other keys cannot be signed, and the problem names the entry', async () => {
    const { entry, rewrite } = needsEntry['an order to sign made of other keys'];
    const modes = { consent: 'service_consent_api', physician: 'structured_api' };
    await start(modes, rewrite, {});
    const { id } = await book();
    const clinician = new Clinician(service, id);
    const shown = await clinician.prepare();
    const refused = await clinician.send('POST', '/finalize', {
      session_id: shown.session_id,
      presentation_hash: shown.presentation_hash,
      typed_name: 'Ada Moreau-Whitlock',
      order_acknowledgement: true,
      electronic_signature_attestation: true,
    });
    expect(refused.body).toMatchObject({
      code: 'presentation_not_shown',
      title: expect.stringContaining(entry),
    });
    expect(await service.sandbox.ledger()).toMatchObject({ physician_finalizations: 0 });
  });
});
