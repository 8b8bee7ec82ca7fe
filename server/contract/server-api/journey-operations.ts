/** The operations of a booking. */
import { firstView, firstViewRequest } from '../first-view-api.ts';
import {
  droppedDraft,
  keptDraft,
  openJourney,
  previewsRequest,
  revisit,
  stepAnswer,
} from '../journey-api/answers.ts';
import { uploadedDocument } from '../journey-api/form-views.ts';
import { offeringPreviews } from '../journey-api/place-views.ts';
import { signedConsents } from '../journey-api/signed-consents.ts';
import { journeyView } from '../journey-api/views.ts';
import { tokenErrorResponse } from '../token-api.ts';
import {
  flowProblems,
  ifMatch,
  type Operations,
  pdf,
  uploadProblems,
  upstreamProblems,
} from './operation.ts';

const problems = [
  ...flowProblems,
  ...upstreamProblems,
  'environment_mismatch',
  'branch_not_supported',
  'configuration_unavailable',
] as const;
const problemsOfOne = [...problems, 'journey_not_found'] as const;
const answerProblems = [
  ...problemsOfOne,
  'revision_required',
  'journey_moved',
  'write_under_way',
  'step_out_of_order',
  'place_not_offered',
  'test_not_offered',
  'slot_gone',
  'calendar_unavailable',
  'document_missing',
  'payment_unavailable',
] as const;
const previewProblems = [...problemsOfOne, 'invalid_fields'] as const;
/** A view is made of what its step reads. */
const shared = { caller: 'customer', responses: { 200: journeyView } } as const;

/** By method and path. */
export const journeyOperations = {
  'POST /first-view': {
    summary: "Exchange your user token, and open the customer's booking, in one request",
    description:
      'The same as POST /token and then POST /journeys, which stores no new booking unless `journey` has `again`, or leaves a booking by `start_over`. The proof is in the form, so that a browser sends no preflight. If it fails, use the two requests, with the same key.',
    caller: 'anyone',
    access: { record: 'booking', action: 'change' },
    request: { type: 'application/x-www-form-urlencoded', schema: firstViewRequest },
    responses: { 200: firstView },
    otherErrors: {
      400: tokenErrorResponse,
      413: tokenErrorResponse,
      415: tokenErrorResponse,
      503: tokenErrorResponse,
    },
    problems: [
      ...problems,
      'role_not_allowed',
      'malformed_json',
      'body_too_deep',
      'invalid_fields',
      'journey_has_order',
      'journey_moved',
      'test_not_offered',
      'appointment_not_found',
      'payment_unavailable',
    ],
  },
  'POST /journeys': {
    ...shared,
    summary: "Open the customer's current booking, or a new one",
    description:
      'A new booking is not stored: `is_stored` is false. The first answer or draft stores it, with `opening`. With `again`, or `start_over` that leaves a booking, it is stored at once.',
    access: { record: 'booking', action: 'change' },
    request: openJourney,
    isRequestOptional: true,
    responses: { 200: journeyView, 201: journeyView },
    problems: [
      ...problems,
      'journey_has_order',
      'journey_moved',
      'test_not_offered',
      'appointment_not_found',
      'payment_unavailable',
    ],
  },
  'GET /journeys/{id}': {
    ...shared,
    access: { record: 'booking', action: 'view' },
    summary: 'Read a booking',
    problems: problemsOfOne,
  },
  'GET /journeys/{id}/consents': {
    ...shared,
    summary: 'Read the consents that the customer signed',
    access: { record: 'document', action: 'view' },
    responses: { 200: signedConsents },
    problems: ['flow_not_configured', 'journey_not_found'],
  },
  'POST /journeys/{id}': {
    ...shared,
    summary: 'Answer the current step',
    description:
      'With `opening`, the first answer to a view that is not stored begins the booking. 20 an hour for each customer: then 429.',
    access: { record: 'booking', action: 'change' },
    headers: ifMatch,
    request: stepAnswer,
    fieldsOf: 'answer',
    problems: answerProblems,
  },
  'PUT /journeys/{id}': {
    ...shared,
    summary: 'Keep what the customer has typed and not sent yet',
    description:
      'A draft that arrives after the answer to its view is dropped, and the response is 200. With `opening`, the first draft begins the booking, as the first answer does.',
    access: { record: 'booking', action: 'change' },
    headers: ifMatch,
    request: keptDraft,
    responses: { 200: droppedDraft, 204: null },
    problems: [...problemsOfOne, 'revision_required', 'journey_moved'],
  },
  'POST /journeys/{id}/previews': {
    ...shared,
    summary: 'Read the price and the next free time of offerings that the last search found',
    access: { none: 'prices and free times of clinics' },
    request: previewsRequest,
    responses: { 200: offeringPreviews },
    problems: previewProblems,
  },
  'POST /journeys/{id}/revisit': {
    ...shared,
    summary: 'Go back to an earlier step',
    access: { record: 'booking', action: 'change' },
    headers: ifMatch,
    request: revisit,
    problems: [
      ...problemsOfOne,
      'revision_required',
      'journey_moved',
      'write_under_way',
      'step_closed',
      'step_out_of_order',
    ],
  },
  'POST /journeys/{id}/retry': {
    ...shared,
    summary: 'Send a parked write again, with the same key and bytes',
    access: { record: 'booking', action: 'retry' },
    problems: [...problemsOfOne, 'journey_moved', 'step_out_of_order'],
  },
  'PUT /journeys/{id}/document': {
    ...shared,
    summary: 'Upload the signed consent: a PDF of at most 20 MiB',
    access: { record: 'document', action: 'change' },
    request: pdf,
    responses: { 201: uploadedDocument },
    problems: [...problemsOfOne, 'journey_moved', ...uploadProblems],
  },
} as const satisfies Operations;
