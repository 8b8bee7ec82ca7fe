/** Invented appointments in each state, for pictures and component tests. */
import type { AppointmentView, ChangeView, ResultsView } from '../../../server/contract/appointments-api.ts';
import { resultsView } from '../../../server/upstream/appointments/result-sheets.ts';
import { assumptionsFile } from '../../../server/upstream/assumptions/schema.ts';
import { terms, toBring } from './states.ts';

let count = 0;
const id = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;

export function appointment(about: Partial<AppointmentView> = {}): AppointmentView {
  return {
    appointment_id: id(),
    order_id: id(),
    reference: 'ORD-20417',
    test_type: 'CALST',
    status: 'confirmed',
    upstream_status: 'confirmed',
    upstream_results_status: 'waiting_results',
    scheduled_for: '2026-11-24T15:30:00.000Z',
    original_scheduled_for: '2026-11-24T15:30:00.000Z',
    requested_at: '2026-11-18T20:02:00.000Z',
    confirmed_at: '2026-11-19T14:10:00.000Z',
    asked: null,
    location: {
      address_line_1: '120 North Wabash Avenue',
      address_line_2: 'Suite 200',
      city: 'Chicago',
      state: 'IL',
      postal_code: '60602',
      timezone: 'America/Chicago',
    },
    physician_order: { status: 'pending', submission_status: null, deadline_at: null, submitted_at: null },
    form: { type: null, artifact_status: null, available: false },
    cancellation_reason_code: null,
    canceled: null,
    confirmation: null,
    visit: { note: null, arrival: null, preparation: [], doctor_form: null },
    within_24_hours: false,
    more: {},
    actions: ['check_in', 'reschedule', 'cancel', 'consents'],
    change: null,
    working: null,
    read_at: '2026-11-20T12:00:00.000Z',
    reschedule_elsewhere: false,
    stale: false,
    ...about,
  };
}

export const asked = {
  primary: '2026-11-27T08:00:00-06:00',
  alternates: ['2026-11-27T13:00:00-06:00', '2026-11-30T09:30:00-06:00'],
};

export const requested = (about: Partial<AppointmentView> = {}) =>
  appointment({
    test_type: 'DEXABMD',
    status: 'requested',
    upstream_status: 'pending_confirmation',
    scheduled_for: null,
    original_scheduled_for: null,
    confirmed_at: null,
    confirmation: { usual_hours: null, is_late: false },
    asked,
    actions: ['cancel', 'consents'],
    ...about,
  });

/** A cancellation that the customer asked for. */
export const cancellation = (state: ChangeView['state']): ChangeView => ({
  kind: 'cancel',
  state,
  asked: null,
  within_24_hours: null,
  upstream_request_id: null,
});

/** An appointment after the clinic has canceled it. */
export const canceledByClinic = (one: AppointmentView): AppointmentView => ({
  ...one,
  status: 'canceled',
  upstream_status: 'canceled',
  canceled: { by: 'clinic', of: 'appointment', at: null, refund: null },
  actions: [],
});

export const withResults = (about: Partial<AppointmentView> = {}) =>
  appointment({
    test_type: 'DEXA',
    status: 'results_ready',
    upstream_status: 'results_ready',
    upstream_results_status: 'finalized',
    scheduled_for: '2026-09-02T14:00:00.000Z',
    form: { type: 'CONSENT', artifact_status: 'available', available: true },
    actions: ['results', 'signed_form', 'consents'],
    ...about,
  });

export const lists: Record<string, AppointmentView[]> = {
  none: [],
  several: [
    appointment(),
    requested(),
    withResults(),
    withResults({
      scheduled_for: '2026-03-03T15:00:00.000Z',
      status: 'completed',
      upstream_status: 'completed',
    }),
    appointment({
      test_type: 'VO2',
      status: 'canceled',
      upstream_status: 'canceled',
      scheduled_for: '2026-08-11T13:00:00.000Z',
      cancellation_reason_code: 'partner_requested',
      canceled: { by: 'customer', of: 'appointment', at: '2026-08-09T17:20:00.000Z', refund: null },
      actions: [],
    }),
  ],
  deadline: [
    requested({
      physician_order: {
        status: 'pending',
        submission_status: 'not_submitted',
        deadline_at: '2026-11-26T23:00:00.000Z',
        submitted_at: null,
      },
    }),
  ],
  declined: [
    requested({
      status: 'unscheduled',
      upstream_status: 'pending_scheduling',
      confirmation: null,
      actions: [],
    }),
  ],
  strange: [
    appointment({
      test_type: 'GRIPSTRENGTH',
      status: 'unknown',
      upstream_status: 'awaiting_moonrise',
      upstream_results_status: 'simmering',
      location: { ...appointment().location, timezone: 'Moon/Tranquility' } as AppointmentView['location'],
      actions: [],
      more: { preparation: { fasting_hours: 3, notes: ['No coffee.', '<b>Plain</b>'] }, floor: null },
    }),
  ],
  visit: [
    appointment({
      test_type: 'VO2',
      actions: ['check_in', 'vo2_form', 'reschedule', 'cancel', 'consents'],
      visit: { ...toBring, doctor_form: { note: null } },
      within_24_hours: true,
    }),
  ],
  late: [requested({ confirmation: { usual_hours: 48, is_late: true } })],
  'clinic-canceled': [
    appointment({
      status: 'canceled',
      upstream_status: 'canceled',
      canceled: {
        by: 'clinic',
        of: 'appointment',
        at: '2026-11-21T16:05:00.000Z',
        refund: terms.refund_if_clinic_cancels,
      },
      actions: [],
    }),
  ],
  today: [appointment({ scheduled_for: new Date().toISOString(), original_scheduled_for: null })],
  stale: [appointment({ stale: true })],
  stalled: [
    appointment({
      actions: ['check_in'],
      change: {
        kind: 'cancel',
        state: 'stalled',
        asked: null,
        within_24_hours: null,
        upstream_request_id: null,
      },
    }),
  ],
  refused: [
    appointment({
      change: {
        kind: 'reschedule',
        state: 'refused',
        asked,
        within_24_hours: null,
        upstream_request_id: 'req_01HZZ8C1E9D4A4E7BB1C65A0F7E2D9C8',
      },
    }),
  ],
};

/** What the service sends. */
export const results = {
  items: [
    {
      order_id: '00000000-0000-4000-8000-0000000000aa',
      status: 'finalized',
      test_type: 'DEXA',
      results: { body_fat_percent: 24.6, lean_mass: 51.2, bone_density: 1.18, remark: 'Repeat in a year.' },
      result_units: { body_fat_percent: '%', lean_mass: 'kg', bone_density: 'g/cm²' },
      measures: [
        { name: 'Resting heart rate', value: 62, unit: 'bpm', range: [50, 90] },
        { name: 'Android to gynoid ratio', value: 1.4, reference_range: { low: 0.6, high: 1.1 } },
        { name: 'Visceral fat', value: 410, unit: 'g', range: { max: 900 } },
        { name: 'Posture', value: 'upright', note: 'By eye' },
      ],
      reviewed: true,
    },
  ],
  pagination: { total: 1 },
};

/** What the server makes of results, by the default assumptions. */
export const viewOfResults = (received: Record<string, unknown>) =>
  resultsView(received, assumptionsFile.parse({}).results);

/** With the words of a partner beside one value. */
export function worded(view: ResultsView): ResultsView {
  const words = {
    default: 'The fat around your organs. Your body needs some of it.',
    es: 'La grasa alrededor de sus órganos. Su cuerpo necesita una parte.',
    de: 'Das Fett um Ihre Organe. Ihr Körper braucht etwas davon.',
    ar: 'الدهون المحيطة بأعضائك. يحتاج جسمك إلى قدر منها.',
  };
  const sheets = view.sheets.map((sheet) => ({
    ...sheet,
    readings: sheet.readings.map((one) => (one.name === 'Visceral fat' ? { ...one, words } : one)),
  }));
  return { ...view, sheets };
}

export const dates = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02'].map(
  (date) => ({
    date,
    times: ['08:00', '09:30', '11:00', '13:00', '16:30', '17:45'].map((clock) => `${date}T${clock}:00-06:00`),
  }),
);
