/** An invented handoff in each state. */
import { type HandoffView, handoffStates, type OpenHandoff } from '../../../server/contract/handoff-api.ts';

/** The server of the page under its other name, which is another origin. */
export const hosted = `http://127.0.0.1:${location.port}`;
export const pageUrl = (search = '?ready') => `${hosted}/test/widget/hosted-page.html${search}`;

export const opened: HandoffView = {
  handoff_id: 'handoff-1',
  state: 'open',
  presentation_mode: 'iframe',
  url: pageUrl(),
  frame_origin: hosted,
  frame_names: {
    type: ['type', 'kind'],
    payload: ['payload', 'data'],
    height: ['height', 'tall'],
    url: ['url', 'goTo'],
    status: ['status', 'why'],
    types: {
      ready: ['service.embed.ready', 'shown'],
      resize: ['service.embed.resize'],
      complete: ['service.embed.complete'],
      return: ['service.embed.return'],
      profile: ['service.embed.profile'],
      exit: ['service.embed.exit'],
      error: ['service.embed.error'],
    },
  },
  allowed_hosts: ['gym.example', 'localhost'],
  expires_at: null,
  appointment: null,
  refusal: null,
  contact: { phone: '(555) 010-0142', email: null, url: null },
  poll_after_ms: null,
};

export const asked: OpenHandoff = {
  times: { primary: '2027-03-01T09:00:00-05:00', alternates: ['2027-03-02T09:00:00-05:00'] },
  customer: {
    first_name: 'Ada',
    last_name: 'Example',
    phone: '312 555 0100',
    date_of_birth: '1985-03-14',
    sex: 'female',
    address: { address_line_1: '1 Sample Street', city: 'Chicago', state: 'IL', postal_code: '60602' },
    height_inches: 66,
    weight_pounds: 140,
  },
};

export const appointmentAt = (status: string) => ({
  appointment_id: 'appointment-1',
  status,
  test_type: 'DEXA',
  scheduled_for: status === 'confirmed' ? '2027-03-01T14:00:00Z' : null,
  timezone: 'America/New_York',
});

/** A view of each state, by name. */
export const handoffViews: Record<string, Partial<HandoffView>> = {
  ...Object.fromEntries(
    handoffStates.map((state) => [state, { state, ...(state === 'open' ? {} : { url: null }) }]),
  ),
  requested: { state: 'requested', appointment: appointmentAt('pending_confirmation') },
  confirmed: { state: 'requested', appointment: appointmentAt('confirmed') },
  'requested-unknown': { state: 'requested', appointment: appointmentAt('awaiting_moonrise') },
  refused: { state: 'refused', refusal: { code: 'slot_unavailable', title: 'Refused.' } },
  'refused-fields': {
    state: 'refused',
    refusal: {
      code: 'invalid_fields',
      title: 'Refused.',
      fields: [{ path: 'customer.phone', message: 'A phone has 10 or 11 digits.' }],
    },
  },
  'hosted-page': { state: 'open', presentation_mode: 'hosted_page' },
  'unknown-page': { state: 'unknown' },
  'unknown-hosted-page': { state: 'unknown', presentation_mode: 'hosted_page' },
};
