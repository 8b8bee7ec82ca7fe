/** Every element in every state, by a name such as `booking/times-chosen`. Each is the real element on a fake server. */
import '../../../widget/appointments/appointments.ts';
import '../../../widget/handoff/handoff-element.ts';
import type { HandoffElement } from '../../../widget/handoff/handoff-element.ts';
import '../../../widget/journey/booking.ts';
import '../../../widget/physician/physician-order.ts';
import { noticeCodes } from '../../../server/contract/journey-api/notices.ts';
import type { StepName } from '../../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import type { PhysicianView } from '../../../server/contract/physician-api.ts';
import type { StepElement } from '../../../widget/journey/steps/step-element.ts';
import { AppointmentsServer } from '../appointments-server.ts';
import { atRest, until } from '../assert.ts';
import { PartnerServer, problem } from '../partner-server.ts';
import { lists } from './appointments.ts';
import { asked, handoffViews, opened } from './handoff.ts';
import { physicianViews, signedByClinician, worklists } from './physician.ts';
import type { State } from './state.ts';
import { states, viewOf } from './states.ts';

/** An element on the page. */
export interface Shown {
  element: HTMLElement;
  /** Removes the element and its server. */
  leave(): void;
}
type Show = (parent: Element) => Promise<Shown>;

const order: StepName[] = ['place', 'product', 'times', 'identity', 'consent', 'prescreen', 'review'];

/** The steps of the journey around a state. With an order, only the times can be changed, until they are sent. */
function stepsAround(current: StepName): JourneyView['steps'] {
  const hasOrder = !order.includes(current) && current !== 'document';
  const names = order.includes(current) ? order : [...order, current];
  const at = names.indexOf(current);
  return names.map((name, index) => ({
    name,
    state: index < at ? 'done' : index === at ? 'current' : 'ahead',
    can_revisit: index < at && (!hasOrder || (current === 'questionnaire' && name === 'times')),
  }));
}

/** Starts a server with one view, and puts an element of it on the page. */
async function put(parent: Element, tag: string, view: object, attributes: Record<string, string> = {}) {
  const server = new PartnerServer().start();
  Object.assign(server, { view });
  const element = document.createElement(tag);
  const all = { server: server.base, 'subject-token': 'user-1', ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  const leave = () => {
    element.remove();
    server.stop();
  };
  return { element, server, leave, appear: () => parent.append(element) };
}

/** Waits until the element has drawn something that matches. */
const drawn = (element: Element, selector: string) =>
  until(() => element.shadowRoot?.querySelector(selector), `${selector} in ${element.localName}`);

function booking(state: State): Show {
  return async (parent) => {
    const { step } = state.shows;
    const view = {
      ...viewOf(state.shows, state.view),
      steps: state.view?.steps ?? stepsAround(step),
      draft: state.draft ?? null,
    };
    const { element, server, leave, appear } = await put(parent, 'dx-booking', view);
    if (state.previews !== undefined) server.previews = state.previews;
    appear();
    const shown = (await drawn(element, `dx-${step}-step`)) as StepElement<never>;
    await shown.updateComplete;
    if (state.previews !== undefined) {
      // The prices come for clinics in view.
      shown.shadowRoot?.querySelector('[data-offering]')?.scrollIntoView();
      await until(() => shown.shadowRoot?.querySelector('.price'), 'the prices of clinics');
      scrollTo(0, 0);
    }
    if (state.busy) shown.busy = true;
    if (state.problem !== undefined) shown.problem = state.problem;
    if (state.submit) shown.shadowRoot?.querySelector('form')?.requestSubmit();
    await shown.updateComplete;
    return { element, leave };
  };
}

const noticed = (code: (typeof noticeCodes)[number]): State => {
  const [state] = code === 'slot_gone' ? [states.times] : [states['place-start']];
  if (state === undefined) throw new Error('no state');
  return { ...state, view: { notice: { code, fields: [], upstream_request_id: 'req_01HZZ' } } };
};

/** The responses to the first request of the booking that fail. */
const failures: Record<string, () => Response | Promise<Response>> = {
  offline: () => Promise.reject(new TypeError('Failed to fetch')),
  unavailable: () =>
    problem(503, 'service_unavailable', {}, { contact: { phone: '(555) 010-0142', email: null, url: null } }),
  refused: () => problem(403, 'forbidden'),
  unmet: () => problem(503, 'assumption_unmet', {}, { request_id: 'req_01HZZ' }),
};

function failed(reply: () => Response | Promise<Response>): Show {
  return async (parent) => {
    const { element, server, leave, appear } = await put(parent, 'dx-booking', {});
    server.toAllTries('POST /journeys', reply);
    appear();
    await drawn(element, '.banner.failed');
    return { element, leave };
  };
}

function appointments(list: string, action?: string): Show {
  return async (parent) => {
    const server = new AppointmentsServer(structuredClone(lists[list] ?? []));
    const element = document.createElement('dx-appointments');
    element.setAttribute('server', server.base);
    element.setAttribute('subject-token', 'user-1');
    parent.append(element);
    await drawn(element, 'h2');
    if (action !== undefined) {
      element.shadowRoot?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
      await element.updateComplete;
      // The panel reads what it shows.
      await atRest(() => server.calls.length);
      await element.updateComplete;
    }
    for (const each of element.shadowRoot?.querySelectorAll('details') ?? []) each.open = true;
    return {
      element,
      leave() {
        element.remove();
        server.stop();
      },
    };
  };
}

function physician(view: object, attributes: Record<string, string>): Show {
  return async (parent) => {
    const { element, leave, appear } = await put(parent, 'dx-physician-order', view, attributes);
    appear();
    const heading = () =>
      element.shadowRoot?.querySelector('h2') ??
      element.shadowRoot?.querySelector('.step')?.shadowRoot?.querySelector('h2');
    await until(heading, 'a heading');
    return { element, leave };
  };
}

/** A form of the clinician that was submitted, and what it then shows. */
function submitted(
  shown: PhysicianView | undefined,
  response: string,
  typed?: [name: string, text: string],
): Show {
  return async (parent) => {
    const scene = await physician(shown ?? {}, { 'appointment-id': 'appointment-1' })(parent);
    const step = scene.element.shadowRoot?.querySelector('.step')?.shadowRoot;
    if (typed) {
      const field = step?.querySelector<HTMLInputElement>(`#${typed[0]}`);
      if (field) field.value = typed[1];
      field?.dispatchEvent(new InputEvent('input'));
    }
    step?.querySelector('form')?.requestSubmit();
    await until(() => step?.querySelector(response), response);
    return scene;
  };
}

function handoff(name: string): Show {
  return async (parent) => {
    const view = { ...opened, ...handoffViews[name] };
    const { element, leave, appear } = await put(parent, 'dx-handoff', view);
    (element as HandoffElement).handoff = asked;
    appear();
    const isFramed = view.state === 'open' && view.presentation_mode === 'iframe';
    await drawn(
      element,
      isFramed ? '.stage:not(.covered) iframe' : view.state === 'preparing' ? '.skeleton' : 'h2',
    );
    return { element, leave };
  };
}

/** The server does not open the handoff, and says under which reference it logged why. */
const handoffFailed: Show = async (parent) => {
  const { element, server, leave, appear } = await put(parent, 'dx-handoff', opened);
  server.once('POST /handoffs', failures.unmet as () => Response);
  (element as HandoffElement).handoff = asked;
  appear();
  await drawn(element, '.quiet');
  return { element, leave };
};

/** What every element shows of its user. */
const users: Record<string, Show> = {
  'signed-out': async (parent) => {
    const view = viewOf({ step: 'order' }, { working: { poll_after_ms: 60_000 } });
    const { element, leave, appear } = await put(parent, 'dx-booking', view);
    appear();
    await drawn(element, 'dx-order-step');
    element.removeAttribute('subject-token');
    await drawn(element, '.user-panel:not([hidden]) h2');
    return { element, leave };
  },
  idle: async (parent) => {
    const view = viewOf({ step: 'order' }, { working: { poll_after_ms: 60_000 } });
    const { element, leave, appear } = await put(parent, 'dx-booking', view, { 'idle-timeout': '4' });
    appear();
    await drawn(element, 'dialog.idle-warning');
    return { element, leave };
  },
};

const named = (folder: string, shows: Record<string, Show>) =>
  Object.entries(shows).map(([name, show]) => [`${folder}/${name}`, show] as const);
const mapped = <T>(of: Record<string, T>, show: (name: string, value: T) => Show) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, show(name, value)]));

/** Shows a state in an element of the page, by its name. */
export const scenes: ReadonlyMap<string, Show> = new Map([
  ...named(
    'booking',
    mapped(states, (_, state) => booking(state)),
  ),
  ...named(
    'booking',
    Object.fromEntries(noticeCodes.map((code) => [`notice-${code}`, booking(noticed(code))])),
  ),
  ...named('booking', mapped(failures, (_, reply) => failed(reply)) satisfies Record<string, Show>).map(
    ([name, show]) => [name.replace('/', '/failed-'), show] as const,
  ),
  ...named(
    'appointments',
    mapped(lists, (name) => appointments(name)),
  ),
  ...named('appointments', {
    'several-cancel': appointments('several', 'cancel'),
    'several-reschedule': appointments('several', 'reschedule'),
    'several-consents': appointments('several', 'consents'),
    'several-results': appointments('several', 'results'),
  }),
  ...named('physician', {
    ...mapped(physicianViews, (_, shown) => physician(shown, { 'appointment-id': 'appointment-1' })),
    'provider-wrong': submitted(physicianViews.provider, '.error-summary'),
    'presentation-wrong': submitted(physicianViews.presentation, '.error-summary'),
    'presentation-other-name': submitted(signedByClinician, '.other-name', ['typed_name', 'Someone Else']),
    'document-wrong': submitted(physicianViews.document, '.error-summary'),
    ...mapped(worklists, (_, shown) => physician(shown, { worklist: '' })),
  }),
  ...named(
    'handoff',
    mapped(handoffViews, (name) => handoff(name)),
  ),
  ...named('handoff', { failed: handoffFailed }),
  ...named('user', users),
]);
