/** The write of a handoff. The co-branded flow has no other write that schedules (Host; HND-02, HND-04, T85). */
import { z } from 'zod';
import { handoffRequest } from '../../contract/upstream-api/handoff.ts';
import { reader } from '../response-reader.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

/** A success without any field has no page: its request is sent again until it has one. */
const filled = z.looseObject({}).refine((answer) => Object.keys(answer).length > 0);
const anyShape = reader({ needed: filled, named: filled });

/** The writes of a handoff, for the co-branded flow. */
export const handoffWrites = {
  /** The specification does not show the response: it is stored whole and read by the assumptions (GAP-94). */
  'handoff.create': post('/v1/orders/{orderId}/schedule-handoff', handoffRequest, anyShape),
} as const satisfies Record<string, WriteKindEntry>;
