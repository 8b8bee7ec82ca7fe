/** The operations on a customer's appointments. */
import {
  appointmentsView,
  appointmentView,
  availabilityView,
  calendarAnswer,
  cancelAnswer,
  checkIn,
  rescheduleAnswer,
  resultsView,
} from '../appointments-api.ts';
import { signedConsents } from '../journey-api/signed-consents.ts';
import { type Operations, pdf, upstreamProblems } from './operation.ts';

const problems = [...upstreamProblems, 'appointment_not_found', 'flow_not_configured'] as const;
const problemsOfActions = [...problems, 'not_offered'] as const;
const problemsOfChanges = [...problemsOfActions, 'appointment_moved', 'not_warned'] as const;
const shared = { caller: 'customer', responses: { 200: appointmentView } } as const;

/** By method and path. */
export const appointmentOperations = {
  'GET /appointments': {
    ...shared,
    summary: "List the customer's appointments, newest first",
    access: { record: 'appointments', action: 'view' },
    responses: { 200: appointmentsView },
    problems: [],
  },
  'GET /appointments/{id}': {
    ...shared,
    access: { record: 'appointment', action: 'view' },
    summary: 'Read an appointment',
    problems,
  },
  'GET /appointments/{id}/consents': {
    ...shared,
    summary: 'Read the consents that the customer signed in the booking of an appointment',
    access: { record: 'document', action: 'view' },
    responses: { 200: signedConsents },
    problems: ['appointment_not_found'],
  },
  'POST /appointments/{id}/cancel': {
    ...shared,
    summary: 'Cancel an appointment',
    access: { record: 'appointment', action: 'change' },
    description: 'Within 24 hours of the appointment, `change.state` is `warned`; `confirm` then cancels it.',
    request: cancelAnswer,
    isRequestOptional: true,
    problems: problemsOfChanges,
  },
  'POST /appointments/{id}/reschedule': {
    ...shared,
    summary: 'Ask for other times',
    access: { record: 'appointment', action: 'change' },
    request: rescheduleAnswer,
    problems: [...problemsOfChanges, 'slot_gone', 'calendar_unavailable'],
  },
  'POST /appointments/{id}/retry': {
    ...shared,
    summary: 'Send a parked change again, with the same key and bytes',
    access: { record: 'appointment', action: 'retry' },
    problems: problemsOfChanges,
  },
  'GET /appointments/{id}/availability': {
    ...shared,
    summary: 'Read the free times for a reschedule',
    access: { none: 'free times of a clinic' },
    responses: { 200: availabilityView },
    problems: problemsOfActions,
  },
  'POST /appointments/{id}/check-in': {
    ...shared,
    summary: 'Get the address of the check-in page',
    access: { record: 'appointment', action: 'view' },
    description: 'Open the address at once, without opener and referrer, and keep it nowhere.',
    responses: { 200: checkIn },
    problems: problemsOfActions,
  },
  'POST /appointments/{id}/calendar': {
    ...shared,
    summary: 'Get the calendar file of a confirmed time',
    access: { record: 'appointment', action: 'view' },
    request: calendarAnswer,
    responses: { 200: { type: 'text/calendar' } },
    problems: problemsOfActions,
  },
  'GET /appointments/{id}/signed-form': {
    ...shared,
    summary: 'Download the signed form',
    access: { record: 'document', action: 'view' },
    responses: { 200: pdf },
    problems: [...problems, 'form_pending', 'form_not_available'],
  },
  'GET /appointments/{id}/vo2-form': {
    ...shared,
    summary: 'Download the blank VO2 assessment',
    access: { record: 'document', action: 'view' },
    responses: { 200: pdf },
    problems: problemsOfActions,
  },
  'GET /appointments/{id}/results': {
    ...shared,
    summary: 'Read the results',
    access: { record: 'results', action: 'view' },
    responses: { 200: resultsView },
    problems: problemsOfActions,
  },
} as const satisfies Operations;
