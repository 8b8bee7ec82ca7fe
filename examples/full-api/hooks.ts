/** What the clinic supplies to the server: whether a journey is paid, asked of its own books over HTTP. */
import { z } from 'zod';
import type { Hooks } from '../../server/hooks.ts';

const payment = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('paid'), reference: z.string().min(1) }),
  z.strictObject({ state: z.literal('due'), payUrl: z.url() }),
]);

const settings = z
  .object({ CLINIC_URL: z.url(), CLINIC_HOOK_SECRET: z.string().min(32) })
  .transform((env) => ({
    billsUrl: new URL('/internal/bills', env.CLINIC_URL),
    secret: env.CLINIC_HOOK_SECRET,
  }))
  .parse(process.env);

export const hooks: Hooks = {
  async payment(request) {
    const response = await fetch(settings.billsUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${settings.secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`the clinic's books answered ${response.status}`);
    return payment.parse(await response.json());
  },
};
