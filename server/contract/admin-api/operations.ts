/** The operations of the admin API, and the names of its schemas. */
import { z } from 'zod';
import { capitalize } from '../json-schema.ts';
import { fieldProblem, problem } from '../problem.ts';
import type { AccessAction } from '../server-api/access.ts';
import type { Operations } from '../server-api/operation.ts';
import * as views from './views.ts';

const byRole = ['operator_not_allowed'] as const;
const onBooking = { caller: 'operator', problems: [...byRole, 'nothing_found'] } as const;
const ofAll = { caller: 'operator', problems: byRole } as const;
const customer = (action: AccessAction) => ({ access: { record: 'customer', action } }) as const;
const booking = (action: AccessAction) => ({ access: { record: 'booking', action } }) as const;

/** By method and path. */
export const adminOperations = {
  'GET /operator': {
    summary: 'Read the name and the role that belong to the key, and what the role may do',
    caller: 'operator',
    access: { none: 'the name of the operator' },
    responses: { 200: views.operatorView },
    problems: [],
  },
  'GET /installation': {
    summary:
      'Read which servers run, the depths of the queues, and the last contact with the testing service',
    caller: 'operator',
    access: { none: 'no record of a user' },
    responses: { 200: views.installationView },
    problems: [],
  },
  'POST /support/lookup': {
    ...onBooking,
    ...customer('view'),
    summary: 'Read the records of the user whom a reference leads to, without health data',
    description:
      'The reference is from a screen of the user, an id of the log, or your id of the user. The texts of notes are only in the response to `notes: true`.',
    request: views.lookupRequest,
    responses: { 200: views.supportRecords },
  },
  'POST /support/retry': {
    ...onBooking,
    ...customer('retry'),
    summary: 'Try again now what waits or is parked',
    description: 'Running servers do the work. A write keeps its key, so the service carries it out once.',
    request: views.referenceRequest,
    responses: { 200: views.actionResult },
  },
  'POST /support/list': {
    ...ofAll,
    ...customer('view'),
    summary: 'List the work of all users that is parked or late',
    request: views.waitingRequest,
    isRequestOptional: true,
    responses: { 200: views.waitingWork },
  },
  'POST /support/retry-parked': {
    ...ofAll,
    ...customer('retry'),
    summary: 'Try again now what is parked, of all users',
    description: 'Without a `reason`, also the events that your backend has not accepted.',
    request: views.waitingRequest,
    isRequestOptional: true,
    responses: { 200: views.actionResult },
  },
  'POST /support/release': {
    ...onBooking,
    ...booking('release'),
    summary: 'Give up a parked write, so that the user can go on',
    description:
      'Only a write that cannot become a second order is given up. `refused` says what to do instead.',
    request: views.referenceRequest,
    responses: { 200: views.actionResult },
  },
  'POST /support/note': {
    ...onBooking,
    ...booking('note'),
    summary: 'Attach a note to a booking',
    request: views.noteRequest,
    responses: { 201: views.noteResult },
  },
  'POST /customers/show': {
    ...onBooking,
    ...customer('view'),
    summary: 'Count the records of a customer, and list what is under way',
    request: views.subjectRequest,
    responses: { 200: views.customerView },
  },
  'POST /customers/export': {
    ...onBooking,
    ...customer('export'),
    summary: 'Read everything that the server stores of a customer',
    description: 'The response is health data. A key can do this 20 times an hour.',
    request: views.subjectRequest,
    responses: { 200: views.customerExport },
  },
  'POST /customers/erase': {
    ...onBooking,
    ...customer('erase'),
    summary: 'Delete everything that the server stores of a customer',
    description:
      '`confirm` repeats the subject. `erased` is null if something is under way; `even_under_way` erases then too.',
    request: views.eraseRequest,
    responses: { 200: views.eraseResult },
  },
  'GET /openapi.json': {
    summary: 'Read this document',
    caller: 'anyone',
    access: { none: 'this document' },
    responses: { 200: { type: 'application/json', schema: z.looseObject({ openapi: z.string() }) } },
    problems: ['host_not_allowed'],
  },
} as const satisfies Operations;

/** The schemas that have a name in the document. */
export const adminSchemaNames = {
  Problem: problem,
  FieldProblem: fieldProblem,
  ...Object.fromEntries(Object.entries(views).map(([name, schema]) => [capitalize(name), schema])),
};
