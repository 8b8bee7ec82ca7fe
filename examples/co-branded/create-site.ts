/** The gym's site: a sign-in, a checkout of its own, and the page that hands the order over. */
import { timingSafeEqual } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { JWK } from 'jose';
import Koa, { type Context } from 'koa';
import serveFiles from 'koa-static';
import { z } from 'zod';
import { Problem } from '../../server/errors.ts';
import { type Assumptions, createAssumptions } from '../../server/upstream/assumptions/assumptions.ts';
import { readAssumptions } from '../../server/upstream/assumptions/file.ts';
import { assumptionsFile } from '../../server/upstream/assumptions/schema.ts';
import { readForm, readJson } from '../full-api/form.ts';
import { localPath } from '../full-api/local-path.ts';
import { createSubjectTokens } from '../full-api/subject-tokens.ts';
import { under } from '../full-api/under.ts';
import { handoffOf } from './handoff-of.ts';
import { members } from './members.ts';
import { readConsent } from './orders.ts';
import { consentOf } from './pages/decisions.ts';
import { home } from './pages/home.ts';
import { layout, type Page } from './pages/layout.ts';
import { me } from './pages/me.ts';
import { notSetUp, scan as scanPage } from './pages/scan.ts';
import { type Mode, schedule } from './pages/schedule.ts';
import { signIn } from './pages/sign-in.ts';
import { pagePolicy, schedulePolicy } from './policies.ts';
import { createPurchases } from './purchases.ts';
import { nearestScan, type Scan } from './scans.ts';
import { createServiceCalls } from './service-calls.ts';
import { createSessions } from './sessions.ts';

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
  /** The server's ASSUMPTIONS_FILE: what the service calls the parts of a consent. @default its defaults */
  assumptionsFile?: string | undefined;
  /** What the server's order hook shows. */
  hookSecret: string;
  /** The folder with the built widget. */
  widgetDir: string;
}

const orderQuestion = z.strictObject({ subject: z.string().min(1).max(200), orderId: z.string().nullable() });
const testType = 'DEXA';
const paths: Record<Mode, string> = { iframe: '/schedule', hosted_page: '/schedule/page' };

export function createSite(settings: SiteSettings): Koa {
  const { siteUrl, serverUrl, frameOrigin, serviceUrl, apiKey } = settings;
  const sessions = createSessions();
  const calls = createServiceCalls({ serviceUrl, apiKey });
  const assumptions = assumptionsOf(settings.assumptionsFile);
  const consentFor = async () => consentOf(await readConsent(calls, testType), assumptions);
  const purchases = createPurchases(calls);
  const tokens = createSubjectTokens({ key: settings.subjectKey, issuer: siteUrl, audience: serverUrl });

  const show = (ctx: Context, page: Omit<Page, 'member'>) => {
    ctx.type = 'html';
    ctx.set('cache-control', 'no-store');
    ctx.body = layout({ member: sessions.member(ctx), ...page });
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
  router.get('/', (ctx) => show(ctx, { title: 'Strength club', main: home }));
  router.get('/sign-in', (ctx) =>
    show(ctx, { title: 'Sign in', main: signIn([...members.values()], localPath(ctx.query.next)) }),
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
    show(ctx, { title: 'You', main: me(member, purchases.of(member.id)) });
  });

  router.get('/scan', async (ctx) => {
    const member = sessions.member(ctx);
    if (!member) return askToSignIn(ctx);
    const [scan, consent] = await Promise.all([
      nearestScan(calls, testType),
      consentFor().catch(unlessUnmet),
    ]);
    if (!scan) return ctx.throw(503);
    if (!consent) {
      show(ctx, { title: 'Add a scan', main: notSetUp });
      ctx.status = 503;
      return;
    }
    show(ctx, { title: 'Add a scan', main: scanPage(member, scan, consent) });
  });
  router.post('/scan', async (ctx) => {
    const member = sessions.member(ctx);
    if (!member) return askToSignIn(ctx);
    const form = await readForm(ctx.req);
    const text = (name: string) => form.get(name) ?? '';
    const [scan, consent] = await Promise.all([
      nearestScan(calls, testType),
      consentFor().catch(unlessUnmet),
    ]);
    // Nobody signs what could not be shown.
    if (!consent) return ctx.throw(503);
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
      show(ctx, {
        title: 'Your scan',
        main: schedule({ mode, serverUrl, subjectToken, handoff }),
        scripts: ['/schedule.js', '/dx/loader.js'],
      });
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
  app.use(under('/dx', serveFiles(settings.widgetDir)));
  app.use(serveFiles(fileURLToPath(new URL('public', import.meta.url))));
  app.use(router.routes());
  return app;
}

function assumptionsOf(file: string | undefined): Assumptions {
  const read = file === undefined ? { assumptions: assumptionsFile.parse({}) } : readAssumptions(file);
  if ('faults' in read) throw new Error(`ASSUMPTIONS_FILE ${read.faults.join('; ')}`);
  return createAssumptions(read.assumptions, ({ entry, keys }) =>
    console.error(`gym: the consent cannot be read: see ${entry}; its keys are ${keys.join(', ')}`),
  );
}

/** Null where the service differs from an assumption, which was told when it was found. */
function unlessUnmet(error: unknown): null {
  if (error instanceof Problem && error.code === 'assumption_unmet') return null;
  throw error;
}

/** With it the server can offer another time later. */
const offeringOf = ({ catalogId, offeringId }: Scan) => ({ catalogId, offeringId });
