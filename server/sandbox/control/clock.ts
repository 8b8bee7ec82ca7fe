/** GET and POST /sandbox/clock: reads and sets the virtual clock. Everything that becomes due happens before the response. */
import { z } from 'zod';
import { doDueWork } from '../due-work.ts';
import { nowOf, secondsAfter, setClock } from '../engine/clock.ts';
import type { State } from '../state.ts';
import { type ControlRoute, parse } from './control-route.ts';

/** A century. */
const longestSeconds = 100 * 366 * 24 * 60 * 60;

const clockRequest = z
  .strictObject({
    now: z.iso.datetime({ offset: true }).optional(),
    advance_seconds: z.number().nonnegative().max(longestSeconds).optional(),
  })
  .refine(
    ({ now, advance_seconds }) => (now === undefined) !== (advance_seconds === undefined),
    'exactly one of now and advance_seconds is needed',
  );

/** The routes of the clock. */
export const clockRoutes: ControlRoute[] = [
  { method: 'GET', path: '/sandbox/clock', handler: (_request, state) => present(state) },
  {
    method: 'POST',
    path: '/sandbox/clock',
    settlesDeliveries: true,
    handler({ body }, state) {
      const { now, advance_seconds = 0 } = parse(clockRequest, body);
      setClock(
        state.clock,
        now === undefined ? secondsAfter(nowOf(state.clock), advance_seconds) : new Date(now),
      );
      doDueWork(state);
      return present(state);
    },
  },
];

function present(state: State) {
  return { now: nowOf(state.clock).toISOString() };
}
