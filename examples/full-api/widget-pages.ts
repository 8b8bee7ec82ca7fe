/** The pages that embed <dx-booking> and <dx-appointments>: each signs a subject token and loads the widget's script. */
import Router from '@koa/router';
import { widgetPolicy } from '../site/content-security-policy.ts';
import { askToSignIn, type Sessions } from '../site/sessions.ts';
import type { SubjectTokens } from '../site/subject-tokens.ts';
import type { Patient } from './patients.ts';
import type { ShowPage } from './views.ts';

interface WidgetPages {
  serverUrl: string;
  sessions: Sessions<Patient>;
  tokens: SubjectTokens;
  show: ShowPage;
}

/** The Trusted Types policies that the widget creates. */
const widgetPolicyNames = ['dx-lit', 'dx-copy'];
const widgetScripts = ['/subject-token.js', '/dx/loader.js'];

/** Creates the routes `/book`, `/appointments` and `/second-lit`, for patients who are signed in. */
export function widgetPages({ serverUrl, sessions, tokens, show }: WidgetPages): Router {
  const router = new Router();

  router.get('/book', async (ctx) => {
    const patient = sessions.user(ctx);
    if (!patient) return askToSignIn(ctx);
    ctx.set('content-security-policy', widgetPolicy(serverUrl));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id), showHours: false };
    show(ctx, 'book', embedded, { title: 'Book a test', scripts: widgetScripts });
  });
  router.get('/appointments', async (ctx) => {
    const patient = sessions.user(ctx);
    if (!patient) return askToSignIn(ctx);
    ctx.set('content-security-policy', widgetPolicy(serverUrl));
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id) };
    show(ctx, 'appointments', embedded, { title: 'Appointments', scripts: widgetScripts });
  });
  /** Booking on a page with its own copy of Lit, which has created the Trusted Types policy `lit-html`. */
  router.get('/second-lit', async (ctx) => {
    const patient = sessions.user(ctx);
    if (!patient) return askToSignIn(ctx);
    ctx.set(
      'content-security-policy',
      widgetPolicy(serverUrl, { policyNames: ['lit-html', ...widgetPolicyNames] }),
    );
    const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id), showHours: true };
    const scripts = ['/scripts/harbor-hours.js', ...widgetScripts];
    show(ctx, 'book', embedded, { title: 'Book a test', scripts });
  });
  return router;
}
