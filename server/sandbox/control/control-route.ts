/** A control-plane route: plain JSON without the `/v1` envelope; a bad body is 400 with an `error` that names the field. */
import type { z } from 'zod';
import { issueTexts } from '../engine/validation.ts';
import type { State } from '../state.ts';

export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface ControlRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  /** The sandbox's own, as the caller reached it. */
  origin: string;
}

export interface ControlRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** @default 200, or 204 when the handler answers nothing. */
  status?: number;
  /** Whether the answer waits for the webhook deliveries that are due by then. */
  settlesDeliveries?: true;
  handler(request: ControlRequest, state: State): unknown;
}

export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw new ControlError(400, issueTexts(parsed.error).join('; '));
  return parsed.data;
}
