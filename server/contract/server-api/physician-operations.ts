/** The operations on a physician's order. */

import { uploadedDocument } from '../journey-api/form-views.ts';
import {
  approvalAnswer,
  evidenceAnswer,
  physicianView,
  sessionAnswer,
  worklistView,
} from '../physician-api.ts';
import { flowProblems, type Operations, pdf, uploadProblems, upstreamProblems } from './operation.ts';

const problems = [...flowProblems, ...upstreamProblems, 'appointment_not_found', 'order_moved'] as const;
const problemsOfMode = [...problems, 'branch_not_provisioned'] as const;
const problemsOfStructured = [...problemsOfMode, 'not_configured', 'presentation_not_shown'] as const;
const shared = { caller: 'physician', responses: { 200: physicianView } } as const;

/** By method and path. */
export const physicianOperations = {
  'GET /physician/appointments': {
    ...shared,
    responses: { 200: worklistView },
    access: { record: 'order', action: 'view' },
    summary: 'List the appointments that wait for an order of this clinician, by deadline',
    problems: [...flowProblems, 'service_unavailable'],
  },
  'GET /physician/appointments/{id}': {
    ...shared,
    access: { record: 'order', action: 'view' },
    summary: 'Read the order of an appointment',
    problems,
  },
  'POST /physician/appointments/{id}/session': {
    ...shared,
    summary: 'Prepare an order for the signature, in place of the named one',
    access: { record: 'order', action: 'change' },
    request: sessionAnswer,
    problems: problemsOfStructured,
  },
  'POST /physician/appointments/{id}/finalize': {
    ...shared,
    summary: 'Sign the order that was shown',
    access: { record: 'order', action: 'change' },
    request: approvalAnswer,
    problems: problemsOfStructured,
  },
  'POST /physician/appointments/{id}/abandon': {
    ...shared,
    summary: 'Give up the order that was shown',
    access: { record: 'order', action: 'change' },
    problems: problemsOfStructured,
  },
  'PUT /physician/appointments/{id}/document': {
    ...shared,
    summary: 'Upload the signed order: a PDF of at most 20 MiB',
    access: { record: 'document', action: 'change' },
    request: pdf,
    responses: { 201: uploadedDocument },
    problems: [...problemsOfMode, ...uploadProblems],
  },
  'POST /physician/appointments/{id}/evidence': {
    ...shared,
    summary: "Hand in the uploaded order, or ask for the partner's",
    access: { record: 'order', action: 'change' },
    request: evidenceAnswer,
    problems: [...problemsOfMode, 'document_missing'],
  },
  'POST /physician/appointments/{id}/retry': {
    ...shared,
    summary: 'Send a parked write again, with the same key and bytes',
    access: { record: 'order', action: 'retry' },
    problems,
  },
  'GET /physician/appointments/{id}/signed-form': {
    ...shared,
    summary: 'Download the signed form',
    access: { record: 'document', action: 'view' },
    responses: { 200: pdf },
    problems: [...problems, 'form_pending', 'form_not_available'],
  },
} as const satisfies Operations;
