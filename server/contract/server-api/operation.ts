/** How the operations of this server are described: the base of its OpenAPI document. */
import type { z } from 'zod';
import type { ProblemCode } from '../problem-codes.ts';
import type { OperationAccess } from './access.ts';

/** A body that is not JSON, or is serialized already. */
export interface OtherBody {
  /** The media type. */
  type:
    | 'application/json'
    | 'application/pdf'
    | 'application/x-www-form-urlencoded'
    | 'text/calendar'
    | 'text/html'
    | 'text/event-stream'
    | 'application/jwk-set+json';
  /** The form's fields, or the JSON of a type of its own. @default not described */
  schema?: z.ZodType;
}

/** A header of a request, or a parameter of its query. */
export interface RequestHeader {
  description: string;
  required: boolean;
}

/** Who sends a request, and so how it is authenticated. */
export type Caller = 'customer' | 'physician' | 'page' | 'backend' | 'service' | 'operator' | 'anyone';

/** One method of one path. */
export interface Operation {
  /** Its effect, in one line. */
  summary: string;
  description?: string;
  caller: Caller;
  /** The entry of a request in the access log, or the reason why it has none. */
  access: OperationAccess;
  headers?: Record<string, RequestHeader>;
  /** The parameters of its query. @default none */
  query?: Record<string, RequestHeader>;
  request?: z.ZodType | OtherBody;
  /** The member of the body from which the paths of invalid fields start. @default the body */
  fieldsOf?: string;
  /** Whether the request may have no body. @default false */
  isRequestOptional?: boolean;
  /** By status; null for a response without a body. */
  responses: Record<number, z.ZodType | OtherBody | null>;
  /** The responses in case of an error that are not problems, by status. @default none */
  otherErrors?: Record<number, z.ZodType>;
  /** The codes of its problems, besides those of its caller and its request's body. */
  problems: readonly ProblemCode[];
}

/** Operations by method and path, such as `GET /journeys/{id}`. */
export type Operations = Record<string, Operation>;

/** The revision that the page has seen. */
export const ifMatch = {
  'If-Match': {
    description: 'The `revision` of the view that the customer saw, in quotes: `"7"`.',
    required: true,
  },
} satisfies Record<string, RequestHeader>;

/** A PDF. */
export const pdf = { type: 'application/pdf' } satisfies OtherBody;

/** An operation that reads the service, or writes to it, can fail with these. */
export const upstreamProblems = [
  'service_unavailable',
  'not_available',
  'assumption_unmet',
  'upstream_unreadable',
] as const satisfies readonly ProblemCode[];

/** The routes of a flow without an API key respond with this. */
export const flowProblems = ['flow_not_configured'] as const satisfies readonly ProblemCode[];

/** An upload can fail with these. */
export const uploadProblems = [
  'document_empty',
  'document_not_pdf',
  'document_too_large',
  'document_cut_short',
  'upload_in_progress',
  'too_many_uploads',
] as const satisfies readonly ProblemCode[];
