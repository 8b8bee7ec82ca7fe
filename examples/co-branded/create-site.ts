/** The gym's site: a sign-in, a checkout of its own, and the page that hands the order over. */
import { timingSafeEqual } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { JWK } from 'jose';
import Koa, { type Context } from 'koa';
import mount from 'koa-mount';
import serveFiles from 'koa-static';
import { z } from 'zod';
import { decisionsOf } from './decisions.ts';
import { readForm, readJson } from './form.ts';
import { handoffOf } from './handoff-of.ts';
import { localPath } from './local-path.ts';
import { members } from './members.ts';
import { readConsent } from './orders.ts';
import { pagePolicy, schedulePolicy } from './policies.ts';
import { createPurchases } from './purchases.ts';
import { nearestScan, type Scan } from './scans.ts';
import { createServiceCalls } from './service-calls.ts';
import { createSessions } from './sessions.ts';
import { createSubjectTokens } from './subject-tokens.ts';
import { timeInWords as inWords } from './time.ts';
import { type Mode, render, type Show } from './views.ts';

export interface SiteSettings {
  siteUrl: string;
  /** The partner's server, as the browser reaches it. */
  serverUrl: string;
  /** The testing service, and the gym's co-branded key for it. */
  serviceUrl: string;
  apiKey: string;
  /** Where the hosted page stands, to be framed. */
  frameOrigin: string;
  subjectKey: JWK;
  /** What the server's order hook shows. */
  hookSecret: string;
  /** The folder with the built widget. */
  widgetDir: string;
}

const orderQuestion = z.strictObject({ subject: z.string().min(1).max(200), orderId: z.string().nullable() });
const testType = 'DEXA';
/** As many times as a list of options can show. */
const timesShown = 40;
const paths: Record<Mode, string> = { iframe: '/schedule', hosted_page: '/schedule/page' };

export function createSite(settings: SiteSettings): Koa {
  const { siteUrl, serverUrl, frameOrigin, serviceUrl, apiKey } = settings;
  const sessions = createSessions();
  const calls = createServiceCalls({ serviceUrl, apiKey });
  const purchases = createPurchases(calls);
  const tokens = createSubjectTokens({ key: settings.subjectKey, issuer: siteUrl, audience: serverUrl });

  const show: Show = (ctx, name, values, frame) => {
    ctx.type = 'html';
    ctx.set('cache-control', 'no-store');
    ctx.body = render(name, values, { member: sessions.member(ctx), scripts: [], ...frame });
  };
  const isOwnServer = (ctx: Context) => {
    const shown = Buffer.from(ctx.get('authorization'));
    const right = Buffer.from(`Bearer ${settings.hookSecret}`);
    return shown.length === right.length && timingSafeEqual(shown, right);
  };
  const seeOther = (ctx: Context, path: string) => {
    ctx.status = 303;
    ctx.redirect(path);
  };
  const askToSignIn = (ctx: Context) => ctx.redirect(`/sign-in?next=${ctx.path}`);

  const router = new Router();
  router.get('/', (ctx) => show(ctx, 'home', {}, { title: 'Strength club' }));
  router.get('/sign-in', (ctx) =>
    show(
      ctx,
      'sign-in',
      { members: [...members.values()], next: localPath(ctx.query.next) },
      { title: 'Sign in' },
    ),
  );
  router.post('/sign-in', async (ctx) => {
    const form = await readForm(ctx.req);
    const member = members.get(form.get('member') ?? '');
    if (member) sessions.begin(ctx, member);
    seeOther(ctx, member ? localPath(form.get('next') ?? undefined) : '/sign-in');
  });
  router.post('/sign-out', (ctx) => {
    sessions.end(ctx);
    seeOther(ctx, '/');
  });
  router.get('/me', (ctx) => {
    const member = sessions.member(ctx);
    if (!member) return askToSignIn(ctx);
    show(ctx, 'me', { purchased: purchases.of(member.id), inWords }, { title: 'You' });
  });

  router.get('/scan', async (ctx) => {
    const member = sessions.member(ctx);
    if (!member) return askToSignIn(ctx);
    const [scan, consent] = await Promise.all([nearestScan(calls, testType), readConsent(calls, testType)]);
    if (!scan) return ctx.throw(503);
    const values = {
      scan,
      times: scan.times.slice(0, timesShown),
      inWords,
      contentHash: consent.template.content_hash,
      decisions: decisionsOf(consent),
      price: money(scan.product.retail_price, scan.product.currency),
    };
    show(ctx, 'scan', values, { title: 'Add a scan' });
  });
  router.post('/scan', async (ctx) => {
    const member = sessions.member(ctx);
    if (!member) return askToSignIn(ctx);
    const form = await readForm(ctx.req);
    const text = (name: string) => form.get(name) ?? '';
    const scan = await nearestScan(calls, testType);
    const times = { primary: text('primary'), alternates: [text('alternate-1'), text('alternate-2')] };
    const all = [times.primary, ...times.alternates];
    const offered = new Set(scan?.times);
    if (!scan || new Set(all).size < all.length || !all.every((time) => offered.has(time)))
      return seeOther(ctx, '/scan');
    const signature = {
      typedName: text('typed_name'),
      decisions: Object.fromEntries(form.getAll('decision').map((id) => [id, true])),
      contentHash: text('content_hash'),
      ip: ctx.ip.replace('::ffff:', ''),
      userAgent: ctx.get('user-agent') || 'unknown',
    };
    await purchases.buy(member, scan, signature, times);
    seeOther(ctx, paths.iframe);
  });

  for (const mode of ['iframe', 'hosted_page'] as const)
    router.get(paths[mode], async (ctx) => {
      const member = sessions.member(ctx);
      const purchased = member && purchases.of(member.id);
      if (!member) return askToSignIn(ctx);
      if (!purchased) return ctx.redirect('/scan');
      const handoff = handoffOf(member, purchased, siteUrl, paths[mode]);
      const subjectToken = await tokens.sign(member.id);
      ctx.set('content-security-policy', schedulePolicy(serverUrl, frameOrigin));
      const scripts = ['/schedule.js', '/dx/loader.js'];
      show(ctx, 'schedule', { mode, serverUrl, subjectToken, handoff }, { title: 'Your scan', scripts });
    });

  /** For the server's order hook alone: is this order this member's, or which one is? */
  router.post('/internal/orders', async (ctx) => {
    if (!isOwnServer(ctx)) return ctx.throw(401);
    const { subject, orderId } = orderQuestion.parse(await readJson(ctx.req));
    const own = purchases.of(subject);
    const isOwn = own !== null && (orderId ?? own.orderId) === own.orderId;
    ctx.body = JSON.stringify(isOwn ? { orderId: own.orderId, offering: offeringOf(own.scan) } : null);
    ctx.type = 'json';
  });
  router.get('/.well-known/jwks.json', (ctx) => {
    ctx.body = tokens.jwks;
  });

  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.set({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' });
    ctx.set('referrer-policy', 'strict-origin-when-cross-origin');
    await next();
  });
  app.use(mount('/dx', serveFiles(settings.widgetDir)));
  app.use(serveFiles(fileURLToPath(new URL('public', import.meta.url))));
  app.use(router.routes());
  return app;
}

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/** With it the server can offer another time later. */
const offeringOf = ({ catalogId, offeringId }: Scan) => ({ catalogId, offeringId });
