/** The clinicians of the clinic, their sign-in apart from the patients', and their page: all invented, kept in memory. */
import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import type { Context } from 'koa';
import { bookingPolicy } from './content-security-policy.ts';
import { readForm } from './form.ts';
import { isFromOwnPage } from './own-page.ts';
import type { Page } from './pages/layout.ts';
import { staffOrder, staffOrders, staffSignIn } from './pages/staff.ts';
import type { SubjectTokens } from './subject-tokens.ts';

export interface Clinician {
  /** Begins so that no patient's does (hooks.ts). */
  id: `staff-${string}`;
  name: string;
  note: string;
}

const clinicians: readonly Clinician[] = [
  { id: 'staff-moreau', name: 'Dr. Ada Moreau', note: 'Internal medicine' },
  { id: 'staff-whitlock', name: 'Dr. Jonas Whitlock', note: 'Family medicine' },
];
const cookie = 'harbor_staff';

export function staffRouter(site: {
  siteUrl: string;
  serverUrl: string;
  tokens: SubjectTokens;
  show: (ctx: Context, page: Omit<Page, 'patient'>) => void;
}): Router {
  const { siteUrl, serverUrl, tokens, show } = site;
  const sessions = new Map<string, Clinician>();
  const router = new Router({ prefix: '/staff' });

  router.get('/', async (ctx) => {
    const clinician = sessions.get(ctx.cookies.get(cookie) ?? '');
    if (!clinician) return show(ctx, { title: 'Clinicians', main: staffSignIn(clinicians) });
    const { appointment } = ctx.query;
    if (typeof appointment !== 'string') return show(ctx, { title: 'Orders', main: staffOrders(clinician) });
    ctx.set('content-security-policy', bookingPolicy(serverUrl));
    const main = staffOrder(serverUrl, await tokens.sign(clinician.id), appointment.trim());
    show(ctx, { title: 'Physician’s order', main, scripts: ['/subject-token.js', '/dx/loader.js'] });
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
