/** A look at the first step stores nothing: the booking begins with the first answer or draft. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenJourney } from '../../../server/contract/journey-api/answers.ts';
import type { OfferingPreviews } from '../../../server/contract/journey-api/views.ts';
import { at, profile } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { serverOfFile, serverOfTest } from '../../support/server-of-test.ts';
import { countStatements } from '../../support/statements.ts';
import { newMigratedDatabase, storeKinds } from '../../support/test-stores.ts';

/** Of each way to open a booking. */
const looks = 25;

/** How often the server sends a read. */
const readTries = 4;
const near = { zip: '10002' };
const asked = { test_types: ['DEXA' as const], near };
const search = { search: { test_types: asked.test_types, near } };

/** An offering that `asked` finds. */
let offering: string;
const service = await serverOfFile({
  env: { RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0' },
  hooks: { customerProfile: async ({ subject }) => (subject.includes('known') ? profile : null) },
});
const store = await service.store();
beforeAll(async () => {
  offering = offeringsOf(await service.customer('finder').open(asked)).at(-1) ?? '';
});

const offeringsOf = (view: Parameters<typeof at>[0]): string[] =>
  at(view, 'place').results?.within_radius.flatMap(({ tests }) => tests.map((test) => test.offering_id)) ??
  [];

/** How many rows the bookings and drafts of all customers have. */
async function rows(): Promise<number> {
  const [journeys, drafts] = await Promise.all([
    store.db.selectFrom('journeys').selectAll().execute(),
    store.db.selectFrom('drafts').selectAll().execute(),
  ]);
  return journeys.length + drafts.length;
}

const previews = (customer: Customer, offerings: string[]) =>
  customer.call<OfferingPreviews>('POST', `/journeys/${customer.view?.journey_id}/previews`, {
    offerings,
    ...customer.begins,
  });

describe('A look', () => {
  it.each<[string, string, () => OpenJourney]>([
    ['without a wish', 'plain', () => ({})],
    ['near a ZIP code', 'zip', () => ({ near })],
    ['at one test, which is searched', 'search', () => asked],
    ['of a customer whose ZIP code is known', 'known', () => ({ test_types: ['DEXA'] })],
    ['at one offering, which is chosen', 'offering', () => ({ ...asked, offerings: [offering] })],
  ])('%s stores no booking', async (_, name, ask) => {
    const before = await rows();
    for (let n = 0; n < looks; n += 1) {
      const customer = service.customer(`${name}-${n}`);
      const { body } = await customer.firstView({ journey: JSON.stringify(ask()) });
      expect(body.journey).toMatchObject({ is_stored: false, draft: null });
      expect(await customer.open(ask())).toEqual({ ...body.journey, journey_id: expect.any(String) });
    }
    expect(await rows()).toBe(before);
    expect(service.logged()).not.toContain('journey.opened');
  });

  it('changes no table of bookings', async () => {
    const customer = service.customer('statements');
    await customer.signIn();
    const { texts } = await countStatements(() => customer.open(asked));
    expect(texts.some((text) => text.includes('"journeys"'))).toBe(true);
    const changes = texts.filter((text) => /^\s*(insert|update|delete)/i.test(text));
    expect(changes.filter((text) => /journeys|drafts|customer_keys/.test(text))).toEqual([]);
  });

  it('reads prices and free times, and stores no booking', async () => {
    const before = await rows();
    const customer = service.customer('previews');
    await customer.open(asked);
    const { body } = await previews(customer, [offering]);
    expect(body.previews).toMatchObject([{ offering_id: offering, availability: 'open' }]);
    expect((await customer.call('GET', `/journeys/${customer.view?.journey_id}`)).status).toBe(404);
    expect(await rows()).toBe(before);
  });
});

describe('A booking', () => {
  it('begins with the first answer, under the id of the look', async () => {
    const customer = service.customer('answers');
    const { journey_id: id } = await customer.open();
    const view = await customer.answer('place', search, { zip: '10002' });
    expect(view).toMatchObject({ journey_id: id, is_stored: true, draft: { zip: '10002' } });
    expect(await service.customer('answers').open()).toEqual(view);
  });

  it('begins without `opening` if the page asked for nothing, and not at another revision', async () => {
    const customer = service.customer('plain-answer');
    const { journey_id: id } = await customer.open();
    const answer = (revision: number) =>
      customer.call(
        'POST',
        `/journeys/${id}`,
        { step: 'place', answer: search },
        { 'If-Match': `"${revision}"` },
      );
    expect((await answer(2)).status).toBe(404);
    expect(await answer(1)).toMatchObject({ status: 200, body: { journey_id: id, is_stored: true } });
  });

  it('begins with the first draft, and goes on with the revision of the look', async () => {
    const customer = service.customer('types');
    const look = await customer.open(asked);
    expect((await customer.draft('place', { zip: '100' })).status).toBe(204);
    expect((await customer.draft('place', { zip: '1000' })).status).toBe(204);
    const resumed = { ...look, is_stored: true, can_start_over: true, draft: { zip: '1000' } };
    expect(await service.customer('types').open(asked)).toEqual(resumed);
    expect((await customer.answer('place', search)).journey_id).toBe(look.journey_id);
  });

  it('begins once if the first answer is repeated, or comes with the first draft', async () => {
    const customer = service.customer('repeats');
    await customer.open();
    const sent = await Promise.all([
      customer.send('place', search),
      customer.draft('place', { zip: '10002' }),
      customer.send('place', search),
    ]);
    expect(sent.every(({ status }) => status < 300)).toBe(true);
    expect(sent[0]?.body).toEqual(sent[2]?.body);
  });

  it('begins with the choice of a place that the look has found', async () => {
    const customer = service.customer('chooses');
    const look = await customer.open(asked);
    const [test] = at(look, 'place').results?.within_radius.at(-1)?.tests ?? [];
    const choose = { catalog_id: test?.catalog_id ?? '', offering_id: test?.offering_id ?? '' };
    const view = await customer.answer('place', { choose });
    expect(view).toMatchObject({ journey_id: look.journey_id, shows: { step: 'product' } });
  });

  it('does not begin while the service cannot find again what the customer chooses', async () => {
    const before = await rows();
    const customer = service.customer('chooses-in-an-outage');
    const look = await customer.open(asked);
    const [test] = at(look, 'place').results?.within_radius.at(-1)?.tests ?? [];
    const choose = { catalog_id: test?.catalog_id ?? '', offering_id: test?.offering_id ?? '' };
    await service.sandbox.fault(
      'GET',
      '/v1/locations',
      { kind: 'status', status: 503 },
      { times: readTries },
    );
    const failed = await customer.send('place', { choose });
    expect([failed.status, failed.body]).toMatchObject([503, { code: 'service_unavailable' }]);
    expect(await rows()).toBe(before);
    expect((await customer.answer('place', { choose })).shows.step).toBe('product');
  });

  it('begins with a chosen offering, and refuses the answer to another one than the customer saw', async () => {
    const accept = async (name: string, chosen: string) => {
      const customer = service.customer(name);
      const { journey_id: id, revision } = await customer.open({ ...asked, offerings: [offering] });
      const opening = { ...asked, offerings: [chosen] };
      const answer = { step: 'product', answer: { accept: true }, opening };
      return customer.call('POST', `/journeys/${id}`, answer, { 'If-Match': `"${revision}"` });
    };
    const other = offeringsOf(await service.customer('finder').open(asked))[0] ?? '';
    expect(await accept('refused', other)).toMatchObject({ status: 409, body: { code: 'journey_moved' } });
    expect(await accept('accepts', offering)).toMatchObject({
      status: 200,
      body: { shows: { step: 'times' } },
    });
  });

  it('goes on in a second tab that looked before it began', async () => {
    const [first, second] = [service.customer('two-tabs'), service.customer('two-tabs')];
    await Promise.all([first.open(), second.open()]);
    await first.draft('place', { zip: '100' });
    const view = await second.answer('place', search);
    expect(view.journey_id).toBe(first.view?.journey_id);
    const late = await first.send('place', search);
    expect([late.status, Object(late.body).code]).toEqual([409, 'journey_moved']);
    expect(await first.draft('place', { zip: '1' })).toMatchObject({ status: 200, body: { kept: false } });
    expect(await first.open()).toEqual(view);
  });

  it('does not begin under an id that the server did not make for this customer', async () => {
    const owner = service.customer('owner');
    const { journey_id: looked } = await service.customer('looks-only').open();
    await owner.open();
    const { journey_id: begun } = await owner.answer('place', search);
    const before = await rows();
    for (const id of [begun, looked, randomUUID(), 'mine']) {
      const body = { step: 'place', answer: search, opening: {} };
      const thief = service.customer('thief');
      const reply = await thief.call('POST', `/journeys/${id}`, body, { 'If-Match': '"1"' });
      expect(reply.status).toBe(404);
    }
    expect(await rows()).toBe(before);
  });
});

it.each(storeKinds)('is one on %s, if five tabs begin it at the same time [IDEM-12]', async (kind) => {
  const databaseUrl = kind === 'postgres' ? await newMigratedDatabase() : undefined;
  const server = await serverOfTest({ databaseUrl });
  const tabs = Array.from({ length: 5 }, () => server.customer('tabs'));
  for (const tab of tabs) await tab.open();
  const statuses = await Promise.all(
    tabs.map(
      async (tab, n) => (await (n % 2 ? tab.draft('place', { n }) : tab.send('place', search))).status,
    ),
  );
  // A later tab is refused, or its draft is not kept.
  expect(statuses.every((status) => [200, 204, 409].includes(status))).toBe(true);
  const views = await Promise.all(tabs.map((tab) => tab.open()));
  expect(new Set(views.map((view) => view.journey_id)).size).toBe(1);
  expect(views[0]).toMatchObject({ is_stored: true, shows: { search: { zip: '10002' } } });
});

it('counts the bookings that a customer begins, and no look', async () => {
  const limited = await serverOfTest();
  const customer = limited.customer('busy');
  for (let n = 0; n < 20; n += 1) {
    await customer.open({ start_over: true });
    await customer.send('place', search);
  }
  const other = limited.customer('looks');
  for (let n = 0; n < 21; n += 1) await other.open();
  expect((await other.send('place', search)).status).toBe(200);
  const refused = await customer.call('POST', '/journeys', { start_over: true });
  expect(refused.status).toBe(429);
});
