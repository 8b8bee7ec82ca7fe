/** Every step in every state worth looking at, by name. */
import type {
  BlockedShows,
  JourneyView,
  ReviewShows,
  SentShows,
  Shows,
} from '../../../server/contract/journey-api/views.ts';
import type { PartnerTerms } from '../../../server/contract/partner-terms.ts';
import type { FieldProblem, ProblemBody } from '../../../server/contract/problem.ts';
import { declinedTimes, manyDays, oneTaken, someChosen } from './availability.ts';
import {
  bornHealthCheck,
  consentText,
  healthCheck,
  looseQuestionnaire,
  mixedQuestionnaire,
  questionnaire,
  sectionedQuestionnaire,
  strangeHealthCheck,
} from './legal.ts';
import {
  placeFallback,
  placeNone,
  placeResults,
  placeStart,
  placeView,
  previews,
  summary,
} from './places.ts';
import type { State } from './state.ts';

export const noTerms: PartnerTerms = {
  refund_if_unconfirmed: null,
  refund_if_stopped: null,
  refund_if_clinic_cancels: null,
  cancellation: null,
  contact: { phone: null, email: null, url: null },
};
const moneyBack = {
  default: 'You get all your money back within 5 days.',
  es: 'Le devolvemos todo su dinero en 5 días.',
  de: 'Sie erhalten Ihr Geld innerhalb von 5 Tagen vollständig zurück.',
  ar: 'نعيد إليك كامل المبلغ خلال 5 أيام.',
};
export const terms: PartnerTerms = {
  refund_if_unconfirmed: moneyBack,
  refund_if_stopped: moneyBack,
  refund_if_clinic_cancels: moneyBack,
  cancellation: {
    default: 'Free until 24 hours before your appointment. After that, you pay half.',
    es: 'Gratis hasta 24 horas antes de su cita. Después, paga la mitad.',
    de: 'Bis 24 Stunden vor dem Termin kostenlos, danach zur Hälfte.',
    ar: 'الإلغاء مجاني حتى 24 ساعة قبل موعدك. بعد ذلك تدفع نصف المبلغ.',
  },
  contact: { phone: '(555) 010-0142', email: 'care@clinic.example', url: 'https://clinic.example/help' },
};
const review: ReviewShows = {
  step: 'review',
  name: 'Ada Example',
  email: 'ada@example.com',
  advises_emergency: false,
  additional_note: 'Parking is in the garage on Lake Street.',
  total: { amount: 149, currency: 'CAD' },
  terms,
  payment: { state: 'due', pay_url: null },
};
/** What a customer takes along. */
export const toBring: SentShows['visit'] = {
  note: 'Parking is in the garage on Lake Street.',
  preparation: [
    {
      label: 'I have read how to prepare.',
      format: 'html',
      text: '<h3>How to prepare for your scan</h3><p>For 24 hours before it:</p><ul><li>No calcium supplements.</li><li>Drink water as usual.</li></ul><p>Bring a photo ID and wear clothes without metal.</p>',
    },
  ],
  arrival: {
    default: 'Arrive 10 minutes early and bring a photo ID.',
    es: 'Llegue 10 minutos antes y traiga una identificación con foto.',
    de: 'Kommen Sie 10 Minuten früher, und bringen Sie einen Lichtbildausweis mit.',
    ar: 'احضر قبل الموعد بـ 10 دقائق، وأحضر معك بطاقة هوية بها صورة.',
  },
  doctor_form: null,
};
const sent: SentShows = {
  step: 'sent',
  appointment_id: '00000000-0000-4000-8000-000000000002',
  reference: 'ORD-20417',
  status: 'requested',
  can_choose_times: false,
  requested: summary.times ?? { primary: '', alternates: [] },
  timezone: 'America/Chicago',
  scheduled_for: null,
  physician_review: false,
  physician_deadline_at: null,
  paid: { amount: 149, currency: 'USD' },
  canceled: null,
  confirmation: { usual_hours: 48, is_late: false },
  visit: toBring,
  actions: ['cancel', 'consents'],
  email: 'ada@example.com',
  phone: '(555) 010-0177',
  messages: ['email', 'sms'],
  terms,
  appointments_url: 'https://clinic.example/appointments',
};
const confirmed: SentShows = {
  ...sent,
  status: 'confirmed',
  scheduled_for: '2026-11-24T15:30:00.000Z',
  confirmation: null,
  actions: ['check_in', 'reschedule', 'cancel', 'consents'],
};
const blocked: BlockedShows = {
  step: 'blocked',
  appointment_id: sent.appointment_id,
  reference: 'ORD-20417',
  outcome_code: 'CALST_NEW_CODE',
  paid: sent.paid,
  terms,
};
const begun: ReviewShows = { ...review, payment: { state: 'begun', pay_url: 'https://pay.example/1' } };
const working = { working: { poll_after_ms: 1000 } };

/** The review before, during and after the payment. */
const reviewStates: Record<string, State> = {
  review: { shows: review },
  'review-busy': { shows: review, view: working },
  'review-no-terms': { shows: { ...review, terms: noTerms } },
  'review-begun': { shows: begun },
  'review-missing': {
    shows: begun,
    view: { notice: { code: 'payment_not_arrived', fields: [], upstream_request_id: null } },
  },
  'review-waiting': { shows: { ...review, payment: { state: 'begun', pay_url: null } } },
  'review-emergency': { shows: { ...review, advises_emergency: true } },
  'review-emergency-missing': {
    shows: { ...begun, advises_emergency: true },
    view: { notice: { code: 'payment_not_arrived', fields: [], upstream_request_id: null } },
  },
  'review-paid': { shows: { ...review, payment: { state: 'paid', pay_url: null } } },
};

/** The sent request and the blocked booking. */
const endStates: Record<string, State> = {
  sent: { shows: sent },
  'sent-review': {
    shows: { ...sent, physician_review: true, physician_deadline_at: '2026-11-23T23:00:00.000Z' },
  },
  'sent-no-terms': {
    shows: { ...sent, physician_review: true, terms: noTerms, appointments_url: null, messages: [] },
  },
  'sent-confirmed': { shows: confirmed },
  'sent-late': { shows: { ...sent, confirmation: { usual_hours: 48, is_late: true } } },
  'sent-doctor-form': { shows: { ...sent, visit: { ...toBring, doctor_form: { note: null } } } },
  'sent-canceled': {
    shows: {
      ...confirmed,
      status: 'canceled',
      confirmation: null,
      canceled: {
        by: 'clinic',
        of: 'appointment',
        at: '2026-11-21T16:05:00.000Z',
        refund: terms.refund_if_clinic_cancels,
      },
    },
  },
  'sent-canceled-request': {
    shows: {
      ...sent,
      status: 'canceled',
      confirmation: null,
      canceled: { by: null, of: 'request', at: null, refund: null },
    },
  },
  'sent-declined': { shows: { ...sent, status: 'unscheduled', can_choose_times: true, confirmation: null } },
  'sent-declined-earlier': { shows: { ...sent, status: 'unscheduled', confirmation: null } },
  'sent-unknown': { shows: { ...sent, status: 'unknown', timezone: null } },
  blocked: { shows: blocked },
  'blocked-no-terms': { shows: { ...blocked, terms: noTerms } },
};

const afterDecline: JourneyView['steps'] = [
  ...(['place', 'product'] as const).map((name) => ({ name, state: 'done', can_revisit: false }) as const),
  { name: 'times', state: 'current', can_revisit: false },
  { name: 'sent', state: 'ahead', can_revisit: true },
];

const revisitable = ['place', 'product', 'times', 'identity', 'consent'] as const;

const afterPayment: readonly Shows['step'][] = ['order', 'questionnaire', 'schedule'];

export function viewOf(shows: Shows, about: Partial<JourneyView> = {}): JourneyView {
  return {
    journey_id: '00000000-0000-4000-8000-000000000001',
    revision: 1,
    is_stored: true,
    steps: revisitable.map((name) => ({ name, state: 'done', can_revisit: true })),
    summary: { ...summary, paid: afterPayment.includes(shows.step) },
    notice: null,
    working: null,
    draft: null,
    can_start_over: true,
    previous: null,
    contact: { phone: '(555) 010-0142', email: 'care@clinic.example', url: null },
    shows,
    ...about,
  };
}

export function refusal(...fields: FieldProblem[]): ProblemBody {
  return {
    type: 'about:blank',
    status: 422,
    code: 'invalid_answer',
    title: 'Some answers need another look.',
    fields,
  };
}

const profile = {
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  phone: '312 555 0100',
  date_of_birth: '1985-03-14',
  sex: 'female' as const,
  address: { address_line_1: '1 Sample Street', city: 'Chicago', state: 'IL', postal_code: '60602' },
};
const product: Shows = {
  step: 'product',
  test_type: 'CALST',
  name: 'Coronary Calcium Score',
  description:
    'A short CT scan without contrast that measures calcified plaque in the arteries of your heart.',
  tags: ['Heart', 'No contrast', '10 to 15 minutes'],
  price: { amount: 149, currency: 'USD' },
  additional_note: 'Parking is in the garage on Lake Street.\nBring a photo ID.',
  place: placeView(),
};
const signedForm: Extract<Shows, { step: 'document' }> = {
  step: 'document',
  state: 'needed',
  reason: null,
  asks_partner: false,
  uploaded: null,
};
export const states: Record<string, State> = {
  'place-start': { shows: placeStart },
  'place-wrong': { shows: { ...placeStart, test_types: ['DEXA'] }, submit: true },
  'place-results': { shows: placeResults },
  'place-known': { shows: placeResults, previews },
  'place-fallback': { shows: placeFallback },
  'place-none': { shows: placeNone },
  'place-one-test': { shows: { ...placeStart, test_types: ['DEXA'] } },
  product: { shows: product },
  'product-busy': { shows: product, view: working },
  'product-plain': {
    shows: { ...product, tags: [], additional_note: null, price: { amount: 89.5, currency: 'EUR' } },
  },
  times: { shows: manyDays },
  'times-chosen': { shows: someChosen },
  'times-wrong': { shows: manyDays, submit: true, draft: { times: ['2026-10-30T09:30:00-05:00'] } },
  'times-taken': { shows: oneTaken },
  'times-declined': { shows: declinedTimes, view: { steps: afterDecline, can_start_over: false } },
  'times-none': { shows: { ...manyDays, dates: [] } },
  'times-silent': { shows: { ...manyDays, dates: null } },
  identity: { shows: { step: 'identity', profile: null, asks_body_measures: false } },
  'identity-confirm': { shows: { step: 'identity', profile, asks_body_measures: false } },
  'identity-known': { shows: { step: 'identity', profile, asks_body_measures: true } },
  'identity-changing': {
    shows: { step: 'identity', profile, asks_body_measures: false },
    draft: { open: ['contact'] },
  },
  'identity-partly': {
    shows: {
      step: 'identity',
      profile: { first_name: 'Ada', last_name: 'Example' },
      asks_body_measures: false,
    },
  },
  'identity-young': {
    shows: {
      step: 'identity',
      profile,
      asks_body_measures: false,
      ages: { min: 65, max: null, day: '2026-11-20' },
    },
    submit: true,
  },
  'identity-wrong': { shows: { step: 'identity', profile: null, asks_body_measures: true }, submit: true },
  'identity-refused': {
    shows: { step: 'identity', profile, asks_body_measures: false },
    problem: refusal(
      { path: 'customer.address.city', message: 'This city does not belong to the ZIP code.' },
      { path: 'customer.unheard_of', message: 'Something we do not ask for is missing.' },
    ),
  },
  consent: { shows: consentText },
  'consent-wrong': { shows: consentText, submit: true },
  'consent-typed': {
    shows: consentText,
    draft: {
      content_hash: 'a1',
      decisions: { testing_consent: true, arbitration: true },
      typed_name: 'Ada Example',
    },
  },
  'consent-other-name': {
    shows: { ...consentText, given_name: 'Ada Example' },
    draft: {
      content_hash: 'a1',
      decisions: { testing_consent: true, hipaa_authorization: true, data_use: true, arbitration: true },
      typed_name: 'Someone Else',
    },
    submit: true,
  },
  document: { shows: signedForm },
  'document-wrong': { shows: signedForm, submit: true },
  'document-uploaded': {
    shows: { ...signedForm, uploaded: { document_id: 'sent', bytes: 301_000 } },
  },
  'document-refused': { shows: { ...signedForm, state: 'refused', reason: 'evidence_hash_mismatch' } },
  'document-checking': { shows: { ...signedForm, state: 'checking' } },
  'document-looking': { shows: { ...signedForm, asks_partner: true }, busy: true },
  prescreen: { shows: healthCheck },
  'prescreen-known': { shows: bornHealthCheck },
  'prescreen-wrong': { shows: healthCheck, submit: true },
  'prescreen-strange': { shows: strangeHealthCheck() },
  ...reviewStates,
  order: { shows: { step: 'order' }, view: working },
  'order-stalled': { shows: { step: 'order' } },
  'order-without-service': {
    shows: { step: 'order' },
    view: { notice: { code: 'stalled', fields: [], upstream_request_id: null } },
  },
  questionnaire: { shows: questionnaire },
  'questionnaire-wrong': { shows: questionnaire, submit: true },
  'questionnaire-review': {
    shows: questionnaire,
    draft: {
      content_hash: questionnaire.content_hash,
      answers: Object.fromEntries(
        questionnaire.fields.filter(({ required }) => required).map(({ id }) => [id, false]),
      ),
      acknowledgements: Object.fromEntries(questionnaire.acknowledgements.map(({ id }) => [id, true])),
    },
    submit: true,
  },
  'questionnaire-sectioned': { shows: sectionedQuestionnaire },
  'questionnaire-loose': { shows: looseQuestionnaire },
  'questionnaire-mixed': { shows: mixedQuestionnaire },
  schedule: { shows: { step: 'schedule' }, view: working },
  ...endStates,
};
