/** Guards the partner's payment hook: failures are logged and answers are checked (ORD-07, GAP-51). */
import { payment } from '../contract/hooks-api.ts';
import { Problem } from '../errors.ts';
import type { PaymentHook } from '../hooks.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { isSecureUrl } from '../secure-url.ts';

/** Wraps the hook. The wrapped hook throws Problem 503 `payment_unavailable` if it fails or its result is unusable. */
export const guardedPayment =
  (ask: PaymentHook, log: Log): PaymentHook =>
  async (request) => {
    try {
      const found = payment.parse(await ask(request));
      // The customer pays there, so it must be secure.
      if (found.state === 'due' && !isSecureUrl(new URL(found.payUrl)))
        throw new TypeError('payUrl must be https');
      return found;
    } catch (error) {
      log('hook.failed', { hook: 'payment', ...describeError(error) });
      throw new Problem('payment_unavailable', {
        headers: { 'Retry-After': '5' },
      });
    }
  };
