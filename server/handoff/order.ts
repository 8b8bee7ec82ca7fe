/** Asks the partner's hook which order is handed over; the page never decides it (HND-05, AUTH-14, GAP-95). */
import type { z } from 'zod';
import { handoffOrder, type orderOffering } from '../contract/hooks-api.ts';
import { Problem } from '../core/errors.ts';
import type { Log } from '../core/observability/log.ts';
import type { HandoffOrderHook } from '../partner/hooks.ts';
import { readResult } from '../partner/hooks-http/call-hook.ts';
import { logHookFailure, logIgnoredFields } from '../partner/hooks-http/log-hook-failure.ts';
import type { MakeOrder } from './make-order.ts';
import type { Purchases } from './purchases.ts';

/** An order of the customer, as the partner names it. */
export interface NamedOrder {
  orderId: string;
  /** The bookable pair; null if the partner does not name it. */
  offering: z.output<typeof orderOffering> | null;
  /** Whether this server made it. */
  isMadeHere: boolean;
}

/**
 * Asks the partner which order of a customer is handed over. Makes the order first if the partner names a purchase.
 * @param subject the partner's own id of its user
 * @param orderId the order that the page names; null if it names none
 * @throws Problem 404 `order_not_found` if the customer has no such order; 503 `order_unavailable` if the hook fails;
 * and the errors of {@link MakeOrder}
 */
export type OrderOf = (subject: string, orderId: string | null) => Promise<NamedOrder>;

/**
 * Wraps the partner's hook: checks its result, and makes the order of a purchase. The wrapped hook throws as
 * {@link OrderOf} says.
 */
export function createOrderOf(deps: {
  ask: HandoffOrderHook;
  makeOrder: MakeOrder;
  purchases: Pick<Purchases, 'find'>;
  log: Log;
}): OrderOf {
  const { ask, makeOrder, purchases, log } = deps;
  return async (subject, orderId) => {
    const found = await answerOf(() => ask({ subject, orderId }), log);
    if (found === null) throw noSuchOrder();
    if ('orderId' in found) {
      if (orderId !== null && found.orderId !== orderId) throw noSuchOrder();
      return { orderId: found.orderId, offering: found.offering ?? null, isMadeHere: false };
    }
    const { purchase } = found;
    // An order that the page names is never made here: it must exist already.
    if (orderId !== null && (await purchases.find(subject, purchase.reference))?.orderId !== orderId)
      throw noSuchOrder();
    const { catalogId, offeringId } = purchase;
    const made = await makeOrder(subject, purchase);
    return { orderId: made, offering: { catalogId, offeringId }, isMadeHere: true };
  };
}

/** Creates the problem 404 `order_not_found`: the customer has no such order. */
export const noSuchOrder = () => new Problem('order_not_found');

async function answerOf(ask: () => Promise<unknown>, log: Log): Promise<z.output<typeof handoffOrder>> {
  try {
    const returned = await ask();
    const order = readResult(handoffOrder, returned);
    logIgnoredFields(log, 'handoffOrder', returned, order);
    return order;
  } catch (error) {
    logHookFailure(log, 'handoffOrder', error);
    throw new Problem('order_unavailable', {
      title: 'The order cannot be looked up right now.',
      headers: { 'Retry-After': '5' },
    });
  }
}
