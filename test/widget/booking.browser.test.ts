/** `<dx-booking>`: what it shows, and the events that it fires. */
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { accessible } from './accessible.ts';
import { assert, atRest, equal, until } from './assert.ts';
import { placeResults } from './gallery/places.ts';
import { states } from './gallery/states.ts';
import { answer, begin, end, inside, put, received, server, step } from './mounted.ts';
import { problem, viewAt } from './partner-server.ts';

const accept = { accept: true };

describe('<dx-booking>', () => {
  beforeEach(begin);
  afterEach(end);

  it('is accessible while loading, at a step, and when it failed', async () => {
    server().delayMs = 80;
    const element = put();
    await accessible(element);
    server().delayMs = 0;
    await step(element, 'place');
    await accessible(element);
    server().toAllTries('POST /journeys/journey-1 ', () => new Response('<html>', { status: 502 }));
    answer(await step(element, 'place'), accept);
    await until(() => inside(element, '.banner.failed'), 'the failure');
    await accessible(element);
  });

  it('names whom to call at the foot of a step, with a failure on show as well', async () => {
    Object.assign(server().view, { contact: { phone: '(555) 010-0142', email: null, url: null } });
    const element = put();
    const place = await step(element, 'place');
    const foot = () => inside(element, '.columns + .help a');
    equal(foot()?.getAttribute('href'), 'tel:5550100142');
    server().toAllTries('POST /journeys/journey-1 ', () => new Response('<html>', { status: 502 }));
    answer(place, accept);
    await until(() => inside(element, '.banner.failed'), 'the failure');
    equal(foot()?.textContent, '(555) 010-0142');
  });

  it('says in the choices so far that the price is paid once the server says so', async () => {
    const price = () => inside(element, '.summary')?.shadowRoot?.querySelector('.price')?.textContent;
    server().view = viewAt('order', 1);
    server().view.summary.price = { amount: 149, currency: 'USD' };
    let element = put();
    await until(() => price(), 'the summary');
    equal(price()?.trim().split(/\s+/), ['Price', '$149']);
    element.remove();
    server().view.summary.paid = true;
    element = put();
    await until(() => price(), 'the summary');
    equal(price()?.trim().split(/\s+/), ['Paid', '$149']);
  });

  it('opens the journey once, with the tests the page limits it to', async () => {
    const element = put({ 'test-types': 'DEXA, CALST' });
    await step(element, 'place');
    equal(
      server()
        .made('POST /journeys')
        .map(({ body }) => body),
      [{ test_types: ['DEXA', 'CALST'] }],
    );
  });

  it('neither takes the focus nor scrolls on load, and moves it to the heading when the step changes', async () => {
    const above = document.createElement('button');
    document.body.append(above);
    above.focus();
    const element = put();
    const place = await step(element, 'place');
    equal(document.activeElement === above, true, 'focus stays on load');
    equal(scrollY, 0, 'scroll');
    above.remove();
    const topPx = () =>
      (inside(element, '.main')?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top;
    const before = topPx();
    server().once('POST /journeys/journey-1 place', () => Response.json(server().advance('product')));
    answer(place, accept);
    const product = await step(element, 'product');
    await until(() => product.shadowRoot?.activeElement?.tagName === 'H2', 'focus on the heading');
    const status = inside(element, '[aria-live=polite]');
    await until(() => status?.textContent?.includes('Your test, step 1 of 5'), 'the announcement');
    equal(topPx(), before, 'the button back has its place before it comes');
    equal(status?.parentElement === product.parentElement, true, 'Orca leaves a step for it');
    equal(status?.previousElementSibling === null, true, 'nothing comes before it');
    equal(status?.closest('[aria-busy]') === null, true, 'it is heard while the step is busy');
  });

  it('has no position in the progress after a refusal', async () => {
    server().view = viewAt('blocked', 2, states.blocked && { shows: states.blocked.shows });
    const element = put();
    await step(element, 'blocked');
    const place = [...(inside(element, '.place')?.children ?? [])].map(({ textContent }) => textContent);
    equal(place, ['Your options', 'Your options']);
  });

  it('answers with the revision it saw, and sends a double press once', async () => {
    const element = put();
    const place = await step(element, 'place');
    server().once('POST /journeys/journey-1 place', () => Response.json(server().advance('product')));
    answer(place, accept);
    answer(place, accept);
    await step(element, 'product');
    const answers = server().made('POST /journeys/journey-1 ');
    equal(
      answers.map(({ headers }) => headers.get('if-match')),
      ['"1"'],
    );
  });

  it('reads the journey again when it has changed elsewhere, and shows the new state', async () => {
    const element = put();
    const place = await step(element, 'place');
    server().once('POST /journeys/journey-1 place', () => problem(409, 'journey_moved'));
    server().advance('product');
    answer(place, accept);
    await step(element, 'product');
    assert(inside(element, '.banner')?.textContent?.includes('another tab'), 'it says why');
  });

  it('opens the booking that took its place in another tab, and says why', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    const identity = await step(element, 'identity');
    server().once('POST /journeys/journey-1 identity', () => problem(404, 'journey_not_found'));
    server().view = { ...viewAt('place', 1), journey_id: 'journey-2' };
    answer(identity, {});
    await step(element, 'place');
    assert(inside(element, '.banner')?.textContent?.includes('another tab'), 'it says why');
  });

  it('keeps the step when the network fails, and sends the same answer on "Try again"', async () => {
    const element = put();
    const errors = received('dx-error');
    const place = await step(element, 'place');
    server().toAllTries('POST /journeys/journey-1 ', () => Promise.reject(new TypeError('cut')));
    answer(place, { choose: 1 });
    const button = await until(() => inside(element, '.banner.failed button'), 'a button that helps');
    equal(inside(element, 'dx-place-step') === place, true, 'the step stays');
    server().once('POST /journeys/journey-1 ', () => Response.json(server().advance('product')));
    button.click();
    await step(element, 'product');
    equal(
      server()
        .made('POST /journeys/journey-1 ')
        .map(({ body }) => body),
      Array.from({ length: 5 }, () => ({ choose: 1 })),
    );
    equal(
      errors.map(({ detail }) => detail),
      [{ code: 'offline' }],
    );
  });

  it('shows that the sign-in has ended, and continues with a new user token', async () => {
    server().once('POST /token', () => problem(400, 'invalid_grant'));
    const element = put();
    const banner = await until(() => inside(element, '.banner.failed'), 'the message');
    assert(banner.textContent?.includes('not signed in'), 'it says what happened');
    element.setAttribute('subject-token', 'user-2');
    await step(element, 'place');
    equal(server().subjects, ['user-2']);
  });

  it('polls while the server works, and continues by itself', async () => {
    server().view = viewAt('order', 4, { working: { poll_after_ms: 20 } });
    const element = put();
    await step(element, 'order');
    await until(() => server().made('GET /journeys/journey-1').length > 1, 'questions');
    server().advance('sent');
    const sent = received('dx-sent');
    await step(element, 'sent');
    equal(
      sent.map(({ detail }) => detail),
      [{ journey_id: 'journey-1', appointment_id: 'appointment-1' }],
    );
    const asked = server().made('GET /journeys').length;
    await atRest(() => server().calls.length);
    equal(server().made('GET /journeys').length, asked, 'no more questions');
  });

  it('asks once whether a begun payment has arrived when the customer comes back', async () => {
    server().view = viewAt('review', 6);
    const element = put();
    await step(element, 'review');
    const questions = () => server().made('POST /journeys/journey-1 review');
    await until(() => questions().length > 0, 'the question');
    await atRest(() => server().calls.length);
    equal(
      questions().map(({ body }) => body),
      [{ return_url: location.href.replace(/#.*/, '') }],
    );
  });

  it('lets the page prevent the payment page, and does not follow a script address', async () => {
    server().view = viewAt('review', 6);
    const element = put();
    const review = await step(element, 'review');
    const payments = received('dx-payment');
    element.addEventListener('dx-payment', (event) => event.preventDefault());
    const leave = (pay_url: string) => {
      const { shows } = server().view;
      Object.assign(review, { shows: { ...shows, payment: { state: 'begun', pay_url } } });
      review.shadowRoot?.querySelector('form')?.requestSubmit();
    };
    leave('javascript:void(document.title="owned")');
    equal(payments.length, 0, 'events for a script address');
    leave('https://partner.test/pay');
    const url = 'https://partner.test/pay';
    equal(
      payments.map(({ detail }) => detail),
      [{ journey_id: 'journey-1', amount: 149, currency: 'USD', url }],
    );
  });

  it('goes on when the page has taken the payment itself', async () => {
    server().view = viewAt('review', 6);
    const element = put();
    await step(element, 'review');
    await until(() => server().made('POST /journeys/journey-1 review').length === 1, 'the first question');
    await until(() => inside(element, '[part=step][aria-busy=true]') === null, 'the response');
    server().once('POST /journeys/journey-1 review', () => Response.json(server().advance('sent')));
    await element.resume();
    await step(element, 'sent');
  });

  it('asks about the payment when the page calls `resume` before the booking is on show', async () => {
    server().view = viewAt('review', 6);
    const element = put();
    server().once('POST /journeys/journey-1 review', () => Response.json(server().view));
    server().once('POST /journeys/journey-1 review', () => Response.json(server().advance('sent')));
    await element.resume();
    equal(
      server().made('POST /journeys/journey-1 review').length,
      2,
      'its own question, after that of the start',
    );
    await step(element, 'sent');
  });

  it('shows the card of a clinic when the page asks for it before the booking is on show', async () => {
    server().view = viewAt('place', 2, { shows: placeResults });
    const element = put();
    const id = placeResults.results?.within_radius[1]?.tests[0]?.offering_id ?? '';
    await element.showClinic(id);
    const place = await step(element, 'place');
    const card = place.shadowRoot?.activeElement?.closest<HTMLElement>('[data-offering]');
    equal(card?.dataset.offering, id);
  });

  it('tells the page that calls a method when the booking does not load', async () => {
    const codeOf = (call: Promise<void>) =>
      call.then(
        () => 'no error',
        ({ code }) => code,
      );
    server().once('POST /journeys', () => problem(503, 'upstream_unavailable'));
    const element = put();
    equal(await Promise.all([element.resume(), element.showClinic('clinic-1')].map(codeOf)), [
      'unavailable',
      'unavailable',
    ]);
  });

  it('fires `dx-sent` when the request is sent, and not when the page is loaded again', async () => {
    server().view = viewAt('sent', 9);
    const sent = received('dx-sent');
    await step(put(), 'sent');
    equal(sent.length, 0, 'events');
  });

  it('asks for what the page says, and again when the page changes it', async () => {
    const element = put({ zip: '10002', 'radius-miles': '25', locations: 'a, b', offerings: 'c' });
    await step(element, 'place');
    element.setAttribute('zip', '');
    element.setAttribute('position', '41.88, -87.62');
    element.setAttribute('locations', '');
    element.setAttribute('offerings', '');
    await until(() => server().made('POST /journeys').length === 2, 'the second opening');
    equal(
      server()
        .made('POST /journeys')
        .map(({ body }) => body),
      [
        { near: { zip: '10002' }, locations: ['a', 'b'], offerings: ['c'], radius_miles: 25 },
        { near: { lat: 41.88, lng: -87.62 }, radius_miles: 25 },
      ],
    );
  });

  it('asks for what the page changes while a request is under way, when that has its response', async () => {
    const { promise: late, resolve: arrive } = Promise.withResolvers<Response>();
    server().once('POST /journeys', () => late);
    const element = put();
    await until(() => server().made('POST /journeys').length === 1, 'the first opening');
    element.setAttribute('test-types', 'VO2');
    await element.updateComplete;
    element.setAttribute('zip', '10002');
    await element.updateComplete;
    arrive(Response.json(server().view));
    await until(() => server().made('POST /journeys').length > 1, 'the second opening');
    await atRest(() => server().calls.length);
    equal(
      server()
        .made('POST /journeys')
        .map(({ body }) => body),
      [{}, { test_types: ['VO2'], near: { zip: '10002' } }],
    );
  });

  it('asks before it starts over, and has the focus at the answer that keeps the booking', async () => {
    server().view = viewAt('identity', 3);
    const element = put();
    await step(element, 'identity');
    const offer = await until(() => inside(element, 'dx-start-over')?.shadowRoot, 'the button');
    const focusedWords = () => offer.activeElement?.textContent?.trim();
    const press = (text: string) => {
      const button = [...offer.querySelectorAll('button')].find((each) => each.textContent?.trim() === text);
      button?.focus();
      button?.click();
    };
    await until(() => offer.querySelector('button'), 'its drawing');
    press('Start over');
    await until(() => focusedWords() === 'Keep my booking', 'the focus at the question');
    press('Keep my booking');
    await until(() => focusedWords() === 'Start over', 'the focus back at the button');
  });

  it('proposes the ZIP code of the page, also if the page learns it later, until the customer types one', async () => {
    const element = put();
    const place = await step(element, 'place');
    const field = () => place.shadowRoot?.querySelector<HTMLInputElement>('#zip');
    await until(field, 'the field');
    for (const zip of ['10002', '60601']) {
      element.setAttribute('zip', zip);
      await until(() => field()?.value === zip, `the ZIP code ${zip}`);
    }
    const typed = await until(field, 'the field');
    typed.value = '94103';
    typed.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    element.setAttribute('zip', '10002');
    await until(() => server().made('POST /journeys').length === 4, 'the opening with it');
    equal(field()?.value, '94103');
  });

  it('searches near the position of the page once a test is chosen', async () => {
    const shows = {
      step: 'place',
      test_types: ['DEXA', 'VO2'],
      known_zip: null,
      search: null,
      results: null,
    };
    server().view = viewAt('place', 1, { shows } as Partial<JourneyView>);
    const place = await step(put({ position: '41.88,-87.62' }), 'place');
    const choice = () => place.shadowRoot?.querySelector<HTMLElement>('.tests button');
    (await until(choice, 'the tests')).click();
    const sent = () => server().made('POST /journeys/journey-1 place')[0]?.body;
    await until(sent, 'the search');
    equal(sent(), { search: { test_types: ['DEXA'], near: { lat: 41.88, lng: -87.62 } } });
  });

  it('leads to the booking before this one', async () => {
    const previous = { journey_id: 'journey-0', test_type: 'DEXA' };
    server().view = viewAt('place', 1, { previous });
    const element = put();
    await step(element, 'place');
    await until(
      () => inside(element, '.previous')?.textContent?.includes('DEXA body composition'),
      'the line',
    );
    await accessible(element);
    server().once('GET /journeys/journey-0', () =>
      Response.json({ ...viewAt('sent', 9), journey_id: 'journey-0' }),
    );
    const sent = received('dx-sent');
    inside(element, '.previous button')?.click();
    await step(element, 'sent');
    equal(sent.length, 0, 'events');
  });

  it('fires events with ids and step names only', async () => {
    const steps = received('dx-step');
    const element = put();
    await step(element, 'place');
    equal(
      steps.map(({ detail }) => detail),
      [{ journey_id: 'journey-1', step: 'place' }],
    );
    assert(
      steps.every(({ bubbles, composed }) => bubbles && composed),
      'bubbles out of any shadow',
    );
  });
});
