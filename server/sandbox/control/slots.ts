/** POST /sandbox/slots/take: takes a slot, so that it is no longer offered and a request for it gets SLOT_UNAVAILABLE (SCH-12). */
import { z } from 'zod';
import { uuid } from '../../contract/upstream-api/envelope.ts';
import { offsetTime } from '../../contract/upstream-api/schedule.ts';
import { slotName } from '../offerings.ts';
import { type ControlRoute, parse } from './control-route.ts';

const slotRequest = z.strictObject({ offering_id: uuid, available_time: offsetTime });

/** The route that takes a slot. */
export const slotRoutes: ControlRoute[] = [
  {
    method: 'POST',
    path: '/sandbox/slots/take',
    handler({ body }, state) {
      const { offering_id, available_time } = parse(slotRequest, body);
      state.takenSlots.add(slotName(offering_id, available_time));
    },
  },
];
