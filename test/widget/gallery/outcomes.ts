/** The states of the review, and of the ends of a booking. */
import type {
  BlockedShows,
  PartnerTerms,
  ReviewShows,
  SentShows,
} from '../../../server/contract/journey-api/views.ts';
import { summary } from './places.ts';
import type { State } from './state.ts';

const noTerms: PartnerTerms = {
  refund_if_unconfirmed: null,
  refund_if_stopped: null,
  cancellation: null,
  contact: { phone: null, email: null, url: null },
};
const terms: PartnerTerms = {
  refund_if_unconfirmed: 'You get all your money back within 5 days.',
  refund_if_stopped: 'You get all your money back within 5 days.',
  cancellation: 'Free until 24 hours before your appointment. After that, you pay half.',
  contact: { phone: '(555) 010-0142', email: 'care@clinic.example', url: 'https://clinic.example/help' },
};
const review: ReviewShows = {
  step: 'review',
  name: 'Ada Example',
  email: 'ada@example.com',
  additional_note: 'Parking is in the garage on Lake Street.',
  total: { amount: 149, currency: 'CAD' },
  terms,
  payment: { state: 'due', pay_url: null },
};
const sent: SentShows = {
  step: 'sent',
  appointment_id: '00000000-0000-4000-8000-000000000002',
  order_ref: 'ORD-20417',
  status: 'pending_confirmation',
  requested: summary.times ?? { primary: '', alternates: [] },
  timezone: 'America/Chicago',
  scheduled_for: null,
  physician_review: false,
  physician_deadline_at: null,
  paid: { amount: 149, currency: 'USD' },
  email: 'ada@example.com',
  additional_note: 'Parking is in the garage on Lake Street.\nBring a photo ID.',
  terms,
  appointments_url: 'https://clinic.example/appointments',
};
const confirmed: SentShows = { ...sent, status: 'confirmed', scheduled_for: '2026-11-24T15:30:00.000Z' };
const blocked: BlockedShows = {
  step: 'blocked',
  appointment_id: sent.appointment_id,
  order_ref: 'ORD-20417',
  outcome_code: 'CALST_NEW_CODE',
  paid: sent.paid,
  terms,
};
const begun: ReviewShows = { ...review, payment: { state: 'begun', pay_url: 'https://pay.example/1' } };
/** The review before, during and after the payment. */
export const reviewStates: Record<string, State> = {
  review: { shows: review },
  'review-busy': { shows: review, busy: true },
  'review-no-terms': { shows: { ...review, terms: noTerms } },
  'review-begun': { shows: begun },
  'review-missing': {
    shows: begun,
    view: { notice: { code: 'payment_not_arrived', fields: [], upstream_request_id: null } },
  },
  'review-waiting': { shows: { ...review, payment: { state: 'begun', pay_url: null } } },
  'review-paid': { shows: { ...review, payment: { state: 'paid', pay_url: null } } },
};

/** The sent request and the blocked booking. */
export const endStates: Record<string, State> = {
  sent: { shows: sent },
  'sent-review': {
    shows: { ...sent, physician_review: true, physician_deadline_at: '2026-11-23T23:00:00.000Z' },
  },
  'sent-no-terms': {
    shows: { ...sent, physician_review: true, terms: noTerms, appointments_url: null, additional_note: null },
  },
  'sent-confirmed': { shows: confirmed },
  'sent-canceled': { shows: { ...sent, status: 'canceled' } },
  'sent-unknown': { shows: { ...sent, status: 'something_new', timezone: null } },
  blocked: { shows: blocked },
  'blocked-no-terms': { shows: { ...blocked, terms: noTerms } },
};
