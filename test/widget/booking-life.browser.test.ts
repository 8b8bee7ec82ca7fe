/** `<dx-booking>`: drafts and life cycle. */
import { platform } from '../../widget/session/platform.ts';
import { assert, atRest, equal, nextTask, until } from './assert.ts';
import { consentText, healthCheck, questionnaire, signed } from './gallery/legal.ts';
import { answer, begin, end, inside, put, server, step, type } from './mounted.ts';
import { json, problem, viewAt } from './partner-server.ts';
import { printed } from './printed.ts';

describe('the life cycle of <dx-booking>', () => {
  beforeEach(begin);
  afterEach(end);

  it('saves what is typed, the newest last, one save at a time', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    for (let letters = 1; letters <= 20; letters++) type(identity, { first_name: 'a'.repeat(letters) });
    await until(() => server().made('PUT').length === 1, 'a save');
    server().delayMs = 100;
    type(identity, { first_name: 'b' });
    type(identity, { first_name: 'bc' });
    await until(() => server().made('PUT').length === 2, 'another save');
    equal(
      server()
        .made('PUT')
        .map(({ body }) => body),
      [{ first_name: 'a'.repeat(20) }, { first_name: 'bc' }],
    );
    assert(
      server()
        .made('PUT')
        .every(({ keepalive }) => keepalive),
      'a save outlives the page',
    );
  });

  it('saves the chosen test at once, so that the search needs no preflight', async () => {
    const place = await step(put(), 'place');
    const { setTimeout } = globalThis;
    // The interval of saves never ends.
    Object.assign(globalThis, {
      setTimeout: (callback: () => void, ms = 0) => setTimeout(callback, ms < 100 ? ms : 1_000_000),
    });
    try {
      place.dispatchEvent(new CustomEvent('dx-draft', { detail: { test_type: 'DEXA' }, bubbles: true }));
      await until(() => server().made('PUT').length === 1, 'the save');
    } finally {
      Object.assign(globalThis, { setTimeout });
    }
  });

  it('begins a look with its first draft or answer, and keeps its step until then', async () => {
    const look = viewAt('place', 1, { is_stored: false, journey_id: 'look-1' });
    server().view = look;
    const element = put({ 'test-types': 'DEXA' });
    const place = await step(element, 'place');
    const opening = { test_types: ['DEXA'] };
    type(place, { zip: '1' });
    await until(() => server().made('PUT /journeys/look-1 place').length === 1, 'the first draft');
    equal(server().made('PUT')[0]?.opening, opening);
    equal(server().made('PUT')[0]?.headers.get('if-match'), '"1"');
    // The server has nothing to read: the page opens the booking again, and what was typed stays.
    server().view = { ...look, journey_id: 'look-2' };
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => server().made('POST /journeys').length === 1, 'the second opening');
    equal(server().made('GET').length, 0);
    await until(() => place.ariaBusy === 'false', 'the end of the opening');
    assert(inside(element, 'dx-place-step') === place, 'the step stays');
    server().view = viewAt('identity', 2, { journey_id: 'look-2' });
    answer(place, { choose: { catalog_id: 'c', offering_id: 'o' } });
    const identity = await step(element, 'identity');
    equal(server().made('POST /journeys/look-2 place')[0]?.opening, opening);
    server().view = viewAt('review', 3, { journey_id: 'look-2' });
    answer(identity, { first_name: 'Ada' });
    await step(element, 'review');
    equal(server().made('POST /journeys/look-2 identity')[0]?.opening, undefined);
  });

  it('opens the booking that another tab began, when the answer to a look is refused', async () => {
    server().view = viewAt('place', 1, { is_stored: false, journey_id: 'look-1' });
    const element = put();
    const place = await step(element, 'place');
    server().once('POST /journeys/look-1', () => problem(409, 'journey_moved'));
    server().view = viewAt('identity', 4, { journey_id: 'journey-1' });
    answer(place, { search: { test_types: ['DEXA'], near: { zip: '10002' } } });
    await step(element, 'identity');
    assert(inside(element, '.banner'), 'the page says that the booking went on');
    equal(server().made('GET').length, 0);
  });

  it('sends an answer beside a save under way, which names the revision of its view', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    const { promise: saved, resolve: save } = Promise.withResolvers<Response>();
    server().once('PUT', () => saved);
    type(identity, { first_name: 'Ada' });
    await until(() => server().made('PUT').length === 1, 'the save');
    equal(server().made('PUT')[0]?.headers.get('if-match'), '"3"');
    server().advance('review');
    identity.dispatchEvent(
      new CustomEvent('dx-answer', { detail: { first_name: 'Ada' }, bubbles: true, composed: true }),
    );
    await step(element, 'review');
    save(json({ kept: false }));
    await nextTask();
    equal(inside(element, '.banner'), null, 'the late save is not shown');
  });

  it('sends with an answer what was typed since the last save', async () => {
    server().view = viewAt('identity', 3);
    const identity = await step(put(), 'identity');
    type(identity, { first_name: 'Ada' });
    const answer = { detail: { first_name: 'Ada' }, bubbles: true, composed: true };
    identity.dispatchEvent(new CustomEvent('dx-answer', answer));
    await until(
      () =>
        server()
          .made('POST')
          .some(({ path }) => path.endsWith('identity')),
      'the answer',
    );
    const sent = server()
      .made('POST')
      .find(({ path }) => path.endsWith('identity'));
    equal(sent?.draft, { first_name: 'Ada' });
  });

  it('does not lose what was typed when its save was dropped', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    server().once('PUT', () => json({ kept: false }));
    type(identity, { first_name: 'Ada' });
    await until(() => server().made('PUT').length === 1, 'the save');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await until(() => server().made('PUT').length === 2, 'the save when the page is left');
    equal(server().made('PUT')[1]?.body, { first_name: 'Ada' });
  });

  it('saves what is typed before it goes back', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    type(identity, { first_name: 'Ada' });
    server().once('PUT', async () => {
      await atRest(() => server().calls.length);
      equal(server().made('POST /journeys/journey-1/revisit').length, 0, 'the save comes first');
      return new Response(null, { status: 204 });
    });
    identity.dispatchEvent(new CustomEvent('dx-revisit', { detail: { step: 'times' }, bubbles: true }));
    await until(() => server().made('POST /journeys/journey-1/revisit').length === 1, 'the request');
  });

  it('draws the next step once, with the end of its action', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    const review = customElements.get('dx-review-step')?.prototype;
    const { render } = review;
    const draws: boolean[] = [];
    review.render = function (this: { busy: boolean }) {
      draws.push(this.busy);
      return render.call(this);
    };
    try {
      server().advance('review');
      identity.dispatchEvent(
        new CustomEvent('dx-answer', { detail: { first_name: 'Ada' }, bubbles: true, composed: true }),
      );
      await step(element, 'review');
      await atRest(() => draws.length);
      equal(draws, [false]);
    } finally {
      review.render = render;
    }
  });

  it('saves the last letters when the page is left', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    type(identity, { first_name: 'Ada' });
    await nextTask();
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await until(() => server().made('PUT').length === 1, 'the save');
    const [save] = server().made('PUT');
    equal([save?.body, save?.keepalive], [{ first_name: 'Ada' }, true]);
    assert(save?.headers.get('dpop'), 'with a proof');
  });

  it('keeps what is typed and continues by itself after the server limits requests', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    server().once('PUT', () => problem(429, 'too_many_requests', { 'retry-after': '1' }));
    type(identity, { first_name: 'Ada' });
    await until(() => server().made('PUT').length === 2, 'the save, made again');
    equal(server().made('PUT').at(-1)?.body, { first_name: 'Ada' });
    server().once('POST /journeys', () => problem(429, 'too_many_requests', { 'retry-after': '1' }));
    const { promise: paused, resolve: goOn } = Promise.withResolvers<void>();
    platform.pause = () => paused;
    identity.dispatchEvent(
      new CustomEvent('dx-answer', { detail: { first_name: 'Ada' }, bubbles: true, composed: true }),
    );
    const answers = () => server().made('POST /journeys/journey-1 ');
    await until(() => answers().length === 1, 'the answer');
    await atRest(() => server().calls.length);
    equal(inside(element, '.banner.failed'), null, 'no failure is shown');
    server().advance('review');
    goOn();
    await until(() => answers().length === 2, 'the answer, made again');
    equal(answers()[1]?.body, { first_name: 'Ada' });
    await step(element, 'review');
  });

  it('reads the journey again when the page comes back from the cache of the browser', async () => {
    const element = put();
    await step(element, 'place');
    server().advance('product');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await step(element, 'product');
  });

  it('shows the words of the page in place of ours, in the slots that it fills', async () => {
    server().view = viewAt('sent', 9);
    const element = put();
    const sent = await step(element, 'sent');
    const shown = () => sent.shadowRoot?.querySelector<HTMLSlotElement>('slot[name="contact"]');
    equal(shown()?.assignedNodes().length, 0, 'content before');
    const own = Object.assign(document.createElement('p'), {
      slot: 'contact',
      textContent: 'Ask at the desk.',
    });
    element.append(own);
    element.requestUpdate();
    await until(() => shown()?.assignedNodes({ flatten: true })[0] === own, 'the content of the page');
    own.remove();
    element.requestUpdate();
    await until(() => shown()?.assignedNodes().length === 0, 'our own words');
  });

  it('shows the disclosure of the page about electronic records above the signature', async () => {
    server().view = viewAt('consent', 4, { shows: consentText });
    const element = put();
    element.innerHTML = '<p slot="e-records">You may ask for paper.</p>';
    const consent = (await step(element, 'consent')).shadowRoot;
    const slot = await until(() => consent?.querySelector<HTMLSlotElement>('.signature slot'), 'the slot');
    await until(() => slot.assignedNodes({ flatten: true })[0] === element.firstChild, 'the disclosure');
    const name = consent?.getElementById('typed_name');
    assert(name && slot.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING, 'its place');
  });

  for (const shows of [consentText, healthCheck, questionnaire, viewAt('review', 6).shows])
    it(`shows the page's notice of language help above the step ${shows.step}`, async () => {
      server().view = viewAt(shows.step, 4, { shows });
      const element = put();
      element.innerHTML = '<p slot="language-help" lang="es" dir="ltr">Ayuda gratuita con el idioma.</p>';
      const shown = await step(element, shows.step);
      const slot = element.shadowRoot?.querySelector<HTMLSlotElement>('slot[name="language-help"]');
      equal(slot?.assignedNodes()[0], element.firstChild, 'the notice');
      assert(slot && slot.compareDocumentPosition(shown) & Node.DOCUMENT_POSITION_FOLLOWING, 'its place');
      assert((element.firstElementChild?.getBoundingClientRect().height ?? 0) > 0, 'is on show');
    });

  it('shows the notice of language help at no other step', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    await step(element, 'identity');
    equal(element.shadowRoot?.querySelector('slot[name="language-help"]'), null, 'the notice');
  });

  it('prints what the customer signed from the last screen', async () => {
    server().view = viewAt('sent', 9);
    const element = put();
    const sent = (await step(element, 'sent')).shadowRoot;
    server().once('GET /appointments/appointment-1/consents', () => json(signed));
    const button = () =>
      [...(sent?.querySelectorAll('button') ?? [])].find((one) => /Save or print/.test(one.innerText));
    const { title, text } = await printed(() => button()?.click());
    equal(title, 'What you signed');
    for (const part of ['Ada Amsel', 'I agree to the data use terms.', 'You agreed to this.'])
      assert(text.includes(part), text);
    element.remove();
    await until(() => document.querySelector('iframe') === null, 'the document is gone');
  });

  it('follows a sent request by the live stream, and says when it is confirmed', async () => {
    server().view = viewAt('sent', 9);
    const { promise: connected, resolve: connect } =
      Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    const events = new ReadableStream<Uint8Array>({ start: connect });
    server().once('GET /live', () => new Response(events));
    const element = put();
    const sent = await step(element, 'sent');
    const stream = await connected;
    const text = (selector: string) => sent.shadowRoot?.querySelector(selector)?.textContent?.trim();
    equal(text('h2'), 'Request sent');
    const { shows } = server().view;
    Object.assign(server().view, {
      shows: { ...shows, status: 'confirmed', scheduled_for: '2026-12-01T15:00:00Z' },
    });
    const emit = (ref: string) =>
      stream.enqueue(
        new TextEncoder().encode(`event: change\ndata: ${JSON.stringify({ kind: 'appointment', ref })}\n\n`),
      );
    emit('appointment-of-another-booking');
    emit('appointment-1');
    await until(() => text('h2') === 'Your appointment is confirmed', 'the confirmation');
    equal(text('[aria-live]'), 'Your appointment is confirmed');
    equal(server().made('GET /journeys').length, 1, 'reads');
    stream.close();
  });

  it('asks without a warning after a return from the payment page without payment', async () => {
    server().view = viewAt('review', 6);
    const { href } = location;
    history.replaceState(null, '', '?dx-payment=canceled&a=1');
    const element = put();
    await step(element, 'review');
    await until(() => server().made('POST /journeys/journey-1 review').length === 1, 'the question');
    const [asked] = server().made('POST /journeys/journey-1 review');
    const { search } = location;
    history.replaceState(null, '', href);
    equal(search, '?a=1');
    equal(asked?.body, { return_url: `${location.origin}${location.pathname}?a=1`, canceled: true });
  });

  it('keeps its journey when it is moved, and opens it again when it is put back', async () => {
    const element = put();
    const place = await step(element, 'place');
    const home = document.createElement('div');
    document.body.append(home);
    home.append(element);
    await nextTask();
    equal(server().made('POST /journeys').length, 1, 'openings after the move');
    equal(inside(element, 'dx-place-step') === place, true, 'the same step');
    element.remove();
    await nextTask();
    home.append(element);
    await step(element, 'place');
    await until(() => server().made('POST /journeys').length === 2, 'opened again');
    home.remove();
  });

  it('survives fifty mounts and a removal while loading, without a superfluous request', async () => {
    server().delayMs = 30;
    const early = put();
    await nextTask();
    early.remove();
    for (let mounts = 0; mounts < 50; mounts++) {
      const element = put();
      if (mounts % 2 === 0) await nextTask();
      element.remove();
    }
    await atRest(() => server().calls.length);
    equal(server().made('POST /journeys').length, 0, 'journeys opened by elements that are gone');
    server().delayMs = 0;
    await step(put(), 'place');
    equal(server().made('POST /journeys').length, 1);
  });
});
