/** The pages that embed <dx-handoff>, and the route that the server's order hook calls to check who owns an order. */
import Router from '@koa/router';
import { z } from 'zod';
import { hasBearer } from './bearer.ts';
import { readJson } from './form.ts';
import { handoffOf } from './handoff-of.ts';
import { isFromOwnPage } from './own-page.ts';
import { schedulePolicy } from './policies.ts';
import type { Purchases } from './purchases.ts';
import { askToSignIn, type Sessions } from './sessions.ts';
import type { SubjectTokens } from './subject-tokens.ts';
import type { Mode, Show } from './views.ts';

interface ScheduleRoutes {
  siteUrl: string;
  /** The partner's server, as the browser reaches it. */
  serverUrl: string;
  /** The origin of the hosted page, to be framed. */
  frameOrigin: string;
  /** Bearer token of the server's order hook. */
  hookSecret: string;
  purchases: Purchases;
  sessions: Sessions;
  tokens: SubjectTokens;
  show: Show;
}

const orderQuestion = z.strictObject({ subject: z.string().min(1).max(200), orderId: z.string().nullable() });
const paths: Record<Mode, string> = { iframe: '/schedule', hosted_page: '/schedule/page' };

/**
 * Creates the routes `/schedule`, `/schedule/page` and `/subject-token` for members, and `/internal/orders` for the
 * server.
 */
export function scheduleRouter(site: ScheduleRoutes): Router {
  const { siteUrl, serverUrl, purchases, sessions, tokens, show } = site;
  const router = new Router();

  for (const mode of ['iframe', 'hosted_page'] as const)
    router.get(paths[mode], async (ctx) => {
      const member = sessions.member(ctx);
      const purchased = member && purchases.of(member.id);
      if (!member) return askToSignIn(ctx);
      if (!purchased) return ctx.redirect('/scan');
      const handoff = handoffOf(member, purchased, siteUrl, paths[mode]);
      const subjectToken = await tokens.sign(member.id);
      ctx.set('content-security-policy', schedulePolicy(serverUrl, site.frameOrigin));
      const scripts = ['/schedule.js', '/subject-token.js', '/dx/loader.js'];
      show(ctx, 'schedule', { mode, serverUrl, subjectToken, handoff }, { title: 'Your scan', scripts });
    });

  /**
   * Confirms that an order belongs to a member or, without an order id, returns the member's order; null otherwise. The
   * offering allows the server to offer other times.
   */
  router.post('/internal/orders', async (ctx) => {
    if (!hasBearer(ctx, site.hookSecret)) return ctx.throw(401);
    const { subject, orderId } = orderQuestion.parse(await readJson(ctx.req));
    const own = purchases.of(subject);
    const isOwn = own !== null && (orderId ?? own.orderId) === own.orderId;
    const { catalogId, offeringId } = own?.scan ?? {};
    ctx.body = JSON.stringify(isOwn ? { orderId: own.orderId, offering: { catalogId, offeringId } } : null);
    ctx.type = 'json';
  });
  /** Issues a new subject token for the signed-in member, only to the site's own pages. */
  router.post('/subject-token', async (ctx) => {
    const member = sessions.member(ctx);
    if (!isFromOwnPage(ctx, siteUrl)) return ctx.throw(403);
    if (!member) return ctx.throw(401);
    ctx.set('cache-control', 'no-store');
    ctx.body = { token: await tokens.sign(member.id) };
  });
  return router;
}
