/** The partner's payment hook behind a guard: its failures are told to the operator, its answers are checked (ORD-07, GAP-51). */
import { z } from 'zod';
import { Problem } from '../errors.ts';
import type { PaymentHook } from '../hooks.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { isSecure } from '../secure-url.ts';

/** Somebody is sent there with their money: HTTPS, or this machine. */
const payUrl = z.url().refine((text) => isSecure(new URL(text)), 'must be https');

const payment = z.discriminatedUnion('state', [
  z.object({ state: z.literal('paid'), reference: z.string().min(1).max(255) }),
  z.object({ state: z.literal('due'), payUrl }),
]);

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
