/** The operations of a booking. */
import { z } from 'zod';
import { answers, draft, openJourney, revisit } from '../journey-api/answers.ts';
import { uploadedDocument } from '../journey-api/form-views.ts';
import { offeringPreviews } from '../journey-api/place-views.ts';
import { journeyView } from '../journey-api/views.ts';
import {
  flowProblems,
  ifMatch,
  type Operations,
  pdf,
  uploadProblems,
  upstreamProblems,
} from './operation.ts';

const answerableSteps = Object.keys(answers);

const problems = [
  ...flowProblems,
  ...upstreamProblems,
  'environment_mismatch',
  'branch_not_supported',
  'configuration_unavailable',
] as const;
const problemsOfOne = [...problems, 'journey_not_found'] as const;
/** A view is made of what its step reads. */
const shared = { caller: 'customer', responses: { 200: journeyView } } as const;

/** By method and path. */
export const journeyOperations = {
  'POST /journeys': {
    ...shared,
    summary: "Open the customer's current booking, or a new one",
    access: { record: 'booking', action: 'change' },
    request: openJourney,
    isRequestOptional: true,
    responses: { 200: journeyView, 201: journeyView },
    problems: [...problems, 'journey_has_order', 'journey_moved', 'test_not_offered'],
  },
  'GET /journeys/{id}': {
    ...shared,
    access: { record: 'booking', action: 'view' },
    summary: 'Read a booking',
    problems: problemsOfOne,
  },
  'GET /journeys/{id}/previews/{offerings}': {
    ...shared,
    summary: 'Read the price and the next free time of offerings that the last search found',
    access: { none: 'prices and free times of clinics' },
    description: 'The path names at most ten `offering_id`s, separated by commas.',
    responses: { 200: offeringPreviews },
    problems: ['flow_not_configured', 'journey_not_found', 'invalid_fields'],
  },
  'POST /journeys/{id}/answers/{step}': {
    ...shared,
    summary: 'Answer the current step',
    access: { record: 'booking', action: 'change' },
    description: 'The body is the answer of the step in the path.',
    params: { step: answerableSteps },
    headers: ifMatch,
    request: z.union(Object.values(answers)),
    problems: [
      ...problemsOfOne,
      'revision_required',
      'journey_moved',
      'step_not_found',
      'step_out_of_order',
      'place_not_offered',
      'test_not_offered',
      'slot_gone',
      'calendar_unavailable',
      'document_missing',
      'questionnaire_unsupported',
      'payment_unavailable',
    ],
  },
  'POST /journeys/{id}/revisit': {
    ...shared,
    summary: 'Go back to an earlier step',
    access: { record: 'booking', action: 'change' },
    headers: ifMatch,
    request: revisit,
    problems: [...problemsOfOne, 'revision_required', 'journey_moved', 'step_closed', 'step_out_of_order'],
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
  'PUT /journeys/{id}/drafts/{step}': {
    ...shared,
    summary: 'Keep what the customer has typed and not sent yet',
    access: { record: 'booking', action: 'change' },
    params: { step: answerableSteps },
    request: draft,
    responses: { 204: null },
    problems: [...problemsOfOne, 'journey_moved', 'step_not_found'],
  },
} as const satisfies Operations;
