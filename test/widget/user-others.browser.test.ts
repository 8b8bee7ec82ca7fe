/**
 * One user per `<dx-appointments>` and per `<dx-handoff>`: hidden at once, and dropped when the page names another
 * one or none.
 */
import '../../widget/appointments/appointments.ts';
import type { AppointmentsView, AppointmentView } from '../../server/contract/appointments-api.ts';
import { assert, atRest, equal, until } from './assert.ts';
import { appointment } from './gallery/appointments.ts';
import { terms } from './gallery/states.ts';
import {
  answers,
  begin,
  end,
  frameOf,
  inside,
  isShown,
  make,
  message,
  put,
  say,
  server,
} from './handoff-harness.ts';
import { problem } from './partner-server.ts';
import { isHidden, jwt, panelOf, subjectOf, tokensOf } from './user-page.ts';

const canary = 'Canary Lane';

const listOf = (...appointments: AppointmentView[]): AppointmentsView => ({
  appointments,
  has_unreadable: false,
  terms,
  booking_url: null,
  current_booking: null,
});

/** The list of a customer, with the question before canceling open and its reason half typed. */
async function canceling(token: string) {
  server().keyOf = subjectOf;
  const place = appointment().location;
  const location = place && { ...place, address_line_1: canary };
  Object.assign(server(), { view: listOf(appointment({ location, actions: ['cancel'] })) });
  const element = document.createElement('dx-appointments');
  Object.assign(element, { server: server().base, subjectToken: token });
  document.body.append(element);
  const cancel = await until(() => inside(element, '[data-action=cancel]'), 'the list');
  cancel.click();
  const reason = await until(
    () => inside<HTMLInputElement>(element, '.ask input, .ask textarea'),
    'the reason',
  );
  reason.focus();
  reason.value = 'Ill';
  reason.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return { element, reason };
}
const leave = () => {
  for (const element of document.querySelectorAll('dx-appointments')) element.remove();
  return end();
};

describe('one user per <dx-appointments>', () => {
  beforeEach(begin);
  afterEach(leave);

  it('hides the list at once, and drops it for another user', async () => {
    const { element, reason } = await canceling('ada-1');
    Object.assign(server(), { view: listOf(), delayMs: 40 });
    const at = server().calls.length;
    element.setAttribute('subject-token', 'ben-1');
    await Promise.resolve();
    assert(isHidden(element), 'hidden at once');
    await until(() => !reason.isConnected, 'the list is gone');
    await until(
      () => element.shadowRoot?.textContent?.includes('You have no appointments yet'),
      'the new list',
    );
    assert(!element.shadowRoot?.innerHTML.includes(canary), 'nothing of the former user');
    equal(tokensOf(server(), at), ['ben']);
  });

  it('keeps the open question, what was typed and the focus for the same user', async () => {
    const { element, reason } = await canceling('ada-1');
    server().delayMs = 40;
    element.setAttribute('subject-token', 'ada-2');
    await until(() => isHidden(element), 'hidden');
    await until(() => !isHidden(element), 'shown again');
    equal(
      [reason.isConnected, reason.value, element.shadowRoot?.activeElement === reason],
      [true, 'Ill', true],
    );
  });

  it('clears the list without a request when the token is removed', async () => {
    const { element, reason } = await canceling('ada-1');
    const at = server().calls.length;
    Object.assign(element, { subjectToken: '' });
    await Promise.resolve();
    equal([reason.isConnected, panelOf(element)], [false, 'You’re signed out']);
    await atRest(() => server().calls.length);
    equal(server().calls.length, at, 'requests');
  });

  it('follows the live stream again when the page renews a sign-in that had ended', async () => {
    const { promise: ended, resolve: expire } = Promise.withResolvers<Response>();
    server().once('GET /live', () => ended);
    const { element } = await canceling('ada-1');
    server().once('POST /token', () => problem(400, 'invalid_grant'));
    expire(problem(401, 'token_expired'));
    await until(() => server().made('POST /token').length === 2, 'the refused token');
    await atRest(() => server().calls.length);
    equal(server().made('GET /live').length, 1);
    element.setAttribute('subject-token', 'ada-2');
    await until(() => server().made('GET /live').length === 2, 'the stream');
  });
});

describe('one user per <dx-handoff>', () => {
  beforeEach(begin);
  afterEach(end);

  async function framed(token: string) {
    server().keyOf = subjectOf;
    const element = put({ 'subject-token': token });
    await until(() => isShown(element), 'the frame');
    return { element, frame: frameOf(element) };
  }

  it('hides the frame at once, drops it for another user, and opens a handoff of the new one', async () => {
    const { element, frame } = await framed('ada-1');
    answers({ handoff_id: 'handoff-2', state: 'unknown', url: null });
    server().delayMs = 40;
    const at = server().calls.length;
    element.subjectToken = 'ben-1';
    await Promise.resolve();
    assert(isHidden(element) && !isShown(element), 'hidden at once');
    await until(() => !frame?.isConnected, 'the frame is gone');
    await until(() => inside(element, '.panel h2'), 'the panel of the new user');
    equal(tokensOf(server(), at), ['ben']);
    equal(
      server()
        .made('POST /handoffs')
        .map(({ path }) => path),
      ['/handoffs', '/handoffs'],
    );
  });

  it('keeps the frame for the same user, and does not navigate while the user is unknown', async () => {
    const { element, frame } = await framed('ada-1');
    server().delayMs = 150;
    element.subjectToken = 'ada-2';
    await until(() => isHidden(element), 'hidden');
    await say(element, message('return', { url: 'https://gym.example/back' }));
    await until(() => !isHidden(element), 'shown again');
    equal([frameOf(element) === frame, isShown(element)], [true, true]);
    element.subjectToken = jwt('ada', 3);
    await until(() => isHidden(element), 'hidden again');
    await until(() => !isHidden(element), 'and shown');
    element.subjectToken = jwt('ada', 4);
    await Promise.resolve();
    assert(!isHidden(element), 'not hidden where both tokens say the same subject');
  });

  it('clears everything without a request when the token is removed, and starts again with another', async () => {
    const { element, frame } = await framed('ada-1');
    const at = server().calls.length;
    element.removeAttribute('subject-token');
    await Promise.resolve();
    equal([frame?.isConnected, panelOf(element)], [false, 'You’re signed out']);
    await atRest(() => server().calls.length);
    equal(server().calls.length, at, 'requests');
    element.subjectToken = 'ben-1';
    await until(() => isShown(element), 'the frame of the new user');
    equal([tokensOf(server(), at), panelOf(element)], [['ben'], null]);
  });

  it('signs an idle user out', async () => {
    const element = make({ 'idle-timeout': '1' });
    document.body.append(element);
    await until(() => isShown(element), 'the frame');
    await until(() => inside(element, 'dialog.idle-warning'), 'the warning');
    await until(() => panelOf(element) === 'You’re signed out', 'the end');
    equal([frameOf(element), inside(element, 'dialog')], [null, null]);
  });

  it('keeps its key when the page names another handoff', async () => {
    const { element } = await framed('ada-1');
    element.handoffId = 'handoff-7';
    await until(() => server().made('POST /handoffs').length === 2, 'another handoff');
    equal([server().tokens, tokensOf(server(), 0)], [1, ['ada']]);
  });
});
