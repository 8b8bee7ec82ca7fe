/** The clinic's site: sign-in, the pages with the widget, bills, and the widget's files. Replace sign-in and layout with your own. */
import Router from '@koa/router';
import type { JWK } from 'jose';
import type Koa from 'koa';
import mount from 'koa-mount';
import serveFiles from 'koa-static';
import { accountRouter } from '../site/account-routes.ts';
import { failurePages } from '../site/failure-pages.ts';
import { readForm } from '../site/form.ts';
import { localPath } from '../site/local-path.ts';
import { cookieOptions, createSessions } from '../site/sessions.ts';
import { createSiteApp } from '../site/site-app.ts';
import { createSubjectTokens } from '../site/subject-tokens.ts';
import { createShow } from '../site/views.ts';
import { billRouter } from './bill-routes.ts';
import { createBills } from './bills.ts';
import { createPatients, initials } from './patients.ts';
import { staffRouter } from './staff.ts';
import type { Views } from './views.ts';
import { widgetPages } from './widget-pages.ts';

/** The patient whom this browser added last, so that they can sign in again. */
const newCookie = 'harbor_new_patient';

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
  const sessions = createSessions(siteUrl, 'harbor_session', patients.find);
  const tokens = createSubjectTokens({
    key: settings.subjectKey,
    issuer: siteUrl,
    audience: serverUrl,
  });

  const show = createShow<Views>(new URL('views', import.meta.url), sessions.user);
  const router = new Router();

  router.get('/', (ctx) => show(ctx, 'home', {}, { title: 'Tests, close to home' }));

  router.get('/sign-in', (ctx) => {
    const known = patients.find(ctx.cookies.get(newCookie) ?? '');
    const listed = [...patients.list(), ...(known ? [known] : [])].map((patient) => ({
      ...patient,
      initials: initials(patient.name),
    }));
    show(ctx, 'sign-in', { patients: listed, next: localPath(ctx.query.next) }, { title: 'Sign in' });
  });
  router.post('/sign-in', async (ctx) => {
    const form = await readForm(ctx.req);
    const name = form.get('name')?.trim().slice(0, 80);
    const patient = name ? patients.add(name) : patients.find(form.get('patient') ?? '');
    if (patient) sessions.begin(ctx, patient);
    if (patient && name) ctx.cookies.set(newCookie, patient.id, cookieOptions(siteUrl));
    ctx.status = 303;
    ctx.redirect(patient ? localPath(form.get('next') ?? undefined) : '/sign-in');
  });

  const app = createSiteApp(siteUrl, new URL('public', import.meta.url), settings.widgetDir);
  app.use(failurePages((ctx, page, title) => show(ctx, page, {}, { title })));
  app.use(mount('/scripts', serveFiles(settings.scriptsDir)));
  app.use(router.routes());
  app.use(accountRouter({ ...settings, sessions, tokens }).routes());
  app.use(widgetPages({ serverUrl, sessions, tokens, show }).routes());
  app.use(
    billRouter({ siteUrl, hookSecret: settings.hookSecret, bills: createBills(), sessions, show }).routes(),
  );
  app.use(staffRouter({ siteUrl, serverUrl, tokens, show }).routes());
  return app;
}
