/** The clinic's site: sign-in, the pages with the widget, bills, and the widget's files. Replace sign-in and layout with your own. */
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { JWK } from 'jose';
import Koa from 'koa';
import mount from 'koa-mount';
import serveFiles from 'koa-static';
import { billRouter } from './bill-routes.ts';
import { createBills } from './bills.ts';
import { pagePolicy } from './content-security-policy.ts';
import { readForm } from './form.ts';
import { localPath } from './local-path.ts';
import { isFromOwnPage } from './own-page.ts';
import { createPatients, initials } from './patients.ts';
import { createSessions } from './sessions.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { staffRouter } from './staff.ts';
import { createSubjectTokens } from './subject-tokens.ts';
import { render, type Show } from './views.ts';
import { widgetPages } from './widget-pages.ts';

export interface SiteSettings {
  siteUrl: string;
  /** The partner's server, as the browser reaches it. */
  serverUrl: string;
  subjectKey: JWK;
  /** Bearer token of the server's payment hook. */
  hookSecret: string;
  /** Bearer token for POST /revoke: one of the server's BACKEND_SECRETS. */
  backendSecret: string;
  /** Folders with the built widget and the site's own built script. */
  widgetDir: string;
  scriptsDir: string;
}

/** Creates the clinic's site as a Koa app. It does not listen yet. */
export function createSite(settings: SiteSettings): Koa {
  const { siteUrl, serverUrl } = settings;
  const patients = createPatients();
  const sessions = createSessions(patients, siteUrl);
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

  const router = new Router();

  router.get('/', (ctx) => show(ctx, 'home', {}, { title: 'Tests, close to home' }));

  router.get('/sign-in', (ctx) => {
    const known = sessions.lastNew(ctx);
    const listed = [...patients.list(), ...(known ? [known] : [])].map((patient) => ({
      ...patient,
      initials: initials(patient.name),
    }));
    show(ctx, 'sign-in', { patients: listed, next: localPath(ctx.query.next) }, { title: 'Sign in' });
  });
  router.post('/sign-in', async (ctx) => {
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    const form = await readForm(ctx.req);
    const name = form.get('name')?.trim().slice(0, 80);
    const patient = name ? patients.add(name) : patients.find(form.get('patient') ?? '');
    if (patient) sessions.begin(ctx, patient, Boolean(name));
    ctx.status = 303;
    ctx.redirect(patient ? localPath(form.get('next') ?? undefined) : '/sign-in');
  });
  router.post('/sign-out', async (ctx) => {
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    const patient = sessions.patient(ctx);
    sessions.end(ctx);
    if (patient) await signOutEverywhere(settings, patient.id);
    ctx.status = 303;
    ctx.redirect('/');
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
      show(ctx, 'not-found', {}, { title: 'Page not found' });
      ctx.status = 404;
    }
  });
  app.use(mount('/dx', serveFiles(settings.widgetDir)));
  app.use(mount('/scripts', serveFiles(settings.scriptsDir)));
  app.use(serveFiles(fileURLToPath(new URL('public', import.meta.url))));
  app.use(router.routes());
  app.use(widgetPages({ siteUrl, serverUrl, sessions, tokens, show }).routes());
  app.use(
    billRouter({ siteUrl, hookSecret: settings.hookSecret, bills: createBills(), sessions, show }).routes(),
  );
  app.use(staffRouter({ siteUrl, serverUrl, tokens, show }).routes());
  return app;
}
