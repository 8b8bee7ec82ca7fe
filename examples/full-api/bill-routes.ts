/** The pages on which a patient pays a bill, and the route that the server's payment hook calls. Replace payment with your own. */
import Router from '@koa/router';
import type { Context } from 'koa';
import { z } from 'zod';
import { hasBearer } from '../site/bearer.ts';
import { readJson } from '../site/form.ts';
import { askToSignIn, type Sessions } from '../site/sessions.ts';
import { type Bills, money } from './bills.ts';
import type { Patient } from './patients.ts';
import type { ShowPage } from './views.ts';

interface BillRoutes {
  siteUrl: string;
  /** Bearer token of the server's payment hook. */
  hookSecret: string;
  bills: Bills;
  sessions: Sessions<Patient>;
  show: ShowPage;
}

const billRequest = z.strictObject({
  journeyId: z.string().min(1).max(100),
  subject: z.string().min(1).max(200),
  amount: z.number().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  description: z.string().min(1),
  returnUrl: z.url(),
  cancelUrl: z.url(),
});

/** Creates the routes `/pay/:number` for patients and `/internal/bills` for the server. */
export function billRouter({ siteUrl, hookSecret, bills, sessions, show }: BillRoutes): Router {
  const router = new Router();
  const ownBill = (ctx: Context & { params: Record<string, string> }) => {
    const bill = bills.find(ctx.params.number ?? '');
    return bill && bill.subject === sessions.user(ctx)?.id ? bill : null;
  };

  router.get('/pay/:number', (ctx) => {
    if (!sessions.user(ctx)) return askToSignIn(ctx);
    const bill = ownBill(ctx);
    if (bill) show(ctx, 'pay', { bill, amount: money(bill.amount, bill.currency) }, { title: 'Pay' });
  });
  router.post('/pay/:number', (ctx) => {
    const bill = ownBill(ctx);
    if (!bill) return;
    bills.pay(bill);
    ctx.status = 303;
    ctx.redirect(bill.returnUrl);
  });

  /** Responds whether the journey is paid, and if not, where to pay. */
  router.post('/internal/bills', async (ctx) => {
    if (!hasBearer(ctx, hookSecret)) return ctx.throw(401);
    const request = billRequest.safeParse(await readJson(ctx.req));
    if (!request.success || new URL(request.data.returnUrl).origin !== siteUrl) return ctx.throw(400);
    const bill = bills.present(request.data);
    const { amount, currency } = request.data;
    if (bill.amount !== amount || bill.currency !== currency) return ctx.throw(409);
    ctx.body = bill.reference
      ? { state: 'paid', reference: bill.reference }
      : { state: 'due', payUrl: `${siteUrl}/pay/${bill.number}` };
  });
  return router;
}
