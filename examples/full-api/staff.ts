/** The clinicians' pages with <dx-physician-order> and their own sign-in. Replace the sign-in with your own. */
import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import { type Clinician, clinicians } from './clinicians.ts';
import { bookingPolicy } from './content-security-policy.ts';
import { readForm } from './form.ts';
import { isFromOwnPage } from './own-page.ts';
import type { SubjectTokens } from './subject-tokens.ts';
import type { Show } from './views.ts';

const cookie = 'harbor_staff';

/** Creates the routes under `/staff`: its sign-in and subject tokens. */
export function staffRouter(site: {
  siteUrl: string;
  serverUrl: string;
  tokens: SubjectTokens;
  show: Show;
}): Router {
  const { siteUrl, serverUrl, tokens, show } = site;
  const sessions = new Map<string, Clinician>();
  const router = new Router({ prefix: '/staff' });

  router.get('/', async (ctx) => {
    const clinician = sessions.get(ctx.cookies.get(cookie) ?? '');
    if (!clinician) return show(ctx, 'staff-sign-in', { clinicians }, { title: 'Clinicians' });
    const { appointment } = ctx.query;
    if (typeof appointment !== 'string') return show(ctx, 'staff-orders', { clinician }, { title: 'Orders' });
    ctx.set('content-security-policy', bookingPolicy(serverUrl));
    const subjectToken = await tokens.sign(clinician.id);
    const scripts = ['/subject-token.js', '/dx/loader.js'];
    const embedded = { serverUrl, subjectToken, appointmentId: appointment.trim() };
    show(ctx, 'staff-order', embedded, { title: 'Physician’s order', scripts });
  });

  router.post('/subject-token', async (ctx) => {
    const clinician = sessions.get(ctx.cookies.get(cookie) ?? '');
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    if (!clinician) return ctx.throw(401);
    ctx.set('cache-control', 'no-store');
    ctx.body = { token: await tokens.sign(clinician.id) };
  });

  router.post('/sign-in', async (ctx) => {
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    const id = (await readForm(ctx.req)).get('clinician');
    const clinician = clinicians.find((one) => one.id === id);
    if (clinician) {
      const session = randomBytes(24).toString('base64url');
      sessions.set(session, clinician);
      ctx.cookies.set(cookie, session, {
        httpOnly: true,
        sameSite: 'lax',
        secure: siteUrl.startsWith('https:'),
        maxAge: 8 * 3_600_000,
      });
    }
    ctx.status = 303;
    ctx.redirect('/staff');
  });

  return router;
}
