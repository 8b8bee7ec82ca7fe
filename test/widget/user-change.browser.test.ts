/** One user per element: what `<dx-booking>` does when the page names another user, none, or the same one again. */
import type { Booking } from '../../widget/journey/booking.ts';
import { accessible } from './accessible.ts';
import { assert, atRest, equal, nextTask, timersPassed, until } from './assert.ts';
import { begin, end, inside, put, received, server, step } from './mounted.ts';
import { problem, viewAt } from './partner-server.ts';
import { isHidden, jwt, panelOf, subjectOf, tokensOf, userAt } from './user-page.ts';

const canary = 'Wilhelmina-Canary';

/** A customer who has typed their first name, and has the focus in that field. */
async function typing(
  attributes: Record<string, string>,
): Promise<{ element: Booking; field: HTMLInputElement }> {
  server().keyOf = subjectOf;
  server().view = viewAt('identity', 3);
  const element = put(attributes);
  const identity = await step(element, 'identity');
  const field = await until(
    () => identity.shadowRoot?.querySelector<HTMLInputElement>('[name=first_name]'),
    'the field',
  );
  field.focus();
  field.value = canary;
  field.setSelectionRange(3, 5);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await nextTask();
  return { element, field };
}
const deepFocus = (): Element | null => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};
const callsAfter = (at: number) => tokensOf(server(), at);

describe('one user per <dx-booking>', () => {
  beforeEach(begin);
  afterEach(end);

  it('hides the view at once, and drops it when the server names another user', async () => {
    const { element, field } = await typing({ 'subject-token': 'ada-1' });
    server().delayMs = 60;
    const at = server().calls.length;
    element.setAttribute('subject-token', 'ben-1');
    await Promise.resolve();
    assert(isHidden(element), 'hidden before anything else happens');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await nextTask();
    assert(field.isConnected, 'kept until it is known');
    await until(() => server().subjects.at(-1) === 'ben-1', 'the exchange');
    await until(() => !field.isConnected, 'the view is gone');
    const fresh = await step(element, 'identity');
    assert(!fresh.shadowRoot?.innerHTML.includes(canary) && !isHidden(element), 'the view of the new user');
    await timersPassed(700);
    equal(callsAfter(at), ['ben'], 'users of the requests after the change');
    equal(server().made('PUT').length, 0, 'drafts saved after the change');
  });

  it('clears the view without a request when the token is removed, and starts again with another', async () => {
    const { element, field } = await typing({ 'subject-token': 'ada-1' });
    const events = received('dx-signed-out');
    const at = server().calls.length;
    element.removeAttribute('subject-token');
    await Promise.resolve();
    assert(!field.isConnected, 'gone at once');
    await until(() => panelOf(element) === 'You’re signed out', 'the words, whose file may still load');
    equal(deepFocus()?.textContent, 'You’re signed out', 'focus');
    await accessible(element);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await timersPassed(700);
    equal(server().calls.length, at, 'requests');
    equal(
      events.map(({ detail }) => detail),
      [{ reason: 'page' }],
    );
    element.setAttribute('subject-token', 'ben-1');
    await step(element, 'identity');
    equal(callsAfter(at), ['ben']);
  });

  it('renews the JWT of the same subject silently: the view, the input and the focus stay', async () => {
    const { element, field } = await typing({ 'subject-token': jwt('ada', 1) });
    server().delayMs = 60;
    let hides = 0;
    const observer = new MutationObserver(() => isHidden(element) && hides++);
    observer.observe(userAt(element), { attributes: true });
    const at = server().calls.length;
    element.setAttribute('subject-token', jwt('ada', 2));
    await until(() => server().tokens === 2, 'the exchange');
    await until(() => server().made('PUT').length === 1, 'the draft');
    observer.disconnect();
    equal(hides, 0, 'times hidden');
    equal([deepFocus() === field, field.value, field.selectionStart], [true, canary, 3]);
    equal(server().calls[at]?.path, '/token', 'decided before anything is sent');
    equal(callsAfter(at), ['ada']);
  });

  it('restores the input and the focus when a token of another kind belongs to the same user', async () => {
    const { element, field } = await typing({ 'subject-token': 'ada-1' });
    server().delayMs = 60;
    element.setAttribute('subject-token', 'ada-2');
    await until(() => isHidden(element), 'hidden');

    await until(() => !isHidden(element), 'shown again');
    equal(
      [deepFocus() === field, field.isConnected, field.value, field.selectionStart],
      [true, true, canary, 3],
    );
  });

  it('believes the server when two JWTs have the same subject and it names two users', async () => {
    const { element, field } = await typing({ 'subject-token': jwt('ada', 1) });
    server().keyOf = (token) => token;
    element.setAttribute('subject-token', jwt('ada', 2));
    await until(() => !field.isConnected, 'the view is gone');
  });

  it('holds requests and responses back until the user is decided', async () => {
    const { element } = await typing({ 'subject-token': 'ada-1' });
    server().delayMs = 50;
    server().advance('product');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => server().made('GET /journeys').length === 1, 'a request under way');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    server().once('POST /token', async () => {
      await answered;
      return Response.json({ access_token: 'widget-2', expires_in: 300, subject_key: 'ada' });
    });
    element.setAttribute('subject-token', 'ada-2');
    await atRest(() => server().calls.length);
    equal(inside(element, 'dx-product-step'), null, 'the response is held back');
    answer();
    await step(element, 'product');
  });

  it('keeps everything hidden while the user is unknown, and asks again at a press', async () => {
    const { element, field } = await typing({ 'subject-token': 'ada-1' });
    const errors = received('dx-error');
    server().once('POST /token', () => problem(503, 'service_unavailable'));
    element.setAttribute('subject-token', 'ada-2');
    await until(() => panelOf(element) === 'We couldn’t check that you’re signed in', 'the words');
    assert(isHidden(element) && field.isConnected, 'hidden and kept');
    await accessible(element);
    equal(
      errors.map(({ detail }) => detail.code),
      ['unavailable'],
    );
    inside(element, '.user-panel button')?.click();
    await until(() => !isHidden(element), 'shown again');
    equal(field.value, canary);
  });

  it('drops the former user when the server accepts no token of the new one', async () => {
    const { element, field } = await typing({ 'subject-token': 'ada-1' });
    for (let refusals = 0; refusals < 4; refusals++)
      server().once('POST /token', () => problem(400, 'invalid_grant'));
    element.setAttribute('subject-token', 'ben-1');
    await until(() => !field.isConnected, 'the view is gone');
    const banner = await until(() => inside(element, '.banner.failed'), 'the message');
    assert(banner.textContent?.includes('not signed in'), 'it says what happened');
  });

  it('decides by the newest of several changes', async () => {
    const { element } = await typing({ 'subject-token': 'ada-1' });
    server().delayMs = 40;
    const at = server().calls.length;
    element.setAttribute('subject-token', 'ben-1');
    await until(() => server().calls.length > at, 'the first exchange');
    element.setAttribute('subject-token', 'eve-1');
    await until(() => inside(element, 'dx-identity-step') && !isHidden(element), 'a view');
    await step(element, 'identity');
    await atRest(() => server().calls.length);
    equal(callsAfter(at), ['eve']);
  });

  it('does not affect another element of another user', async () => {
    const { field } = await typing({ 'subject-token': 'ada-1' });
    const other = put({ 'subject-token': 'ben-1' });
    await step(other, 'identity');
    other.removeAttribute('subject-token');
    await atRest(() => server().calls.length);
    assert(field.isConnected && field.value === canary, 'the first one goes on');
  });
});
