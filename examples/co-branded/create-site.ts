/** The gym's site: sign-in, checkout, and the page that embeds <dx-handoff>. Replace sign-in and layout with your own. */
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { JWK } from 'jose';
import Koa, { type Context } from 'koa';
import mount from 'koa-mount';
import serveFiles from 'koa-static';
import { createConsentReader } from './consent.ts';
import { readForm } from './form.ts';
import { localPath } from './local-path.ts';
import { members } from './members.ts';
import { isFromOwnPage } from './own-page.ts';
import { pagePolicy } from './policies.ts';
import { createPurchases } from './purchases.ts';
import { scanRouter } from './scan-routes.ts';
import { scheduleRouter } from './schedule-routes.ts';
import { createServiceClient } from './service-client.ts';
import { createSessions } from './sessions.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { createSubjectTokens } from './subject-tokens.ts';
import { render, type Show } from './views.ts';

export interface SiteSettings {
  siteUrl: string;
  /** The partner's server, as the browser reaches it. */
  serverUrl: string;
  /** Address of the testing service, and the gym's co-branded API key. */
  serviceUrl: string;
  apiKey: string;
  /** Origin of the hosted page that is shown in a frame. */
  frameOrigin: string;
  subjectKey: JWK;
  /** The server's ASSUMPTIONS_FILE. @default the server's defaults */
  assumptionsFile?: string | undefined;
  /** Bearer token of the server's order hook. */
  hookSecret: string;
  /** Bearer token for POST /revoke: one of the server's BACKEND_SECRETS. */
  backendSecret: string;
  /** The folder with the built widget. */
  widgetDir: string;
}

/** Creates the gym's site as a Koa app. It does not listen yet. */
export function createSite(settings: SiteSettings): Koa {
  const { siteUrl, serverUrl, frameOrigin, hookSecret, serviceUrl, apiKey } = settings;
  const sessions = createSessions(siteUrl);
  const client = createServiceClient({ serviceUrl, apiKey });
  const readConsent = createConsentReader(client, settings.assumptionsFile);
  const purchases = createPurchases(client);
  const tokens = createSubjectTokens({ key: settings.subjectKey, issuer: siteUrl, audience: serverUrl });

  const show: Show = (ctx, name, values, frame) => {
    ctx.type = 'html';
    ctx.set('cache-control', 'no-store');
    ctx.body = render(name, values, { member: sessions.member(ctx), scripts: [], ...frame });
  };
  const seeOther = (ctx: Context, path: string) => {
    ctx.status = 303;
    ctx.redirect(path);
  };

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
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    const form = await readForm(ctx.req);
    const member = members.get(form.get('member') ?? '');
    if (member) sessions.begin(ctx, member);
    seeOther(ctx, member ? localPath(form.get('next') ?? undefined) : '/sign-in');
  });
  router.post('/sign-out', async (ctx) => {
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    const member = sessions.member(ctx);
    sessions.end(ctx);
    if (member) await signOutEverywhere(settings, member.id);
    seeOther(ctx, '/');
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
  app.use(scanRouter({ client, readConsent, purchases, sessions, show }).routes());
  app.use(
    scheduleRouter({
      siteUrl,
      serverUrl,
      frameOrigin,
      hookSecret,
      purchases,
      sessions,
      tokens,
      show,
    }).routes(),
  );
  return app;
}
