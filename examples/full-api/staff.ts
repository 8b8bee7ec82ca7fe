/** The clinicians' pages, with a sign-in apart from the patients'. */
import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import { type Clinician, clinicians } from './clinicians.ts';
import { bookingPolicy } from './content-security-policy.ts';
import { readForm } from './form.ts';
import type { SubjectTokens } from './subject-tokens.ts';
import type { Show } from './views.ts';

const cookie = 'harbor_staff';

export function staffRouter(site: { serverUrl: string; tokens: SubjectTokens; show: Show }): Router {
  const { serverUrl, tokens, show } = site;
  const sessions = new Map<string, Clinician>();
  const router = new Router({ prefix: '/staff' });

  router.get('/', async (ctx) => {
    const clinician = sessions.get(ctx.cookies.get(cookie) ?? '');
    if (!clinician) return show(ctx, 'staff-sign-in', { clinicians }, { title: 'Clinicians' });
    const { appointment } = ctx.query;
    if (typeof appointment !== 'string') return show(ctx, 'staff-orders', { clinician }, { title: 'Orders' });
    ctx.set('content-security-policy', bookingPolicy(serverUrl));
    const subjectToken = await tokens.sign(clinician.id);
    const embedded = { serverUrl, subjectToken, appointmentId: appointment.trim() };
    show(ctx, 'staff-order', embedded, { title: 'Physician’s order', scripts: ['/dx/loader.js'] });
  });

  router.post('/sign-in', async (ctx) => {
    const id = (await readForm(ctx.req)).get('clinician');
    const clinician = clinicians.find((one) => one.id === id);
    if (clinician) {
      const session = randomBytes(24).toString('base64url');
      sessions.set(session, clinician);
      ctx.cookies.set(cookie, session, { httpOnly: true, sameSite: 'lax' });
    }
    ctx.status = 303;
    ctx.redirect('/staff');
  });

  return router;
}
