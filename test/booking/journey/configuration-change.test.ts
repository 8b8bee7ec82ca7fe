/** The key's configuration changes while a booking is open: it continues, or moves to the new branch with a notice. */
import { describe, expect, it } from 'vitest';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { codeOf } from '../../support/book.ts';
import { answerStep, at, choosePlace, pickTimes, profile, signConsent } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { eventually } from '../../support/eventually.ts';
import type { FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { Clinician, type Mode } from '../../support/physician-harness.ts';
import { pay } from '../../support/scripted-refusal.ts';
import { physiciansOfTest, serverOfTest } from '../../support/server-of-test.ts';
import { handIn, pdf } from '../../support/upload-document.ts';

type ConsentMode = 'service_consent_api' | 'api_partner_pdf';

let service: FullApiServer;

const start = async (consent: ConsentMode, options: Parameters<typeof startFullApiServer>[0] = {}) => {
  service = await serverOfTest({
    key: { customer_consent_mode: consent },
    assumptions: { evidence: { attestationVersion: '2025-01' } },
    ...options,
  });
};

const change = (body: object) =>
  service.sandbox.changeKey(`${service.env.UPSTREAM_API_KEY}`.split('.')[0] ?? '', body);

const changes = () =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes('"configuration.changed"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const stepOf = { service_consent_api: 'consent', api_partner_pdf: 'document' } as const;
const otherOf = {
  service_consent_api: 'api_partner_pdf',
  api_partner_pdf: 'service_consent_api',
} as const satisfies Record<ConsentMode, ConsentMode>;

/** The step at which the configuration changes, and the way there. */
const ways = {
  async place(customer: Customer) {
    await customer.open();
    await customer.draft('place', { zip: '10002' });
    return customer.open();
  },
  times: async (customer: Customer) => choosePlace(customer, 'CALST'),
  identity: async (customer: Customer) => customer.answer('times', pickTimes(await ways.times(customer))),
  'the consent': async (customer: Customer) => {
    await ways.identity(customer);
    return customer.answer('identity', profile);
  },
  'the step after the consent': async (customer: Customer) =>
    answer(customer, await ways['the consent'](customer)),
  review: async (customer: Customer) => answer(customer, await ways['the step after the consent'](customer)),
};

const answer = (customer: Customer, view: JourneyView) => {
  if (view.shows.step === 'document') return handIn(customer).catch(readAgain(customer));
  return view.shows.step === 'place' ? choosePlace(customer, 'CALST') : answerStep(customer, view);
};

/** As a page does. The booking moves between the upload and the answer if the server reads the configuration then. */
const readAgain = (customer: Customer) => (error: unknown) => {
  if (codeOf(error) !== 'journey_moved') throw error;
  return customer.open();
};

/** Answers each step to the end. @returns the codes of the notices on the way */
async function finish(customer: Customer, from: JourneyView): Promise<string[]> {
  const notices: string[] = [];
  let view = from;
  for (let turns = 0; view.shows.step !== 'sent' && turns < 15; turns++) {
    if (view.notice) notices.push(view.notice.code);
    view = await answer(customer, view);
  }
  at(view, 'sent');
  return notices;
}

const sourceOfOrder = () => {
  const sent = service.wire.sent('/orders');
  return Object.keys(sent).filter((name) => /^(consent_grant_id|partner_consent_evidence_id)$/.test(name));
};
const sourceOf = { service_consent_api: 'consent_grant_id', api_partner_pdf: 'partner_consent_evidence_id' };

const modes = Object.keys(otherOf) as ConsentMode[];
const cases = modes.flatMap((mode) =>
  (Object.keys(ways) as (keyof typeof ways)[]).flatMap((step) =>
    [false, true].map((isRestarted) => [mode, step, isRestarted] as const),
  ),
);

describe('The consent mode changes', () => {
  it.each(cases)('from %s at %s, with a restart: %s [CFG-18] [T52]', async (mode, step, isRestarted) => {
    await start(mode);
    const customer = service.customer('open');
    let view = await ways[step](customer);
    await change({ customer_consent_mode: otherOf[mode] });
    let current = customer;
    let stop = async () => {};
    if (isRestarted) {
      const next = await service.another();
      stop = next.stop;
      current = next.customer('open');
      view = await current.open();
    }
    const notices = await finish(current, view);
    const isGiven = step === 'the step after the consent' || step === 'review';
    // A server that has not read the former configuration moves a booking before its customer sees the step.
    expect(notices.filter((code) => code !== 'consent_method_changed')).toEqual([]);
    expect(notices).toHaveLength(isGiven ? 0 : 1);
    expect(sourceOfOrder()).toEqual([sourceOf[isGiven ? mode : otherOf[mode]]]);
    expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
    // After the prescreen, which begins the order, a server that knows the configuration does not need it again.
    if (step !== 'review')
      expect(changes()).toEqual([expect.objectContaining({ from_version: 'cfg_1', to_version: 'cfg_2' })]);
    await stop();
  });

  it.each(modes)('from %s and back before the customer sees it: nothing moves', async (mode) => {
    await start(mode);
    const customer = service.customer('back');
    const view = await ways.identity(customer);
    await change({ customer_consent_mode: otherOf[mode] });
    await change({ customer_consent_mode: mode });
    expect(await finish(customer, view)).toEqual([]);
    expect(sourceOfOrder()).toEqual([sourceOf[mode]]);
  });

  it('while a signature is sent: the refusal of the session moves the booking [CFG-12] [CFG-18]', async () => {
    await start('service_consent_api', {
      async change({ url }) {
        if (url === '/v1/api-first/consent-sessions')
          await change({ customer_consent_mode: 'api_partner_pdf' });
      },
    });
    const customer = service.customer('signing');
    const view = await ways['the consent'](customer);
    const moved = await customer.answer('consent', signConsent(view));
    at(moved, 'document');
    expect(await finish(customer, moved)).toEqual(['consent_method_changed']);
  });

  it('while the partner’s document is read: the refusal of the evidence moves the booking', async () => {
    await start('api_partner_pdf', {
      consentDocument: async () => {
        await change({ customer_consent_mode: 'service_consent_api' });
        return {
          bytes: pdf(),
          signerName: 'Ines Okonkwo-Lindqvist',
          signedAt: '2026-01-05T10:00:00-05:00',
          collectedAt: '2026-01-05T10:01:00-05:00',
          attestationVersion: '2025-01',
        };
      },
    });
    const customer = service.customer('handed-in');
    await ways['the consent'](customer);
    const view = await customer.answer('document', { ask_partner: true });
    expect(await finish(customer, view)).toContain('consent_method_changed');
    expect(sourceOfOrder()).toEqual(['consent_grant_id']);
  });

  it.each(modes)('from %s, and the customer goes back to the consent: it stays as given', async (mode) => {
    await start(mode);
    const customer = service.customer('revisits');
    await ways.review(customer);
    await change({ customer_consent_mode: otherOf[mode] });
    const seen = await customer.revisit(stepOf[mode]);
    expect(await finish(customer, seen)).toEqual([]);
    expect(sourceOfOrder()).toEqual([sourceOf[mode]]);
  });

  it('deletes a document that was uploaded and not handed in', async () => {
    await start('api_partner_pdf');
    const customer = service.customer('uploaded');
    const view = await ways['the consent'](customer);
    at(view, 'document');
    const path = `/journeys/${view.journey_id}/document`;
    await customer.call('PUT', path, pdf(), { 'content-type': 'application/pdf' });
    const { shows } = await customer.read();
    const { document_id = '' } = (shows.step === 'document' && shows.uploaded) || {};
    await change({ customer_consent_mode: 'service_consent_api' });
    const moved = await customer.answer('document', {
      document_id,
      signer_name: 'Ines Okonkwo-Lindqvist',
      signed_on: '2026-01-05',
      attestation: true,
    });
    at(moved, 'consent');
    await change({ customer_consent_mode: 'api_partner_pdf' });
    const back = await customer.answer('consent', signConsent(moved));
    expect(at(back, 'document').uploaded).toBeNull();
    expect(await finish(customer, back)).toEqual(['consent_method_changed']);
  });

  it('to one that this server does not support: the answer names it, and the booking waits for the key', async () => {
    const rewritten = { mode: '' };
    await start('service_consent_api', {
      rewrite: ({ url }, answered) => {
        if (!url.endsWith('/integration-configuration') || !rewritten.mode) return answered;
        const body = structuredClone(answered.body) as { data: Record<string, unknown> };
        body.data.customer_consent = { mode: rewritten.mode };
        return { ...answered, body };
      },
    });
    const customer = service.customer('unsupported');
    const view = await ways['the consent'](customer);
    rewritten.mode = 'a_new_mode';
    const reply = await customer.send('consent', signConsent(view));
    expect([reply.status, (reply.body as unknown as { code: string }).code]).toEqual([
      503,
      'branch_not_supported',
    ]);
    expect((await service.sandbox.ledger()).consent_sessions).toBe(0);
    rewritten.mode = '';
    expect(await finish(customer, await customer.read())).toEqual([]);
  });
});

describe('The physician mode changes', () => {
  const others: [Mode, Mode][] = [
    ['service_service', 'api_partner_pdf'],
    ['api_partner_pdf', 'service_service'],
    ['structured_api', 'api_partner_pdf'],
    ['service_service', 'structured_api'],
  ];
  const to = (mode: Mode) => change({ physician_order_mode: mode, structured_enabled: true });
  const shownTo = async (customer: Customer) => {
    const { shows } = customer.view as JourneyView;
    if (shows.step !== 'sent') throw new Error('not sent');
    const { body } = await new Clinician(service, shows.appointment_id).send('GET');
    return body.mode;
  };

  it.each(others)(
    'from %s to %s before the order: the clinician sees the branch of the order [CFG-18]',
    async (before, after) => {
      service = await physiciansOfTest(before);
      const customer = service.customer('not-ordered');
      const view = await choosePlace(customer, 'DEXA');
      await to(after);
      await finish(customer, view);
      expect(await shownTo(customer)).toBe(after);
    },
  );

  it.each(others)('from %s to %s after the order: the order keeps its branch', async (before, after) => {
    service = await physiciansOfTest(before);
    const customer = service.customer('ordered');
    let view = await choosePlace(customer, 'DEXA');
    while (view.shows.step !== 'questionnaire') view = await answer(customer, view);
    await to(after);
    await finish(customer, view);
    expect(await shownTo(customer)).toBe(before);
  });

  it.each([
    ['', 0],
    [', also where it cannot be read for a while', 9],
  ])('while the customer pays: the order has the new branch%s [CFG-31]', async (_, times) => {
    service = await physiciansOfTest('service_service', {
      hooks: {
        async payment({ journeyId }) {
          await to('api_partner_pdf');
          const away = { kind: 'status', status: 503 };
          if (times > 0) await service.sandbox.fault('GET', '/v1/integration-configuration', away, { times });
          return { state: 'paid', reference: journeyId };
        },
      },
    });
    const customer = service.customer('paying');
    await finish(customer, await choosePlace(customer, 'DEXA'));
    expect(await shownTo(customer)).toBe('api_partner_pdf');
  });

  it('after a prescreen: the order that it began keeps its branch', async () => {
    service = await physiciansOfTest('api_partner_pdf');
    const customer = service.customer('prescreened');
    const view = await ways.review(customer);
    at(view, 'review');
    await to('service_service');
    await finish(customer, view);
    expect(await shownTo(customer)).toBe('api_partner_pdf');
  });

  it('between an order and its lost response: the time of the order decides', async () => {
    service = await physiciansOfTest('service_service');
    const customer = service.customer('lost-response');
    let view = await choosePlace(customer, 'DEXA');
    while (view.shows.step !== 'review') view = await answer(customer, view);
    await service.sandbox.fault('POST', '/v1/orders', { kind: 'drop_after' }, { times: 99 });
    const paying = customer.answer('review', pay);
    await eventually(async () => (await service.sandbox.ledger()).orders === 1);
    await service.sandbox.advance(60);
    await to('api_partner_pdf');
    await service.sandbox.clearFaults();
    await finish(customer, await paying);
    expect(await shownTo(customer)).toBe('service_service');
  });
});
