/** `<dx-booking>` shows a look for nobody, which its page already has, and learns later whose booking it is. */
import type { PublicLook } from '../../server/contract/journey-api/look.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { assert, atRest, equal, until } from './assert.ts';
import { answer, begin, end, inside, put, server, step, type } from './mounted.ts';
import { problem, viewAt } from './partner-server.ts';

const asked: PublicLook['asked'] = { test_types: ['DEXA', 'VO2'] };
const tests = { 'test-types': 'DEXA, VO2' };
const search = { search: { test_types: ['DEXA'], near: { zip: '10002' } } };
const nothingDone = { can_start_over: false, is_stored: false };

/** A page with the look of nobody. */
const withLook = (attributes: Record<string, string> = tests) =>
  put({ 'subject-token': 'user-1', ...attributes }, (element) => {
    const look: PublicLook = { asked, view: viewAt('place', 1, { ...nothingDone, journey_id: '' }) };
    Object.assign(element, { look });
  });

const sent = () => server().calls.map(({ method, path }) => `${method} ${path}`);
/** Answers, or drafts. */
const about = (method: string) => server().made(`${method} /journeys/`);

describe('a look for nobody', () => {
  let idle: (() => unknown)[] = [];
  const { requestIdleCallback } = globalThis;
  beforeEach(() => {
    begin();
    idle = [];
    Object.assign(globalThis, { requestIdleCallback: (task: () => unknown) => idle.push(task) });
    server().view = viewAt('place', 1, { ...nothingDone, journey_id: 'of-the-server' });
  });
  afterEach(() => {
    Object.assign(globalThis, { requestIdleCallback });
    return end();
  });

  /** The page has nothing else to do. Resolves when what it does then has ended. */
  const rest = () => Promise.all(idle.splice(0).map((task) => task()));
  const typedIn = (place: HTMLElement) => place.shadowRoot?.querySelector<HTMLInputElement>('#zip')?.value;
  const shows = (view: Partial<JourneyView['shows']>) => ({
    shows: { ...viewAt('place', 1).shows, ...view } as JourneyView['shows'],
  });

  it('is on show at once, and sends nothing before the page is idle', async () => {
    const element = withLook();
    const place = await step(element, 'place');
    equal(place.ariaBusy, 'false');
    await atRest(() => server().calls.length);
    equal(sent(), []);
    await rest();
    // One request, for which a browser asks no preflight.
    equal(sent(), ['POST /first-view']);
    assert(inside(element, 'dx-place-step') === place, 'the step stays');
  });

  it('fills in what is known of the user, unless something is typed', async () => {
    const known = shows({ known_zip: '62701' } as never);
    const fresh = await step(withLook(), 'place');
    server().view = { ...server().view, ...known };
    Object.assign(fresh, { picking: false });
    rest();
    await until(() => typedIn(fresh) === '62701', 'the known ZIP code');
    fresh.parentElement?.remove();
    const typed = await step(withLook(), 'place');
    Object.assign(typed, { picking: false, zip: '100' });
    rest();
    await until(
      () => (typed as never as { shows: { known_zip: string } }).shows.known_zip === '62701',
      'the view',
    );
    equal(typedIn(typed), '100');
  });

  it('begins with the first press, which waits for the user', async () => {
    const place = await step(withLook(), 'place');
    server().once('POST /journeys/', () => {
      server().view = viewAt('identity', 2);
      return Response.json(server().view);
    });
    answer(place, search);
    await until(() => about('POST').length === 1, 'the answer');
    equal(sent().slice(0, 1), ['POST /first-view']);
    const [call] = about('POST');
    equal(call?.path, '/journeys/of-the-server place');
    equal([call?.body, call?.opening, call?.headers.get('if-match')], [search, asked, '"1"']);
  });

  it('begins with the first typed character', async () => {
    const place = await step(withLook(), 'place');
    type(place, { zip: '1' });
    type(place, { zip: '10' });
    await until(() => about('PUT').length === 1, 'the draft');
    equal(sent().length, 2);
    const [call] = about('PUT');
    equal(call?.path, '/journeys/of-the-server place');
    equal([call?.body, call?.opening], [{ zip: '10' }, asked]);
  });

  it('gives way to the open booking of the user', async () => {
    server().view = viewAt('identity', 5);
    const element = withLook();
    await step(element, 'place');
    rest();
    await step(element, 'identity');
    equal(inside(element, '.banner'), null, 'a message');
  });

  it('gives way to the open booking of a user who pressed before, and sends no answer to it', async () => {
    server().view = viewAt('identity', 5);
    const element = withLook();
    answer(await step(element, 'place'), search);
    await step(element, 'identity');
    equal(about('POST').length, 0, 'answers');
  });

  it('gives what was typed and pressed to an open booking at the same step', async () => {
    server().view = viewAt('place', 4, { draft: { zip: '99999' } });
    const element = withLook();
    const place = await step(element, 'place');
    type(place, { zip: '10002' });
    answer(place, search);
    await until(() => about('POST').length === 1, 'the answer');
    const [call] = about('POST');
    equal([call?.path, call?.body, call?.draft], ['/journeys/journey-1 place', search, { zip: '10002' }]);
    equal([call?.opening, call?.headers.get('if-match')], [undefined, '"4"']);
    assert(inside(element, 'dx-place-step') === place, 'the step stays');
  });

  it('takes the draft of an open booking at the same step, if nothing was typed', async () => {
    server().view = viewAt('place', 4, { draft: { test_type: 'DEXA', zip: '99999' } });
    const element = withLook();
    const place = await step(element, 'place');
    rest();
    await until(() => inside(element, 'dx-place-step') !== place, 'the open booking');
    equal(typedIn(await step(element, 'place')), '99999');
  });

  it('stays after a failure while the page is idle, and the press tries again', async () => {
    const element = withLook();
    const place = await step(element, 'place');
    server().toAllTries('POST /first-view', () => problem(503, 'store_unavailable'));
    server().toAllTries('POST /token', () => problem(503, 'store_unavailable', { 'retry-after': '1' }));
    await rest();
    equal(server().made('POST /token').length, 4, 'exchanges');
    equal(inside(element, '.banner'), null, 'a message');
    answer(place, search);
    await until(() => about('POST').length === 1, 'the answer');
  });

  it('is not shown if the page asks for something else', async () => {
    await step(withLook({ 'test-types': 'DEXA' }), 'place');
    equal(sent(), ['POST /first-view']);
    equal(idle.length, 0, 'tasks');
  });

  it('is shown to the first user only', async () => {
    const element = withLook();
    await step(element, 'place');
    await rest();
    equal(server().subjects.length, 1, 'users');
    element.subjectToken = 'user-2';
    await until(() => server().subjects.includes('user-2'), 'the second user');
    await until(() => server().made('POST /journeys').length > 0, 'the booking of the second user');
    await atRest(() => server().calls.length);
    equal(sent(), ['POST /first-view', 'POST /token', 'POST /journeys']);
  });
});
