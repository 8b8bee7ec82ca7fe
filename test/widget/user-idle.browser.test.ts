/** Automatic logoff: the warning, the press to stay, the end, and a page that was asleep meanwhile. */
import { accessible } from './accessible.ts';
import { assert, atRest, equal, nextTask, until } from './assert.ts';
import { begin, end, inside, put, received, server, step } from './mounted.ts';
import { viewAt } from './partner-server.ts';
import { panelOf, subjectOf } from './user-page.ts';

const dialogIn = (element: Element) => element.shadowRoot?.querySelector('dialog.idle-warning') ?? null;
/** A page that may be without input for an hour. */
async function idle() {
  server().view = viewAt('identity', 3);
  server().keyOf = subjectOf;
  const element = put({ 'idle-timeout': '3600', 'subject-token': 'ada-1' });
  const identity = await step(element, 'identity');
  return { element, identity };
}

const { now } = Date;
function setClock(ms: number): void {
  Date.now = () => ms;
}
/** The page sleeps, and wakes later. */
function wakeAfter(seconds: number): void {
  setClock(Date.now() + seconds * 1000);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

describe('an idle page', () => {
  beforeEach(() => {
    begin();
    // Only `wakeAfter` moves the clock.
    setClock(now());
  });
  afterEach(() => {
    Date.now = now;
    return end();
  });

  it('warns with the remaining time, and stays after one press', async () => {
    const { element, identity } = await idle();
    const field = await until(
      () => identity.shadowRoot?.querySelector<HTMLElement>('[name=first_name]'),
      'a field',
    );
    field.focus();
    wakeAfter(3500);
    equal(dialogIn(element), null, 'before the last minute');
    wakeAfter(50);
    const dialog = await until(() => dialogIn(element), 'the warning');
    equal(dialog.getAttribute('role'), 'alertdialog');
    equal(dialog.querySelector('p')?.textContent, 'We’ll sign you out in 50 seconds.');
    const button = dialog.querySelector('button');
    equal(element.shadowRoot?.activeElement === button, true, 'the focus is on the button');
    // Only the dialog: all else is inert.
    await accessible(dialog);
    button?.click();
    await until(() => dialogIn(element) === null, 'the warning is gone');
    equal(identity.shadowRoot?.activeElement === field, true, 'the focus is back');
    wakeAfter(3550);
    await until(() => dialogIn(element), 'the next warning, because the time began again');
    assert(identity.isConnected, 'not signed out');
  });

  it('signs out at the end, renews no token, and asks for the user again at a press', async () => {
    const events = received('dx-signed-out');
    const { element, identity } = await idle();
    element.setAttribute('idle-timeout', '1');
    await until(() => panelOf(element) === 'You’re signed out', 'the words');
    assert(!identity.isConnected && dialogIn(element) === null, 'nothing of the user is left');
    assert(element.shadowRoot?.textContent?.includes('because you weren’t using this page'), 'it says why');
    await accessible(element);
    equal(
      events.map(({ detail }) => detail),
      [{ reason: 'idle' }],
    );
    const calls = server().calls.length;
    element.setAttribute('subject-token', 'ada-2');
    await atRest(() => server().calls.length);
    equal(server().calls.length, calls, 'a page that renews its token wakes nobody');
    element.setAttribute('idle-timeout', '0');
    inside(element, '.user-panel button')?.click();
    await step(element, 'identity');
    equal(server().subjects, ['ada-1', 'ada-2']);
  });

  it('ends when the page wakes, by the wall clock', async () => {
    const { element, identity } = await idle();
    wakeAfter(3601);
    assert(element.updateComplete, 'an update');
    await Promise.resolve();
    assert(!identity.isConnected, 'gone before anything is shown');
  });

  it('is never idle without a timeout', async () => {
    for (const time of ['0', '-1', 'soon', '']) {
      const element = put({ 'idle-timeout': time, 'subject-token': 'ada-1' });
      await step(element, 'place');
      await nextTask();
      equal([panelOf(element), dialogIn(element)], [null, null], time);
    }
  });

  it('does not block the page for a hidden element', async () => {
    const { element } = await idle();
    element.hidden = true;
    element.setAttribute('idle-timeout', '1');
    let isWarned = false;
    await until(() => {
      isWarned ||= dialogIn(element) !== null;
      return panelOf(element) === 'You’re signed out';
    }, 'the end');
    equal(isWarned, false, 'warned');
  });
});
