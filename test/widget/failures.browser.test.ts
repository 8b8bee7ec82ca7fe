/**
 * What an element shows when the server fails: the reference for support, the partner's fault, and when not to try
 * again.
 */
import { assert, atRest, equal, until } from './assert.ts';
import { answer, begin, end, inside, put, received, server, step } from './mounted.ts';
import { problem, viewAt } from './partner-server.ts';

const failing = (status: number, code: string, more: object = {}) =>
  new Response(JSON.stringify({ type: 'about:blank', status, code, title: 'A title', ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
const banner = (element: Parameters<typeof inside>[0]) =>
  until(() => inside(element, '.banner.failed'), 'the banner');
const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Holds the pauses of a page that keeps trying, in milliseconds, until each is passed. */
function heldPauses() {
  const { setTimeout } = globalThis;
  const pauses: number[] = [];
  let next: (() => void) | undefined;
  const held = (callback: () => void, ms = 0) => {
    if (ms < 5_000 || ms > 20_000 || !/#poll\(/.test(String(callback))) return setTimeout(callback, ms);
    pauses.push(ms);
    next = callback;
    return 0;
  };
  Object.assign(globalThis, { setTimeout: held });
  const passNext = async () => {
    const pass = await until(() => next, 'the pause');
    next = undefined;
    pass();
  };
  return { pauses, passNext, stop: () => Object.assign(globalThis, { setTimeout }) };
}

/** Records the warnings on the console until `stop`. */
function warnings() {
  const { warn } = console;
  const written: string[] = [];
  console.warn = (...all: unknown[]) => void written.push(all.join(' '));
  return {
    written,
    stop: () => {
      console.warn = warn;
    },
  };
}

describe('a failure', () => {
  let console_: ReturnType<typeof warnings>;
  beforeEach(() => {
    begin();
    console_ = warnings();
  });
  afterEach(async () => {
    console_.stop();
    await end();
  });

  it('of a read shows the reference of the upstream, or else the server’s own', async () => {
    const errors = received('dx-error');
    const references = { upstream_request_id: 'up-1', request_id: 'req-1' };
    server().once('POST /journeys', () => failing(503, 'service_unavailable', references));
    const element = put();
    assert(words(await banner(element)).includes('Reference up-1'), 'the reference of the upstream');
    const first = { code: 'unavailable', problem: 'service_unavailable', reference: 'up-1' };
    equal(errors.at(-1)?.detail, first);

    server().once('POST /journeys', () => failing(503, 'store_unavailable', { request_id: 'req-2' }));
    inside(element, '.banner button')?.click();
    await until(() => inside(element, '.banner')?.textContent?.includes('Reference req-2'), 'the other');
    equal(errors.at(-1)?.detail, { code: 'unavailable', problem: 'store_unavailable', reference: 'req-2' });
    equal(console_.written, [], 'warnings about what passes');
    inside(element, '.banner button')?.click();
    await step(element, 'place');
  });

  it('of an assumption has its own words, a reference, one warning, and no button', async () => {
    const errors = received('dx-error');
    server().once('POST /journeys', () => failing(503, 'assumption_unmet', { request_id: 'req-3' }));
    const element = put();
    const shown = await banner(element);
    assert(
      words(shown).includes('Online booking isn’t set up correctly for this testing center yet'),
      words(shown),
    );
    assert(words(shown).includes('Reference req-3'), words(shown));
    equal(shown.querySelector('button'), null, 'a button that does not help');
    equal(errors.at(-1)?.detail, { code: 'assumption_unmet', reference: 'req-3' });
    await until(() => console_.written.length === 1, 'the warning');
    assert(/conformance.*ASSUMPTIONS_FILE.*req-3/.test(console_.written.join()), console_.written.join());
    dispatchEvent(new Event('online'));
    await atRest(() => server().calls.length);
    equal(server().made('POST /journeys').length, 1, 'requests that cannot help');
  });

  it('of a response that cannot be read names whom to call, with a reference and no button', async () => {
    const errors = received('dx-error');
    const contact = { phone: '(555) 010-0142', email: 'help@clinic.example', url: null };
    server().once('POST /journeys', () =>
      failing(502, 'upstream_unreadable', { request_id: 'req-6', contact }),
    );
    const element = put();
    const shown = await banner(element);
    assert(words(shown).includes('We can’t finish this online right now'), words(shown));
    assert(words(shown).includes('Reference req-6'), words(shown));
    const links = [...(inside(element, '.help')?.querySelectorAll('a') ?? [])].map(({ href }) => href);
    equal(links, ['tel:5550100142', 'mailto:help@clinic.example']);
    equal(shown.querySelector('button'), null, 'a button that does not help');
    equal(errors.at(-1)?.detail, { code: 'upstream_unreadable', reference: 'req-6' });
  });

  it('before the first view has the help of every screen at its end, which the page can replace', async () => {
    const contact = { phone: '(555) 010-0142', email: null, url: null };
    server().once('POST /journeys', () => failing(503, 'service_unavailable', { contact }));
    const element = put();
    await banner(element);
    equal(words(inside(element, '.frame > .help') ?? element), 'Questions? (555) 010-0142');
    element.remove();
    const own = Object.assign(document.createElement('p'), {
      slot: 'contact',
      textContent: 'Ask at the desk.',
    });
    server().once('POST /journeys', () => failing(503, 'service_unavailable'));
    const without = put({}, (booking) => booking.append(own));
    await banner(without);
    const slot = inside(without, '.help slot') as HTMLSlotElement | null;
    assert(slot?.assignedNodes()[0] === own, 'the content of the page');
  });

  it('of a page that opens in an outage is tried again by the page, which stays as it is until it opens', async () => {
    const contact = { phone: '(555) 010-0142', email: null, url: null };
    const away = () => failing(503, 'service_unavailable', { contact, request_id: `req-${pauses.length}` });
    const { pauses, passNext, stop } = heldPauses();
    const errors = received('dx-error');
    for (let n = 0; n < 3; n++) server().once('POST /journeys', away);
    const element = put();
    const shown = words(await banner(element));
    equal(
      shown,
      'Something went wrong on our side Nothing is lost. This page keeps trying by itself. You can also try again now. Reference req-0 Try again',
    );
    inside(element, '.banner button')?.focus();
    for (const tries of [2, 3]) {
      await passNext();
      await until(() => server().made('POST /journeys').length === tries && pauses.length === tries, 'a try');
      equal(words(await banner(element)), shown, 'the failure stays');
      equal(inside(element, '.banner button')?.matches(':focus'), true, 'the focus stays');
    }
    equal([pauses, errors.length], [[5_000, 10_000, 20_000], 1], 'pauses, and events');
    await passNext();
    const opened = await step(element, 'place');
    equal(inside(element, '.banner') ?? null, null, 'the failure has gone');
    await until(() => opened.shadowRoot?.activeElement?.matches('h2'), 'the focus on the heading');
    stop();
  });

  it('of an outage while the server works is on show, and goes by itself once the server responds', async () => {
    const { pauses, passNext, stop } = heldPauses();
    const errors = received('dx-error');
    server().view = viewAt('order', 4, { working: { poll_after_ms: 5_000 } });
    const element = put();
    await step(element, 'order');
    for (let n = 0; n < 6; n++)
      server().once('GET /journeys/journey-1', () => failing(503, 'service_unavailable'));
    for (let n = 1; n <= 6; n++) {
      await passNext();
      await until(() => pauses.length === n + 1, 'the next pause');
    }
    assert(words(await banner(element)).includes('This page keeps trying by itself.'), 'the words');
    equal(errors.length, 1, 'events');
    server().advance('sent');
    await passNext();
    await step(element, 'sent');
    equal(inside(element, '.banner') ?? null, null, 'the failure has gone');
    stop();
  });

  it('of an outage gives way to the refusal that follows it', async () => {
    const { pauses, passNext, stop } = heldPauses();
    server().view = viewAt('order', 4, { working: { poll_after_ms: 5_000 } });
    const element = put();
    await step(element, 'order');
    for (let n = 0; n < 4; n++)
      server().once('GET /journeys/journey-1', () => failing(503, 'service_unavailable'));
    server().once('GET /journeys/journey-1', () => failing(404, 'journey_not_found'));
    for (let n = 1; n <= 4; n++) {
      await passNext();
      await until(() => pauses.length === n + 1, 'the next pause');
    }
    await passNext();
    await until(() => pauses.length === 6, 'the pause after the refusal');
    assert(!words(await banner(element)).includes('keeps trying'), 'the words of the outage');
    stop();
  });

  it('of a page that opens in an outage is gone after one press, also while the page tries', async () => {
    const { pauses, passNext, stop } = heldPauses();
    const { promise: late, resolve: arrive } = Promise.withResolvers<Response>();
    server().once('POST /journeys', () => failing(503, 'service_unavailable'));
    server().once('POST /journeys', () => late);
    const element = put();
    await banner(element);
    await passNext();
    await until(() => server().made('POST /journeys').length === 2, 'the page’s own try');
    const button = inside(element, '.banner button');
    button?.focus();
    button?.click();
    const opened = await step(element, 'place');
    await until(() => opened.shadowRoot?.activeElement?.matches('h2'), 'the focus on the heading');
    arrive(failing(503, 'service_unavailable'));
    await atRest(() => server().calls.length);
    equal([inside(element, '.banner') ?? null, pauses.length], [null, 1], 'no failure comes back');
    stop();
  });

  it('while the journey is under way is not asked about again if only the partner can help', async () => {
    const element = put();
    await step(element, 'place');
    server().once('GET /journeys', () => failing(503, 'assumption_unmet', { request_id: 'req-4' }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    assert(words(await banner(element)).includes('req-4'), 'the reference');
    await atRest(() => server().calls.length);
    equal(server().made('GET /journeys').length, 1, 'reads');
  });

  it('of the sign-in shows and warns of the reference of the request that the server refused', async () => {
    const errors = received('dx-error');
    const body = { error: 'invalid_grant', error_description: 'no', request_id: 'req-5' };
    server().once('POST /token', () => new Response(JSON.stringify(body), { status: 400 }));
    const element = put();
    assert(words(await banner(element)).includes('Reference req-5'), 'the reference');
    equal(errors.at(-1)?.detail, { code: 'sign_in_ended', reference: 'req-5' });
    await until(() => console_.written.length === 1, 'the warning');
    assert(/token\.refused.*req-5/.test(console_.written[0] ?? ''), `where to look: ${console_.written[0]}`);
  });

  it('of the token exchange shows the reference of the request', async () => {
    const body = { error: 'temporarily_unavailable', error_description: 'no', request_id: 'req-6' };
    server().once('POST /token', () => new Response(JSON.stringify(body), { status: 503 }));
    const element = put();
    assert(words(await banner(element)).includes('Reference req-6'), 'the reference');
  });

  for (const [code, setting, error = 'invalid_grant'] of [
    ['public_url_differs', 'PUBLIC_URL', 'invalid_dpop_proof'],
    ['origin_not_listed', 'ORIGINS', 'invalid_request'],
    ['token_lifetime', 'SUBJECT_TOKEN_MAX_SECONDS'],
    ['token_type', 'SUBJECT_TOKEN_TYPES'],
    ['token_audience', 'SUBJECT_AUDIENCE'],
    ['token_issuer', 'SUBJECT_ISSUER'],
  ] as const)
    it(`of a token exchange names what to change: ${code}`, async () => {
      const errors = received('dx-error');
      const body = { error, error_description: 'no', reason: code };
      server().once('POST /token', () => new Response(JSON.stringify(body), { status: 400 }));
      const element = put({ 'subject-token': 'user-secret' });
      assert(words(await banner(element)).includes(`Reference ${code}`), 'the code as reference');
      equal(errors.at(-1)?.detail, { code });
      await until(() => console_.written.length === 1, 'the warning');
      const [warning = ''] = console_.written;
      assert(warning.includes(setting) && !warning.includes('user-secret'), warning);
      equal(server().made('POST /token').length, 1, 'exchanges');
    });

  it('of a user token that was used or has expired asks the page for another', async () => {
    const body = { error: 'invalid_grant', error_description: 'no', reason: 'token_used' };
    server().once('POST /token', () => new Response(JSON.stringify(body), { status: 400 }));
    const element = put();
    element.getSubjectToken = async () => 'user-2';
    await step(element, 'place');
    equal(server().subjects, ['user-2']);
    equal(console_.written, []);
  });

  it('of a step without fields is shown and announced, whatever fields the server names', async () => {
    server().view = viewAt('review', 6);
    const element = put();
    const review = await step(element, 'review');
    await until(() => server().made('POST /journeys/journey-1 review').length === 1, 'the first question');
    await until(() => inside(element, '[part=step][aria-busy=true]') === null, 'the response');
    const fields = [{ path: 'return_url', message: 'Its origin must be that of this page.' }];
    server().once('POST /journeys/journey-1 review', () =>
      failing(422, 'invalid_fields', { fields, request_id: 'req-7' }),
    );
    answer(review, { return_url: 'https://elsewhere.test/' });
    const said = 'That didn’t work. Nothing is lost. Please try again.';
    equal(words(await banner(element)), `${said} Reference req-7`);
    assert(inside(element, '[aria-live=polite]')?.textContent?.includes(said), 'the announcement');
  });

  it('that comes by itself takes no focus from a text field or from the page, and one of an answer does', async () => {
    const away = () => failing(503, 'assumption_unmet', { request_id: 'req-8' });
    const open = async () => {
      server().view = viewAt('identity', 3, { working: { poll_after_ms: 20 } });
      const element = put();
      const identity = await step(element, 'identity');
      return { element, identity, name: await until(() => nameIn(identity), 'the field') };
    };
    const nameIn = (identity: Element) =>
      identity.shadowRoot?.querySelector<HTMLInputElement>('[id="first_name"]');
    const { element, identity, name } = await open();
    name.focus();
    server().once('GET /journeys/journey-1', away);
    await banner(element);
    await element.updateComplete;
    assert(identity.shadowRoot?.activeElement === name, 'the focus stays in the field');
    element.remove();

    const beside = document.createElement('button');
    document.body.append(beside);
    const second = await open();
    beside.focus();
    server().once('GET /journeys/journey-1', away);
    await banner(second.element);
    await second.element.updateComplete;
    assert(document.activeElement === beside, 'the focus stays on the page');
    beside.remove();
    second.element.remove();

    server().view = viewAt('identity', 3);
    const third = put();
    const form = await step(third, 'identity');
    (await until(() => nameIn(form), 'the field')).focus();
    server().once('POST /journeys/journey-1 ', away);
    answer(form, {});
    assert((await banner(third)).matches(':focus'), 'the message of an answer has the focus');
  });

  it('of a form has no banner if its fields say what is wrong', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    const fields = [{ path: 'phone', message: 'Invalid', code: 'invalid' }];
    server().once('POST /journeys/journey-1 identity', () => failing(422, 'invalid_fields', { fields }));
    answer(identity, {});
    await until(() => identity.shadowRoot?.querySelector('.error-summary'), 'the summary');
    equal(inside(element, '.banner') ?? null, null, 'a second place for the same');
    const status = inside(element, '[aria-live=polite]');
    assert(status?.textContent?.includes('Please check the marked answers.'), 'the announcement');
  });

  it('to open is shown with the reason when it has no step to belong to', async () => {
    const errors = received('dx-error');
    server().once('POST /journeys', () => problem(409, 'journey_has_order'));
    const element = put();
    const shown = await banner(element);
    assert(words(shown).includes('Finish it before you start another.'), words(shown));
    equal(errors.at(-1)?.detail, { code: 'refused', problem: 'journey_has_order' });
    shown.querySelector('button')?.click();
    await step(element, 'place');
  });
});
