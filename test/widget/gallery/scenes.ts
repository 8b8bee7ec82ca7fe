/** Every element in every state, by a name such as `booking/times-chosen`. Each is the real element on a fake server. */
import '../../../widget/appointments/appointments.ts';
import '../../../widget/handoff/handoff-element.ts';
import type { HandoffElement } from '../../../widget/handoff/handoff-element.ts';
import '../../../widget/journey/booking.ts';
import '../../../widget/physician/physician-order.ts';
import { noticeCodes } from '../../../server/contract/journey-api/notices.ts';
import type { StepName } from '../../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import {
  blockedCode,
  type PhysicianShows,
  type PhysicianView,
  physicianNotice,
  type WorklistView,
} from '../../../server/contract/physician-api.ts';
import type { StepElement } from '../../../widget/journey/steps/step-element.ts';
import { clinician } from '../../support/clinician.ts';
import { AppointmentsServer } from '../appointments-server.ts';
import { atRest, until } from '../assert.ts';
import { PartnerServer, problem } from '../partner-server.ts';
import { lists } from './appointments.ts';
import { asked, handoffViews, opened } from './handoff.ts';
import type { State } from './state.ts';
import { states, viewOf } from './states.ts';

const text = (name: string, words: string) => ({ kind: 'text' as const, name, text: words });
const group = (name: string, ...nodes: Presentation['nodes']) => ({ kind: 'group' as const, name, nodes });
type Presentation = Extract<PhysicianShows, { step: 'presentation' }>;

const base: PhysicianView = {
  appointment_id: '00000000-0000-4000-8000-000000000101',
  mode: 'partner_electronic',
  test_type: 'CALST',
  patient: { name: 'Ada Example', date_of_birth: '1979-04-12' },
  place: {
    address_line_1: '12 Example Way',
    address_line_2: null,
    city: 'Springfield',
    state: 'IL',
    postal_code: '62701',
    timezone: 'America/Chicago',
  },
  asked: {
    primary: '2026-12-01T09:00:00-06:00',
    alternates: ['2026-12-02T09:00:00-06:00', '2026-12-03T14:30:00-06:00'],
  },
  scheduled_for: null,
  deadline_at: '2026-11-26T23:00:00.000Z',
  clinician: null,
  contact: { phone: '(555) 010-0142', email: 'staff@clinic.example', url: null },
  shows: { step: 'progress' },
  physician_order: {
    status: 'pending',
    submission_status: 'not_submitted',
    submitted_at: null,
  },
  form_available: false,
  notice: null,
  working: null,
};
const provider: PhysicianShows = {
  step: 'provider',
  form: {
    allowed_approval_methods: ['electronic_signature', 'wet_ink'],
    allowed_workflow_types: ['partner_electronic'],
    order_date_required: true,
    sla: { due_at: '2026-11-26T23:00:00.000Z', breached_at: null },
    given: null,
  },
};
const presentation: Presentation = {
  step: 'presentation',
  session_id: 's-1',
  presentation_hash: 'h-1',
  expires_at: null,
  title: 'Order of a coronary calcium scan',
  nodes: [
    group(
      '',
      text('title', 'Patient'),
      group('rows', group('', text('label', 'Name'), text('value', 'Ada Example'))),
    ),
    group('', text('title', 'Order'), group('statements', text('', 'One CT scan without contrast.'))),
  ],
  acknowledgements: [
    { field: 'electronic_signature_attestation', nodes: [group('', text('text', 'I sign this order.'))] },
    { field: 'order_acknowledgement', nodes: [group('', text('text', 'I have reviewed this order.'))] },
  ],
  signable: true,
  given: null,
};
const documentStep: Extract<PhysicianShows, { step: 'document' }> = {
  step: 'document',
  state: 'needed',
  reason: null,
  asks_partner: false,
  uploaded: null,
};
const view = (shows: PhysicianShows, about: Partial<PhysicianView> = {}) => ({ ...base, shows, ...about });

/** A view of each state, by name. */
export const physicianViews: Record<string, PhysicianView> = {
  progress: base,
  'progress-sent': view(base.shows, {
    physician_order: { ...base.physician_order, submitted_at: '2026-11-20T12:00:00.000Z' },
  }),
  provider: view(provider),
  'provider-known': view(provider, { clinician }),
  'provider-partly-known': view(provider, {
    clinician: { full_name: clinician.full_name, npi: '1730184450' },
  }),
  'patient-unknown': view(provider, { patient: null, place: null, asked: null, deadline_at: null }),
  'provider-preparing': view({ step: 'provider', form: null }, { working: { poll_after_ms: 60_000 } }),
  presentation: view(presentation),
  'presentation-unsignable': view({ ...presentation, acknowledgements: null, signable: false }),
  finalizing: view({ step: 'finalizing' }, { working: { poll_after_ms: 60_000 } }),
  document: view(documentStep),
  'document-known': view(documentStep, { clinician }),
  'document-confirmed': view(documentStep, {
    clinician,
    asked: null,
    scheduled_for: '2026-12-01T15:00:00.000Z',
    deadline_at: '2026-11-20T23:00:00.000Z',
  }),
  'document-checking': view({ ...documentStep, state: 'checking' }),
  'document-refused': view({ ...documentStep, state: 'refused', reason: 'illegible_scan' }),
  'document-uploaded': view({ ...documentStep, uploaded: { document_id: 'd-1', bytes: 120_000 } }),
  done: view({ step: 'done' }),
  'done-form': view({ step: 'done' }, { form_available: true }),
  ...Object.fromEntries(
    blockedCode.options.map((code) => [`blocked-${code}`, view({ step: 'blocked', code })]),
  ),
  ...Object.fromEntries(
    physicianNotice.options.map((code) => [
      `notice-${code}`,
      view(provider, { notice: { code, upstream_request_id: 'req_01HZZ' } }),
    ]),
  ),
};

/** A worklist of each kind, by name. */
const worklists: Record<string, WorklistView> = {
  worklist: {
    orders: [
      { ...base, deadline_at: '2026-11-20T23:00:00.000Z' },
      {
        ...base,
        patient: { name: 'Benedikta Wasserstrahl-Oyelaran', date_of_birth: '1956-01-30' },
        test_type: 'VO2',
      },
      { ...base, patient: null, deadline_at: null },
    ],
    more: true,
    contact: base.contact,
  },
  'worklist-empty': { orders: [], more: false, contact: base.contact },
};

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
    const view = { ...viewOf(state.shows, state.view), steps: stepsAround(step), draft: state.draft ?? null };
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

/** The order signed with another name than the clinician's. */
const signedByAnother: Show = async (parent) => {
  const given = { physician: clinician };
  const shown = await physician(view({ ...presentation, given }), { 'appointment-id': 'appointment-1' })(
    parent,
  );
  const step = shown.element.shadowRoot?.querySelector('.step')?.shadowRoot;
  const field = step?.querySelector<HTMLInputElement>('#typed_name');
  if (field) field.value = 'Someone Else';
  field?.dispatchEvent(new InputEvent('input'));
  step?.querySelector('form')?.requestSubmit();
  await until(() => step?.querySelector('.other-name'), 'the question');
  return shown;
};

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
    'presentation-other-name': signedByAnother,
    ...mapped(worklists, (_, shown) => physician(shown, { worklist: '' })),
  }),
  ...named(
    'handoff',
    mapped(handoffViews, (name) => handoff(name)),
  ),
  ...named('handoff', { failed: handoffFailed }),
  ...named('user', users),
]);
