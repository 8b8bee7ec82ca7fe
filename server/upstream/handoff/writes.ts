/** The co-branded flow's logical writes, under its own key: it has no call that schedules by itself (Host; HND-02, HND-04, T85). */
import { z } from 'zod';
import { handoffRequest } from '../../contract/upstream-api/handoff.ts';
import { appointmentWrites } from '../appointments/writes.ts';
import { orderWrites } from '../orders/writes.ts';
import { webhookWrites } from '../webhooks/writes.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

export const handoffWrites = {
  /** The answer's shape is not shown: it is kept whole and read as `assumptions.ts` says (GAP-94). */
  'handoff.create': post('/v1/orders/{orderId}/schedule-handoff', handoffRequest, z.looseObject({})),
  ...orderWrites,
  ...appointmentWrites,
  ...webhookWrites,
} as const satisfies Record<string, WriteKindEntry>;
