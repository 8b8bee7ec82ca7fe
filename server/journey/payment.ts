/** Guards the partner's payment hook: failures are logged and answers are checked (ORD-07, GAP-51). */
import { z } from 'zod';
import { Problem } from '../errors.ts';
import type { PaymentHook } from '../hooks.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { isSecureUrl } from '../secure-url.ts';

/** The customer pays there, so it must be secure. */
const payUrl = z.url().refine((text) => isSecureUrl(new URL(text)), 'must be https');

const payment = z.discriminatedUnion('state', [
  z.object({ state: z.literal('paid'), reference: z.string().min(1).max(255) }),
  z.object({ state: z.literal('due'), payUrl }),
]);

/** Wraps the hook. The wrapped hook throws Problem 503 `payment_unavailable` if it fails or its result is unusable. */
export const guardedPayment =
  (ask: PaymentHook, log: Log): PaymentHook =>
  async (request) => {
    try {
      return payment.parse(await ask(request));
    } catch (error) {
      log('hook.failed', { hook: 'payment', ...describeError(error) });
      throw new Problem('payment_unavailable', {
        headers: { 'Retry-After': '5' },
      });
    }
  };
