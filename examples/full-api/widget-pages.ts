/** The pages that embed <dx-booking> and <dx-appointments>: each signs a subject token and loads the widget's script. */
import Router from '@koa/router';
import { bookingPolicy } from './content-security-policy.ts';
import { isFromOwnPage } from './own-page.ts';
import type { Sessions } from './sessions.ts';
import type { SubjectTokens } from './subject-tokens.ts';
import type { Show } from './views.ts';

interface WidgetPages {
  siteUrl: string;
  serverUrl: string;
  sessions: Sessions;
  tokens: SubjectTokens;
  show: Show;
}

/** The Trusted Types policies that the widget creates. */
const widgetPolicyNames = ['dx-lit', 'dx-copy'];
const widgetScripts = ['/subject-token.js', '/dx/loader.js'];

/** Creates the routes `/book`, `/appointments`, `/second-lit` and `/subject-token`, for patients who are signed in. */
export function widgetPages({ siteUrl, serverUrl, sessions, tokens, show }: WidgetPages): Router {
  const router = new Router();

  router.get('/book', async (ctx) => {
    const patient = sessions.patient(ctx);
    if (!patient) return ctx.redirect('/sign-in?next=/book');
    ctx.set('content-security-policy', bookingPolicy(serverUrl));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id), showHours: false };
    show(ctx, 'book', embedded, { title: 'Book a test', scripts: widgetScripts });
  });
  router.get('/appointments', async (ctx) => {
    const patient = sessions.patient(ctx);
    if (!patient) return ctx.redirect('/sign-in?next=/appointments');
    ctx.set('content-security-policy', bookingPolicy(serverUrl));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id) };
    show(ctx, 'appointments', embedded, { title: 'Appointments', scripts: widgetScripts });
  });
  /** Booking on a page with its own copy of Lit, which has created the Trusted Types policy `lit-html`. */
  router.get('/second-lit', async (ctx) => {
    const patient = sessions.patient(ctx);
    if (!patient) return ctx.redirect('/sign-in?next=/second-lit');
    ctx.set('content-security-policy', bookingPolicy(serverUrl, ['lit-html', ...widgetPolicyNames]));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id), showHours: true };
    const scripts = ['/scripts/harbor-hours.js', ...widgetScripts];
    show(ctx, 'book', embedded, { title: 'Book a test', scripts });
  });
  /** Issues a new subject token for the signed-in patient, only to the site's own pages. */
  router.post('/subject-token', async (ctx) => {
    const patient = sessions.patient(ctx);
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    if (!patient) return ctx.throw(401);
    ctx.set('cache-control', 'no-store');
    ctx.body = { token: await tokens.sign(patient.id) };
  });
  return router;
}
