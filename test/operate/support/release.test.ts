/** Writes of documents, handoffs and physicians that are parked: given up, and then made once. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ActionResult, SupportRecords } from '../../../server/contract/admin-api/views.ts';
import type { HandoffView } from '../../../server/contract/handoff-api.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { at } from '../../support/booking.ts';
import { asked, startCoBrandedServer } from '../../support/co-branded-server.ts';
import { eventually } from '../../support/eventually.ts';
import { startFullApiServer } from '../../support/full-api-server.ts';
import {
  harness,
  presented,
  provider,
  signedOrder,
  startPhysicians,
} from '../../support/physician-harness.ts';
import type { Sandbox } from '../../support/sandbox.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { handIn, pdf, untilDocument } from '../../support/upload-document.ts';
import { askAdmin } from '../ask-admin.ts';

const { key, entry } = newOperatorKey('alice', 'admin');
const env = { ADMIN_PORT: '0', ADMIN_KEYS: entry };
const tuning = { writes: { retryLimit: 2 } };

interface Service {
  sandbox: Sandbox;
  adminUrl(): string;
  stop(): Promise<void>;
}

/** An operator at the admin API of a server, which stops with the test. */
function operatorOf(service: Service) {
  const { sandbox, stop } = service;
  onTestFinished(stop);
  const ask = async <T>(action: string, reference: string): Promise<T> => {
    const reply = await askAdmin(service, key, `POST /support/${action}`, { reference });
    expect(reply.status).toBe(200);
    return reply.body as T;
  };
  const writesOf = async (user: string) => (await ask<SupportRecords>('lookup', user)).writes;
  return {
    /** The service refuses the API key once: the server parks the write, and the service has nothing of it. */
    park: (path: string) => sandbox.fault('POST', path, refusal(401, null)),
    untilParked: (user: string) =>
      eventually(async () => (await writesOf(user)).some(({ state }) => state === 'parked')),
    retry: (user: string) => ask<ActionResult>('retry', user),
    async release(user: string, write: string) {
      const result = await ask<ActionResult>('release', user);
      expect(result).toMatchObject({ done: [{ write }], refused: [] });
      await eventually(async () => (await writesOf(user)).every(({ state }) => state === 'settled'));
      expect(await writesOf(user)).toContainEqual(
        expect.objectContaining({ kind: write, status: 0, code: 'RELEASED' }),
      );
    },
    refused: async (user: string) => (await ask<ActionResult>('release', user)).refused,
  };
}

/** The service accepts the document once it is handed in again, or once the server has completed it again. */
describe.each([
  ['create', ''],
  ['complete', '/*/upload-sessions/*/complete'],
] as const)('a document whose %s is parked is given up, and goes on', (action, rest) => {
  const isLost = action === 'create';

  it('for the customer', async () => {
    const service = await startFullApiServer({
      env,
      tuning,
      key: { customer_consent_mode: 'api_partner_pdf' },
      assumptions: { evidence: { attestationVersion: '2025-01' } },
    });
    const { park, untilParked, release } = operatorOf(service);
    const customer = service.customer('signer');
    await untilDocument(customer);
    await park(`/v1/api-first/consent-evidence${rest}`);
    const first = handIn(customer);
    await untilParked('user-signer');
    await release('user-signer', `consent_evidence.${action}`);
    await first;
    if (isLost) at(await customer.read(), 'document');
    if (isLost) await handIn(customer);
    await eventually(async () => (await customer.read()).shows.step === 'review');
    expect((await service.sandbox.ledger()).consent_evidence).toBe(1);
  });

  it('for the physician', async () => {
    const service = await startPhysicians('api_partner_pdf', { env, tuning });
    const { park, untilParked, release } = operatorOf(service);
    const { clinician, booked } = await harness(service);
    const hand = async () => {
      const { body } = await clinician.upload(pdf());
      return clinician.send('POST', '/evidence', { ...signedOrder, document_id: body.document_id });
    };
    const created = `/v1/api-first/appointments/${booked.id}/physician-order-evidence`;
    await park(isLost ? created : `/v1/api-first/physician-order-evidence${rest}`);
    await hand();
    await untilParked('user-patient');
    await release('user-patient', `physician_evidence.${action}`);
    if (isLost) {
      await clinician.until('document');
      await hand();
    }
    await clinician.until('done');
  });
});

it('a handoff is given up, and the customer opens one page', async () => {
  const service = await startCoBrandedServer({ env, tuning });
  const { park, untilParked, release } = operatorOf(service);
  const ordered = await service.ordered('handed');
  const customer = service.customer('handed');
  await park('/v1/orders/*/schedule-handoff');
  const { body } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
  await untilParked('user-handed');
  await release('user-handed', 'handoff.create');
  const { body: shown } = await customer.call<HandoffView>('GET', `/handoffs/${body.handoff_id}`);
  expect(shown.state).toBe('refused');
  const again = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
  expect(again.body.state).toBe('open');
  expect((await service.sandbox.ledger()).handoffs).toBe(1);
});

describe('a structured order', () => {
  it.each([
    ['create', 'appointments/*/physician-order-sessions'],
    ['abandon', 'physician-order-sessions/*/abandon'],
  ])('whose %s is parked is given up, and signed once', async (action, path) => {
    const service = await startPhysicians('structured_api', { env, tuning });
    const { park, untilParked, release } = operatorOf(service);
    const { clinician } = await harness(service);
    if (action === 'abandon') await clinician.prepare();
    await park(`/v1/api-first/${path}`);
    const parked =
      action === 'abandon'
        ? clinician.send('POST', '/abandon')
        : clinician.send('POST', '/session', provider);
    await untilParked('user-patient');
    await parked;
    await release('user-patient', `physician_session.${action}`);
    const { body } = await clinician.send('GET');
    await clinician.sign(body.shows.step === 'presentation' ? presented(body) : await clinician.prepare());
    expect((await service.sandbox.ledger()).physician_finalizations).toBe(1);
  });

  it('whose signature is parked is not given up, and a retry signs it once', async () => {
    const service = await startPhysicians('structured_api', { env, tuning });
    const { park, untilParked, refused, retry } = operatorOf(service);
    const { clinician } = await harness(service);
    const shown = await clinician.prepare();
    await park('/v1/api-first/physician-order-sessions/*/finalize');
    const signed = clinician.sign(shown);
    await untilParked('user-patient');
    expect((await refused('user-patient'))[0]?.message).toContain('may have this signature already');
    await retry('user-patient');
    await signed;
    expect((await service.sandbox.ledger()).physician_finalizations).toBe(1);
  });
});
