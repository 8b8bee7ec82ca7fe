/** Prescreen form and submission (Prescreen and order; PRE-01..PRE-21, GAP-42..GAP-45). */
import type { z } from 'zod';
import {
  prescreenRequest,
  prescreenSubmission,
  prescreenForm as shownForm,
} from '../../contract/upstream-api/prescreen.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import { nextId } from '../engine/ids.ts';
import { defineRoute } from '../engine/route.ts';
import { prescreenForm } from '../forms/prescreen-form.ts';
import { bookingError, checkBooking, modesOf } from './booking.ts';
import { customerProfile } from './customer-profile.ts';

/** The routes of the prescreen. */
export const prescreenRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/tests/:testType/prescreen-form',
    summary: 'Read the prescreen form',
    responses: { 200: shownForm },
    handler: () => ({ status: 200, data: prescreenForm }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/tests/:testType/prescreen-form/submissions',
    summary: 'Submit a prescreen',
    responses: { 201: prescreenSubmission },
    idempotencyKey: 'required',
    body: prescreenRequest.extend({ customer: customerProfile }),
    bodyError: (error, body) => answersError(error) ?? bookingError(error, body),
    handler({ key, params, body, now }, state) {
      const modes = modesOf(key);
      const { booking, offered } = checkBooking(state, key, modes, body, now);
      if (offered.offering.test_type !== params.testType)
        throw new ApiError(400, 'The offering is of another test type than the form.');
      const order_id = nextId(state.counters, 'order');
      state.prescreens.set(order_id, { order_id, owner: key.prefix, booking, modes });
      return { status: 201, data: { order_id } };
    },
  }),
];

/** 422 with a map of fields, if only the answers are invalid (GAP-45). */
function answersError(error: z.ZodError): ApiError | undefined {
  const field_errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const [part, field] = path;
    if (part !== 'prescreen' || field === undefined) return undefined;
    field_errors[String(field)] = [...(field_errors[String(field)] ?? []), message];
  }
  return codedError(422, 'SANDBOX_PRESCREEN_INVALID', 'The prescreen answers are not valid.', {
    field_errors,
  });
}
