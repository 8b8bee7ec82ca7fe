/** The clinicians' pages with <dx-physician-order> and their own sign-in. Replace the sign-in with your own. */
import Router from '@koa/router';
import { widgetPolicy } from '../site/content-security-policy.ts';
import { readForm } from '../site/form.ts';
import { createSessions } from '../site/sessions.ts';
import type { SubjectTokens } from '../site/subject-tokens.ts';
import { clinicians } from './clinicians.ts';
import type { ShowPage } from './views.ts';

/** Creates the routes under `/staff`: its sign-in and subject tokens. */
export function staffRouter(site: {
  siteUrl: string;
  serverUrl: string;
  tokens: SubjectTokens;
  show: ShowPage;
}): Router {
  const { siteUrl, serverUrl, tokens, show } = site;
  const sessions = createSessions(siteUrl, 'harbor_staff', (id) => clinicians.find((one) => one.id === id));
  const router = new Router({ prefix: '/staff' });

  router.get('/', async (ctx) => {
    const clinician = sessions.user(ctx);
    if (!clinician)
      return show(ctx, 'staff-sign-in', { clinicians }, { title: 'Clinicians', forStaff: true });
    ctx.set('content-security-policy', widgetPolicy(serverUrl));
    const subjectToken = await tokens.sign(clinician.id);
    const scripts = ['/subject-token.js', '/dx/loader.js'];
    // A link may lead to one order. Without it, the element shows the orders that wait.
    const { appointment = '' } = ctx.query;
    const embedded = { serverUrl, subjectToken, clinician, appointmentId: String(appointment) };
    show(ctx, 'staff-orders', embedded, { title: 'Orders', scripts, forStaff: true });
  });

  router.post('/subject-token', async (ctx) => {
    const clinician = sessions.user(ctx);
    if (!clinician) return ctx.throw(401);
    ctx.set('cache-control', 'no-store');
    ctx.body = { token: await tokens.sign(clinician.id) };
  });

  router.post('/sign-in', async (ctx) => {
    const id = (await readForm(ctx.req)).get('clinician');
    const clinician = clinicians.find((one) => one.id === id);
    if (clinician) sessions.begin(ctx, clinician);
    ctx.status = 303;
    ctx.redirect('/staff');
  });

  return router;
}
