/** The clinic's site: a few pages, a sign-in, a till, and the widget's files. */
import { timingSafeEqual } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { JWK } from 'jose';
import Koa, { type Context } from 'koa';
import mount from 'koa-mount';
import serveFiles from 'koa-static';
import { z } from 'zod';
import { createBills, money } from './bills.ts';
import { bookingPolicy, pagePolicy } from './content-security-policy.ts';
import { readForm, readJson } from './form.ts';
import { localPath } from './local-path.ts';
import { createPatients, initials } from './patients.ts';
import { createSessions } from './sessions.ts';
import { staffRouter } from './staff.ts';
import { createSubjectTokens } from './subject-tokens.ts';
import { render, type Show } from './views.ts';

export interface SiteSettings {
  siteUrl: string;
  /** The partner's server, as the browser reaches it. */
  serverUrl: string;
  subjectKey: JWK;
  /** What the server's payment hook shows. */
  hookSecret: string;
  /** Folders with the built widget and the site's own built script. */
  widgetDir: string;
  scriptsDir: string;
}

/** The Trusted Types policies that the widget makes. */
const widgetPolicyNames = ['dx-lit', 'dx-copy', 'dx-dompurify'];

const billRequest = z.strictObject({
  journeyId: z.string().min(1).max(100),
  subject: z.string().min(1).max(200),
  amount: z.number().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  description: z.string().min(1).max(300),
  returnUrl: z.url(),
});

export function createSite(settings: SiteSettings): Koa {
  const { siteUrl, serverUrl } = settings;
  const patients = createPatients();
  const sessions = createSessions(patients);
  const bills = createBills();
  const tokens = createSubjectTokens({
    key: settings.subjectKey,
    issuer: siteUrl,
    audience: serverUrl,
  });

  const show: Show = (ctx, name, values, frame) => {
    ctx.type = 'html';
    ctx.set('cache-control', 'no-store');
    ctx.body = render(name, values, { patient: sessions.patient(ctx), scripts: [], ...frame });
  };
  const ownBill = (ctx: Context & { params: Record<string, string> }) => {
    const bill = bills.find(ctx.params.number ?? '');
    return bill && bill.subject === sessions.patient(ctx)?.id ? bill : null;
  };
  const isOwnServer = (ctx: Context) => {
    const shown = Buffer.from(ctx.get('authorization'));
    const right = Buffer.from(`Bearer ${settings.hookSecret}`);
    return shown.length === right.length && timingSafeEqual(shown, right);
  };

  const router = new Router();

  router.get('/', (ctx) => show(ctx, 'home', {}, { title: 'Tests, close to home' }));

  router.get('/sign-in', (ctx) => {
    const listed = patients.list().map((patient) => ({ ...patient, initials: initials(patient.name) }));
    show(ctx, 'sign-in', { patients: listed, next: localPath(ctx.query.next) }, { title: 'Sign in' });
  });
  router.post('/sign-in', async (ctx) => {
    const form = await readForm(ctx.req);
    const name = form.get('name')?.trim().slice(0, 80);
    const patient = name ? patients.add(name) : patients.find(form.get('patient') ?? '');
    if (patient) sessions.begin(ctx, patient);
    ctx.status = 303;
    ctx.redirect(patient ? localPath(form.get('next') ?? undefined) : '/sign-in');
  });
  router.post('/sign-out', (ctx) => {
    sessions.end(ctx);
    ctx.status = 303;
    ctx.redirect('/');
  });

  router.get('/book', async (ctx) => {
    const patient = sessions.patient(ctx);
    if (!patient) return ctx.redirect('/sign-in?next=/book');
    ctx.set('content-security-policy', bookingPolicy(serverUrl));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id), showHours: false };
    show(ctx, 'book', embedded, { title: 'Book a test', scripts: ['/dx/loader.js'] });
  });
  router.get('/appointments', async (ctx) => {
    const patient = sessions.patient(ctx);
    if (!patient) return ctx.redirect('/sign-in?next=/appointments');
    ctx.set('content-security-policy', bookingPolicy(serverUrl));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id) };
    show(ctx, 'appointments', embedded, { title: 'Appointments', scripts: ['/dx/loader.js'] });
  });
  /** Booking on a page that has a Lit of its own, which took the name of Lit's Trusted Types policy first. */
  router.get('/second-lit', async (ctx) => {
    const patient = sessions.patient(ctx);
    if (!patient) return ctx.redirect('/sign-in?next=/second-lit');
    ctx.set('content-security-policy', bookingPolicy(serverUrl, ['lit-html', ...widgetPolicyNames]));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id), showHours: true };
    const scripts = ['/scripts/harbor-hours.js', '/dx/loader.js'];
    show(ctx, 'book', embedded, { title: 'Book a test', scripts });
  });

  router.get('/pay/:number', (ctx) => {
    if (!sessions.patient(ctx)) return ctx.redirect(`/sign-in?next=${encodeURIComponent(ctx.path)}`);
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

  /** For the server's payment hook alone: is this journey paid, and if not, where? */
  router.post('/internal/bills', async (ctx) => {
    if (!isOwnServer(ctx)) return ctx.throw(401);
    const request = billRequest.safeParse(await readJson(ctx.req));
    if (!request.success || new URL(request.data.returnUrl).origin !== siteUrl) return ctx.throw(400);
    const bill = bills.present(request.data);
    const { amount, currency } = request.data;
    if (bill.amount !== amount || bill.currency !== currency) return ctx.throw(409);
    ctx.body = bill.reference
      ? { state: 'paid', reference: bill.reference }
      : { state: 'due', payUrl: `${siteUrl}/pay/${bill.number}` };
  });

  router.get('/.well-known/jwks.json', (ctx) => {
    ctx.body = tokens.jwks;
  });

  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.set({
      'content-security-policy': pagePolicy,
      'x-content-type-options': 'nosniff',
    });
    ctx.set('referrer-policy', 'strict-origin-when-cross-origin');
    await next();
    if (ctx.status === 404 && ctx.body == null && ctx.accepts('html')) {
      show(ctx, 'not-found', {}, { title: 'Nothing here' });
      ctx.status = 404;
    }
  });
  app.use(mount('/dx', serveFiles(settings.widgetDir)));
  app.use(mount('/scripts', serveFiles(settings.scriptsDir)));
  app.use(serveFiles(fileURLToPath(new URL('public', import.meta.url))));
  app.use(router.routes());
  app.use(staffRouter({ serverUrl, tokens, show }).routes());
  return app;
}
