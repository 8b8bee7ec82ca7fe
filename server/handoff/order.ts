/** Which order is handed over: the partner's word, asked in its own code and never taken from the page (HND-05, AUTH-14, GAP-95). */
import { z } from 'zod';
import { Problem } from '../errors.ts';
import type { HandoffOrderHook } from '../hooks.ts';
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';

const order = z.object({ orderId: z.uuid() }).nullable();

/** @throws Problem 404 where the customer has no such order, 503 where the partner's own code fails */
export type OrderOf = (subject: string, orderId: string | null) => Promise<string>;

export const createOrderOf =
  (ask: HandoffOrderHook, log: Log): OrderOf =>
  async (subject, orderId) => {
    const found = await answerOf(() => ask({ subject, orderId }), log);
    if (found === null || (orderId !== null && found.orderId !== orderId)) throw noSuchOrder();
    return found.orderId;
  };

export const noSuchOrder = () => new Problem(404, 'order_not_found', 'There is no such order.');

async function answerOf(ask: () => Promise<unknown>, log: Log): Promise<z.output<typeof order>> {
  try {
    return order.parse(await ask());
  } catch (error) {
    log('hook.failed', { hook: 'handoffOrder', ...describeError(error) });
    throw new Problem(503, 'order_unavailable', 'The order cannot be looked up just now.', {
      headers: { 'Retry-After': '5' },
    });
  }
}
