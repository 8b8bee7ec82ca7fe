/**
 * One user per element in every state: each step of a booking in each of its states, each screen of a physician's
 * order.
 */
import '../../widget/physician/physician-order.ts';
import type { PhysicianShows, PhysicianView } from '../../server/contract/physician-api.ts';
import { assert, atRest, equal, until } from './assert.ts';
import { placeStart } from './gallery/places.ts';
import { states, viewOf } from './gallery/states.ts';
import { begin, end, inside, put, server, step } from './mounted.ts';
import { isHidden, panelOf, subjectOf, tokensOf } from './user-page.ts';

/** Passes the element to another user, then to nobody, and holds it to what it may show and send meanwhile. */
async function passOn(
  element: Element,
  content: () => Element | null | undefined,
  next: () => Promise<Element>,
): Promise<void> {
  // What a screen sends by itself as it appears is sent before the change, and its parts are loaded.
  await atRest(() => server().calls.length);
  const former = content();
  assert(former, 'the screen of the former user');
  server().delayMs = 30;
  const at = server().calls.length;
  element.setAttribute('subject-token', 'ben-1');
  await Promise.resolve();
  assert(isHidden(element), 'hidden at once');
  await until(() => server().subjects.at(-1) === 'ben-1', 'the exchange');
  await until(() => !former.isConnected, 'the view of the former user is gone');
  // The hidden view of the former user may still be drawn again, with words that have just arrived.
  await until(() => !isHidden(element), 'the view of the next user');
  const latter = await next();
  equal(tokensOf(server(), at), ['ben'], 'users of the requests after the change');

  const before = server().calls.length;
  element.removeAttribute('subject-token');
  await Promise.resolve();
  equal([latter.isConnected, panelOf(element)], [false, 'You’re signed out']);
  await atRest(() => server().calls.length);
  equal(server().calls.length, before, 'requests after the sign-out');
}

describe('one user per <dx-booking>, at each step', () => {
  beforeEach(begin);
  afterEach(end);

  for (const [name, state] of Object.entries(states))
    it(name, async () => {
      server().keyOf = subjectOf;
      server().view = viewOf(state.shows, { ...state.view, draft: state.draft ?? null });
      const element = put({ 'subject-token': 'ada-1' });
      const former = await step(element, state.shows.step);
      // A screen that asks by itself has its response before the server shows another step.
      const isAtRest = () => inside(element, '[part=step]')?.getAttribute('aria-busy') === 'false';
      if (!state.view?.working) await until(isAtRest, 'the response to the screen');
      server().view = viewOf(placeStart);
      await passOn(
        element,
        () => former,
        () => step(element, 'place'),
      );
    });
});

describe('one user per <dx-physician-order>, at each screen', () => {
  beforeEach(begin);
  afterEach(() => {
    for (const element of document.querySelectorAll('dx-physician-order')) element.remove();
    return end();
  });

  const screens: Record<string, PhysicianShows> = {
    progress: { step: 'progress' },
    preparing: { step: 'provider', form: null },
    presentation: {
      step: 'presentation',
      session_id: 's-1',
      presentation_hash: 'h-1',
      expires_at: null,
      title: 'Order of Ada',
      nodes: [],
      acknowledgements: [],
      signable: false,
      given: null,
    },
    finalizing: { step: 'finalizing' },
    document: { step: 'document', state: 'needed', reason: null, asks_partner: false, uploaded: null },
    checking: { step: 'document', state: 'checking', reason: null, asks_partner: false, uploaded: null },
    refused: {
      step: 'document',
      state: 'refused',
      reason: 'unreadable',
      asks_partner: true,
      uploaded: null,
    },
    done: { step: 'done' },
    blocked: { step: 'blocked', code: 'not_scheduled' },
  };
  const viewAt = (shows: PhysicianShows): PhysicianView => ({
    appointment_id: 'appointment-1',
    test_type: 'DEXA',
    patient: { name: 'Ines Okonkwo', date_of_birth: '1984-09-30' },
    place: null,
    asked: null,
    scheduled_for: null,
    deadline_at: null,
    mode: null,
    clinician: null,
    contact: { phone: null, email: null, url: null },
    shows,
    physician_order: { status: 'ready', submission_status: null, submitted_at: null },
    form_available: false,
    working: null,
    notice: null,
  });

  for (const [name, shows] of Object.entries(screens))
    it(name, async () => {
      server().keyOf = subjectOf;
      Object.assign(server(), { view: viewAt(shows) });
      const element = document.createElement('dx-physician-order');
      Object.assign(element, { server: server().base, appointmentId: 'appointment-1' });
      element.setAttribute('subject-token', 'ada-1');
      document.body.append(element);
      const content = () =>
        element.shadowRoot?.querySelector(
          'dx-physician-document, dx-physician-signing, h2:not(.user-panel h2)',
        );
      await until(content, 'the screen');
      Object.assign(server(), { view: viewAt({ step: 'blocked', code: 'appointment_over' }) });
      await passOn(element, content, () => until(content, 'the screen of the next clinician'));
    });
});
