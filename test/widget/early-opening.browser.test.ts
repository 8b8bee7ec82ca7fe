/** `<dx-booking>` takes over the request that was sent while its module loaded. */
import { type EarlyOpening, earlyOpening, openEarly } from '../../widget/journey/early-opening.ts';
import { assert, equal, until } from './assert.ts';
import { begin, end, inside, put, server, step } from './mounted.ts';
import { problem, viewAt } from './partner-server.ts';

/** Sends the request of a tag that is not defined yet, and gives it to an element. */
function early(attributes: Record<string, string> = {}, token = 'user-1'): (element: HTMLElement) => void {
  const tag: HTMLElement & { [earlyOpening]?: EarlyOpening } = document.createElement('dx-undefined');
  const all = { server: server().base, 'subject-token': token, ...attributes };
  for (const [name, value] of Object.entries(all)) tag.setAttribute(name, value);
  openEarly(tag);
  assert(tag[earlyOpening], 'a request is under way');
  return (element) => Object.assign(element, { [earlyOpening]: tag[earlyOpening] });
}

const parts = (proof: unknown) =>
  `${proof}`
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))));
const keyOf = (proof: unknown) => parts(proof)[0].jwk;
const form = () => server().made('POST /first-view')[0]?.body as Record<string, string>;

describe('the request before the module of <dx-booking>', () => {
  beforeEach(begin);
  afterEach(end);

  it('is the only one until the first step', async () => {
    const give = early();
    await step(put({}, give), 'place');
    equal(
      server().calls.map(({ method, path }) => `${method} ${path}`),
      ['POST /first-view'],
    );
    equal(form().subject_token, 'user-1');
  });

  it('leaves nothing on the element', async () => {
    const element = put({}, early());
    await step(element, 'place');
    assert(!(earlyOpening in element), 'the key and the response are gone');
  });

  it('is repeated as two requests with the same key, if it fails', async () => {
    for (const reply of [
      () => problem(503, 'store_unavailable'),
      () => Promise.reject(new TypeError('cut')),
    ]) {
      server().calls.length = 0;
      server().once('POST /first-view', reply);
      const element = put({}, early());
      await step(element, 'place');
      equal(server().made('POST /token').length, 1, 'exchanges');
      equal(server().made('POST /journeys').length, 1, 'openings');
      const [exchange] = server().made('POST /token');
      equal(keyOf(exchange?.headers.get('dpop')), keyOf(form().proof), 'the key of the user token');
      element.remove();
    }
  });

  it('is the only one until the customer sees that the testing service is away, or that it takes too long', async () => {
    const replies = {
      'Something went wrong on our side': () => problem(503, 'service_unavailable', { 'retry-after': '2' }),
      'This is taking too long': () => Promise.reject(new DOMException('', 'TimeoutError')),
    };
    for (const [words, reply] of Object.entries(replies)) {
      server().calls.length = 0;
      server().once('POST /first-view', reply);
      const element = put({}, early());
      const shown = await until(() => inside(element, '.banner .title'), 'the failure');
      equal(shown.textContent, words);
      equal(server().calls.length, 1, 'requests');
      inside(element, '.banner button')?.click();
      await step(element, 'place');
      element.remove();
    }
  });

  it('uses the nonce of a refusal', async () => {
    server().once('POST /first-view', () => problem(400, 'use_dpop_nonce', { 'dpop-nonce': 'n1' }));
    await step(put({}, early()), 'place');
    const [exchange] = server().made('POST /token');
    equal(parts(exchange?.headers.get('dpop'))[1].nonce, 'n1');
  });

  it('gives the token, but no view, if the page asks for something else by now', async () => {
    const give = early({ 'test-types': 'DEXA' });
    await step(put({ 'test-types': 'CALST' }, give), 'place');
    equal(JSON.parse(form().journey ?? '').test_types, ['DEXA']);
    equal(server().made('POST /token').length, 0, 'exchanges');
    equal(server().made('POST /journeys')[0]?.body, { test_types: ['CALST'] });
  });

  it('is dropped with all that it brings, if the page names another user by now', async () => {
    server().view = viewAt('identity', 3);
    const give = early({}, 'user-other');
    server().view = viewAt('place', 1);
    await step(put({}, give), 'place');
    equal(server().subjects.at(-1), 'user-1');
    equal(server().made('POST /journeys').length, 1, 'openings');
  });

  it('does not delay another user whom the page names while it is under way', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
    server().once('POST /first-view', () => response);
    const element = put({}, early());
    await until(() => server().made('POST /first-view').length === 1, 'the request');
    element.setAttribute('subject-token', 'user-2');
    await step(element, 'place');
    equal(server().subjects, ['user-2']);
    respond(problem(503, 'store_unavailable'));
  });
});
