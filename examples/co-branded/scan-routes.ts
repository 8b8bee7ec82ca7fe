/** The gym's checkout and the member's page: offers a scan with times, shows the consent, and places the order. */
import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import { readForm } from '../site/form.ts';
import { askToSignIn, type Sessions } from '../site/sessions.ts';
import type { ConsentReader } from './consent.ts';
import type { Member } from './members.ts';
import type { Signature } from './orders.ts';
import type { Purchases } from './purchases.ts';
import { nearestScan } from './scans.ts';
import type { ServiceClient } from './service-client.ts';
import { dayInWords, timeInWords as inWords } from './time.ts';
import type { ShowPage } from './views.ts';

interface ScanRoutes {
  client: ServiceClient;
  readConsent: ConsentReader;
  purchases: Purchases;
  sessions: Sessions<Member>;
  show: ShowPage;
}

const testType = 'DEXA';
/** Length of the list of times. */
const timesShown = 40;

/** Creates the routes `/scan` and `/me`, for members who are signed in. */
export function scanRouter({ client, readConsent, purchases, sessions, show }: ScanRoutes): Router {
  const router = new Router();
  router.get('/me', (ctx) => {
    const member = sessions.user(ctx);
    if (!member) return askToSignIn(ctx);
    show(ctx, 'me', { purchased: purchases.of(member.id), inWords }, { title: 'You' });
  });

  router.get('/scan', async (ctx) => {
    if (!sessions.user(ctx)) return askToSignIn(ctx);
    const [scan, consent] = await Promise.all([nearestScan(client, testType), readConsent(testType)]);
    if (!scan) return ctx.throw(503);
    if (!consent) {
      show(ctx, 'not-set-up', {}, { title: 'Add a scan' });
      ctx.status = 503;
      return;
    }
    const values = {
      purchaseId: randomUUID(),
      scan,
      days: daysOf(scan.times.slice(0, timesShown)),
      inWords,
      consent,
      price: money(scan.product.retail_price, scan.product.currency),
    };
    show(ctx, 'scan', values, { title: 'Add a scan' });
  });
  router.post('/scan', async (ctx) => {
    const member = sessions.user(ctx);
    if (!member) return askToSignIn(ctx);
    const form = await readForm(ctx.req);
    const [scan, consent] = await Promise.all([nearestScan(client, testType), readConsent(testType)]);
    // A member must not sign a consent that was not shown.
    if (!consent) return ctx.throw(503);
    const times = timesOf(form);
    const all = [times.primary, ...times.alternates];
    const offered = new Set(scan?.times);
    const purchaseId = form.get('purchase') ?? '';
    const accepted =
      purchaseId !== '' && new Set(all).size === all.length && all.every((time) => offered.has(time));
    const from = { ip: ctx.ip.replace('::ffff:', ''), userAgent: ctx.get('user-agent') || 'unknown' };
    if (scan && accepted)
      await purchases.buy(purchaseId, member, scan, { ...signatureOf(form), ...from }, times);
    ctx.status = 303;
    ctx.redirect(scan && accepted ? '/schedule' : '/scan');
  });
  return router;
}

const daysOf = (times: readonly string[]) =>
  [...Map.groupBy(times, dayInWords)].map(([day, ofDay]) => ({ day, times: ofDay }));

function timesOf(form: URLSearchParams) {
  const [primary = '', ...alternates] = ['primary', 'alternate-1', 'alternate-2'].map(
    (name) => form.get(name) ?? '',
  );
  return { primary, alternates };
}

function signatureOf(form: URLSearchParams): Omit<Signature, 'ip' | 'userAgent'> {
  return {
    typedName: form.get('typed_name') ?? '',
    decisions: Object.fromEntries(form.getAll('decision').map((id) => [id, true])),
    contentHash: form.get('content_hash') ?? '',
  };
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}
