/** The pages that embed <dx-handoff>, and the route that the server's order hook calls to check who owns an order. */
import Router from '@koa/router';
import { z } from 'zod';
import type { HandoffProfile, OpenHandoff } from '../../server/contract/handoff-api.ts';
import { hasBearer } from '../site/bearer.ts';
import { widgetPolicy } from '../site/content-security-policy.ts';
import { readJson } from '../site/form.ts';
import { askToSignIn, type Sessions } from '../site/sessions.ts';
import type { SubjectTokens } from '../site/subject-tokens.ts';
import type { Member } from './members.ts';
import type { Purchased, Purchases } from './purchases.ts';
import type { Mode, ShowPage } from './views.ts';

interface ScheduleRoutes {
  siteUrl: string;
  /** The partner's server, as the browser reaches it. */
  serverUrl: string;
  /** The origin of the hosted page, to be framed. */
  frameOrigin: string;
  /** Bearer token of the server's order hook. */
  hookSecret: string;
  purchases: Purchases;
  sessions: Sessions<Member>;
  tokens: SubjectTokens;
  show: ShowPage;
}

const orderQuestion = z.strictObject({ subject: z.string().min(1).max(200), orderId: z.string().nullable() });
const paths: Record<Mode, string> = { iframe: '/schedule', hosted_page: '/schedule/page' };

/** Creates the routes `/schedule` and `/schedule/page` for members, and `/internal/orders` for the server. */
export function scheduleRouter(site: ScheduleRoutes): Router {
  const { siteUrl, serverUrl, purchases, sessions, tokens, show } = site;
  const router = new Router();

  for (const mode of ['iframe', 'hosted_page'] as const)
    router.get(paths[mode], async (ctx) => {
      const member = sessions.user(ctx);
      const purchased = member && purchases.of(member.id);
      if (!member) return askToSignIn(ctx);
      if (!purchased) return ctx.redirect('/scan');
      const handoff = handoffOf(member, purchased, siteUrl, paths[mode]);
      const subjectToken = await tokens.sign(member.id);
      ctx.set('content-security-policy', widgetPolicy(serverUrl, { frameOrigin: site.frameOrigin }));
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
  return router;
}

/**
 * Builds the `handoff` property of <dx-handoff> for a purchase: profile, order, times and return addresses. Change it to
 * your user and order records.
 * @param returnPath path of the page that the hosted page returns to
 */
function handoffOf(
  member: Member,
  { orderId, times }: Purchased,
  siteUrl: string,
  returnPath: string,
): OpenHandoff {
  const { id: _, email: __, since: ___, ...customer }: Member = member;
  return {
    order_id: orderId,
    times,
    customer: customer satisfies HandoffProfile,
    return_url: `${siteUrl}${returnPath}`,
    member_profile_url: `${siteUrl}/me`,
  };
}
