/** The gym's site: sign-in, checkout, and the page that embeds <dx-handoff>. Replace sign-in and layout with your own. */
import Router from '@koa/router';
import type { JWK } from 'jose';
import type Koa from 'koa';
import { accountRouter } from '../site/account-routes.ts';
import { failurePages } from '../site/failure-pages.ts';
import { readForm } from '../site/form.ts';
import { localPath } from '../site/local-path.ts';
import { createSessions } from '../site/sessions.ts';
import { createSiteApp } from '../site/site-app.ts';
import { createSubjectTokens } from '../site/subject-tokens.ts';
import { createShow } from '../site/views.ts';
import { createConsentReader } from './consent.ts';
import { members } from './members.ts';
import { createPurchases } from './purchases.ts';
import { scanRouter } from './scan-routes.ts';
import { scheduleRouter } from './schedule-routes.ts';
import { createServiceClient } from './service-client.ts';
import type { Views } from './views.ts';

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
  const sessions = createSessions(siteUrl, 'torsen_session', (id) => members.get(id));
  const client = createServiceClient({ serviceUrl, apiKey });
  const readConsent = createConsentReader(client, settings.assumptionsFile);
  const purchases = createPurchases(client);
  const tokens = createSubjectTokens({ key: settings.subjectKey, issuer: siteUrl, audience: serverUrl });

  const show = createShow<Views>(new URL('views', import.meta.url), sessions.user);

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
    ctx.status = 303;
    ctx.redirect(member ? localPath(form.get('next') ?? undefined) : '/sign-in');
  });

  const app = createSiteApp(siteUrl, new URL('public', import.meta.url), settings.widgetDir);
  app.use(failurePages((ctx, page, title) => show(ctx, page, {}, { title })));
  app.use(router.routes());
  app.use(accountRouter({ ...settings, sessions, tokens }).routes());
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
