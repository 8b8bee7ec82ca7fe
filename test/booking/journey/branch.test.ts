/** The branch of a journey depends only on the configuration. */
import { describe, expect, it } from 'vitest';
import { choosePlace, pickTimes, profile, signConsent } from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import type { SandboxKey } from '../../support/sandbox.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;

const otherScopes = [
  'read:physician_order_evidence',
  'write:physician_order_evidence',
  'write:orders',
  'write:appointments',
  'read:appointments',
];
const evidenceScopes = ['read:consent_evidence', 'write:consent_evidence', ...otherScopes];

async function untilBranch(name: string) {
  const customer = service.customer(name);
  const view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  return { customer, view: await customer.answer('identity', profile) };
}

/** The calls of either branch, of a customer and of a physician. */
const branchCalls = async () =>
  (await service.sandbox.requests())
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => /consent-(sessions|evidence)|physician-order/.test(call));

describe('The branch', () => {
  it('comes from the configuration under one key after a change of mode, for any key name [CFG-10]', async () => {
    service = await serverOfTest();
    expect((await untilBranch('before')).view.shows.step).toBe('consent');
    const [prefix = ''] = `${service.env.UPSTREAM_API_KEY}`.split('.');
    await service.sandbox.changeKey(prefix, {
      customer_consent_mode: 'api_partner_pdf',
    } satisfies Partial<SandboxKey>);
    expect((await untilBranch('after')).view.shows.step).toBe('document');
  });

  it.each([
    ['service_consent_api', evidenceScopes, 'consent'],
    ['api_partner_pdf', otherScopes, 'document'],
  ])('is %s when the scopes suggest otherwise [CFG-11]', async (mode, scopes, step) => {
    service = await serverOfTest({ key: { customer_consent_mode: mode, scopes } });
    expect((await untilBranch('scoped')).view.shows.step).toBe(step);
  });

  it('is known without a call of either branch, and no response of a branch changes it [CFG-12]', async () => {
    service = await serverOfTest();
    const { customer, view } = await untilBranch('refused');
    expect(await branchCalls()).toEqual([]);
    const path = '/v1/api-first/consent-sessions';
    await service.sandbox.fault('POST', path, refusal(409, { code: 'CUSTOMER_CONSENT_NOT_REQUIRED' }));
    const after = await customer.answer('consent', signConsent(view));
    expect(after.shows.step).toBe('consent');
    expect(await branchCalls()).toEqual([`POST ${path}`]);
  });
});

describe('The log', () => {
  const incomplete = () =>
    service
      .logged()
      .split('\n')
      .filter((line) => line.includes('"configuration.incomplete"'))
      .map((line) => (JSON.parse(line) as { setting: string }).setting);

  it('names each missing setting once, for any number of journeys [GAP-32] [CFG-27]', async () => {
    service = await serverOfTest({
      key: { customer_consent_mode: 'api_partner_pdf', physician_order_mode: 'structured_api' },
    });
    await service.customer('first').open();
    await service.customer('second').open();
    expect(incomplete().sort()).toEqual([
      'STRUCTURED_PHYSICIAN_ENABLED',
      'evidence.attestationVersion',
      'mayOrder',
    ]);
  });

  it('names nothing when the configuration needs nothing', async () => {
    service = await serverOfTest();
    await service.customer('only').open();
    expect(incomplete()).toEqual([]);
  });
});

describe('A consent with other keys than assumed', () => {
  it('ends in a problem that names the entry', async () => {
    service = await serverOfTest({
      assumptions: { consent: { decisionKeys: { label: { replace: ['heading'] } } } },
    });
    const customer = service.customer('ines');
    await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
    await expect(customer.answer('identity', profile)).rejects.toMatchObject({
      reply: {
        status: 503,
        body: { code: 'assumption_unmet', title: expect.stringContaining('consent.decisionKeys') },
      },
    });
    expect((await service.sandbox.ledger()).consent_sessions).toBe(0);
  });
});
