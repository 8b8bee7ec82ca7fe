/** Control-plane routes: plain JSON without the `/v1` envelope. An invalid body gets 400 with an `error` that names the field. */
import type { z } from 'zod';
import { ApiError } from '../engine/api-error.ts';
import { issueTexts } from '../engine/validation.ts';
import type { State } from '../state.ts';

/** A request as a handler gets it. */
interface ControlRequest<Body = unknown> {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /**
   * Parses the body.
   * @throws ApiError 400 with an error that names the field
   */
  body(): Body;
  /** The sandbox's origin as the client reached it. */
  origin: string;
}

/** A route of the control plane. */
export interface ControlRoute<Body = unknown> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Its effect, as the label of a button or the title of a list. */
  label: string;
  /** Schema of the body. @default the route reads no body */
  body?: z.ZodType<Body>;
  /** Status of a success. @default 200, or 204 if the handler returns undefined */
  status?: number;
  /**
   * What happens to webhook deliveries before the response: `settle` sends all that are due, `reset` aborts those in
   * progress. @default nothing
   */
  deliveries?: 'settle' | 'reset';
  /**
   * Returns the body of the response; undefined for an empty one.
   * @throws ApiError if the request is invalid
   */
  handler(request: ControlRequest<Body>, state: State): unknown;
}

/** Declares a route whose handler gets the body by its schema. */
export const controlRoute = <Body>(route: ControlRoute<Body>): ControlRoute => route;

/**
 * Parses a value by its schema.
 * @param value undefined and null count as `{}`
 * @throws ApiError 400 with an error that names the field
 */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw new ApiError(400, issueTexts(parsed.error).join('; '));
  return parsed.data;
}
