/** How `<dx-handoff>` lives and dies on a page that does not go easy on it. */
import { assert, atRest, equal, nextTask, until } from './assert.ts';
import {
  answers,
  appointmentAt,
  asked,
  begin,
  end,
  frameOf,
  inside,
  isShown,
  make,
  message,
  panelOf,
  put,
  ready,
  say,
  server,
} from './handoff-harness.ts';
import { live } from './live-listeners.ts';
import { problem } from './partner-server.ts';

describe('the life of <dx-handoff>', () => {
  beforeEach(begin);
  afterEach(end);

  it('takes what the page set before the class was there', async () => {
    const early = Object.assign(document.createElement('dx-unknown'), {
      handoff: asked,
      server: server().base,
      subjectToken: 'user-early',
    });
    const { HandoffElement } = await import('../../widget/handoff/handoff-element.ts');
    customElements.define('dx-unknown', class extends HandoffElement {});
    document.body.append(early);
    await until(() => isShown(early), 'the frame');
    equal(server().subjects, ['user-early']);
    early.remove();
  });

  it('is defined once, however often its script is loaded', async () => {
    await import(`${'../../widget/handoff/handoff-element.ts'}?again`);
    await ready();
    equal(server().made('POST /handoffs').length, 1);
  });

  it('starts anew when it is removed and put back', async () => {
    const element = await ready();
    element.remove();
    await nextTask();
    equal(frameOf(element), null);
    document.body.append(element);
    await until(() => isShown(element), 'the frame again');
    equal(server().made('POST /handoffs').length, 2);
  });

  it('keeps its handoff when it is moved, and its frame too where the page moves it whole', async () => {
    const element = await ready();
    const home = document.createElement('div');
    document.body.append(home);
    home.append(element);
    await until(() => isShown(element), 'the frame again');
    equal(server().made('POST /handoffs').length, 1, 'handoffs');
    const frame = frameOf(element);
    const mover = document.body as { moveBefore?: (node: Node, child: Node | null) => void };
    if (mover.moveBefore !== undefined) {
      mover.moveBefore(element, null);
      await say(element, message('resize', { height: 700 }));
      equal([frameOf(element) === frame, frame?.clientHeight], [true, 700]);
    }
    element.remove();
    home.remove();
  });

  it('survives fifty mounts and a removal while loading, without a superfluous request', async () => {
    const before = live();
    server().delayMs = 20;
    for (let mounts = 0; mounts < 50; mounts++) {
      const element = put();
      if (mounts % 5 === 0) for (let tasks = 0; tasks < mounts; tasks++) await nextTask();
      element.remove();
    }
    // A removed element still waits for its key, which a busy machine makes slowly.
    await atRest(() => server().calls.length);
    equal(live(), before, 'listeners after the end');
    server().delayMs = 0;
    await ready();
  });

  it('ignores messages of a frame that was removed while it verifies', async () => {
    const element = await ready();
    answers({ state: 'verifying', poll_after_ms: 30 });
    await say(element, message('complete'));
    element.remove();
    await nextTask();
    const calls = server().calls.length;
    await atRest(() => server().calls.length);
    equal(server().calls.length, calls, 'calls after the end');
  });

  it('reads the handoff again when the page comes back from the cache of the browser', async () => {
    const element = await ready();
    answers({ state: 'requested', appointment: appointmentAt('confirmed') });
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => panelOf(element) === 'Your appointment is confirmed', 'the new state');
    assert(isShown(element), 'the frame stays');
    assert(inside(element, '.panel p')?.textContent?.includes('9:00'), 'in the zone of the location');
  });

  it('starts another handoff when the page sets another order, and not for the same one', async () => {
    const element = await ready();
    element.handoff = structuredClone(asked);
    await atRest(() => server().calls.length);
    equal(server().made('POST /handoffs').length, 1, 'the same');
    element.handoff = { ...asked, order_id: '00000000-0000-4000-8000-000000000001' };
    await until(() => server().made('POST /handoffs').length === 2, 'another');
    await until(() => isShown(element), 'the frame');
  });

  it('continues the failed request after the page signs in again', async () => {
    server().once('POST /token', () => problem(400, 'invalid_grant'));
    const element = put();
    await until(() => panelOf(element) === 'You’re not signed in', 'the panel');
    element.setAttribute('subject-token', 'user-2');
    await until(() => isShown(element), 'the frame');
    equal(server().subjects, ['user-2']);
  });

  it('tries again by itself when the network is back, and not before', async () => {
    server().toAllTries('POST /handoffs', () => Promise.reject(new TypeError('cut')));
    const element = put();
    await until(() => panelOf(element) === 'No connection', 'the failure');
    dispatchEvent(new Event('online'));
    await until(() => isShown(element), 'the frame');
    element.remove();
    server().once('POST /handoffs', () => problem(422, 'invalid_fields'));
    const refused = put();
    await until(() => panelOf(refused) === 'Some of your details weren’t accepted.', 'the refusal');
    dispatchEvent(new Event('online'));
    await atRest(() => server().calls.length);
    equal(panelOf(refused), 'Some of your details weren’t accepted.');
  });

  it('waits for a page that sets its settings late', async () => {
    const element = make();
    element.removeAttribute('subject-token');
    element.handoff = null;
    document.body.append(element);
    await atRest(() => server().calls.length);
    element.handoff = asked;
    await atRest(() => server().calls.length);
    equal(server().calls.length, 0, 'calls');
    element.getSubjectToken = async () => 'user-late';
    await until(() => isShown(element), 'the frame');
    equal(server().subjects, ['user-late']);
  });
});
