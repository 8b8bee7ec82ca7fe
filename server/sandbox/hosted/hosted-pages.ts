/** Serves the hosted scheduling page: its document, its view and the member's confirmation (Hosted scheduling handoff; HND-19, GAP-94, GAP-98). */
import Router from '@koa/router';
import type { Context } from 'koa';
import { scheduleRequest } from '../../contract/upstream-api/schedule.ts';
import { pageDocument, pagePolicy } from '../../core/pages/page-document.ts';
import { doDueWork } from '../due-work.ts';
import { ApiError } from '../engine/api-error.ts';
import { nowOf } from '../engine/clock.ts';
import { applyFaults, type FaultState } from '../engine/faults.ts';
import type { Key } from '../engine/keys.ts';
import { parseJson, type RequestBody } from '../engine/request-body.ts';
import { invalidRequest } from '../engine/validation.ts';
import type { HandoffRecord, State } from '../state.ts';
import { requestTimes } from '../v1/scheduling.ts';
import { appointmentOf, handoffView, isForFrame } from './handoff-view.ts';

/** Makes the path of a handoff's hosted page on the sandbox's origin. */
export const hostedPath = (token: string): string => `/hosted/schedule/${token}`;

/**
 * Creates the routes of the hosted page. They respond 404 to an unknown address and 410 to an expired one. The response
 * to a rejected confirmation has the status of the error and the current view.
 */
export function hostedPages(state: State): Router<RequestBody & FaultState> {
  const router = new Router<RequestBody & FaultState>();
  const path = hostedPath(':token');
  router.use(applyFaults(state));

  router.get(path, (ctx) => {
    doDueWork(state);
    const found = find(state, ctx.params.token);
    const key = found.handoff && state.keys.get(found.handoff.owner);
    sendPrivately(ctx);
    ctx.set('Content-Security-Policy', contentSecurityPolicy(found.handoff, key));
    ctx.status = statusCodes[found.is];
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = hostedDocument(found.is);
  });

  router.get(`${path}/view`, (ctx) => respondWithView(ctx, state, () => undefined));

  router.post(`${path}/confirm`, (ctx) =>
    respondWithView(ctx, state, (handoff, now) => {
      // Another site's page cannot send JSON without a CORS preflight, which fails.
      if (!ctx.is('application/json')) throw new ApiError(415, 'The body must be JSON.');
      const body = scheduleRequest.safeParse(parseJson(ctx.state.bytes));
      if (!body.success) throw invalidRequest(body.error);
      if (handoffView(state, handoff, now).status !== 'choose') return;
      requestTimes(state, appointmentOf(state, handoff), body.data, now);
    }),
  );
  return router;
}

const statusCodes = { open: 200, expired: 410, unknown: 404 };

function find(
  state: State,
  token = '',
): { is: 'open' | 'expired'; handoff: HandoffRecord } | { is: 'unknown'; handoff?: undefined } {
  const handoff = state.handoffs.get(token);
  if (handoff === undefined) return { is: 'unknown' };
  return { is: handoff.expires_at > nowOf(state.clock).toISOString() ? 'open' : 'expired', handoff };
}

/** Runs `act` and responds with the resulting view. An error response carries the view too, so that the page shows what changed. */
function respondWithView(
  ctx: Context & { params: Record<string, string> },
  state: State,
  act: (handoff: HandoffRecord, now: Date) => void,
): void {
  doDueWork(state);
  const { is, handoff } = find(state, ctx.params.token);
  sendPrivately(ctx);
  ctx.status = statusCodes[is];
  if (is === 'unknown') {
    ctx.body = { status: is };
    return;
  }
  const now = nowOf(state.clock);
  if (is === 'open') {
    try {
      act(handoff, now);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ctx.status = error.status;
    }
  }
  const view = handoffView(state, handoff, now);
  ctx.body = is === 'open' ? view : { ...view, status: is, error_status: 'handoff_expired' };
}

/** The address gives access to the page, so no cache keeps it and no Referer header reveals it. */
function sendPrivately(ctx: Context): void {
  ctx.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

const loopbackSources = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
);

/**
 * Makes the Content Security Policy. Only a handoff for a frame allows framing: by the origins of the key, or by every
 * loopback origin without a key or if it has none (EMB-01, GAP-99, GAP-100).
 */
function contentSecurityPolicy(handoff?: HandoffRecord, key?: Key): string {
  if (handoff === undefined || !isForFrame(handoff)) return pagePolicy(["'none'"]);
  return pagePolicy(
    key === undefined || key.embed_origins.length === 0 ? loopbackSources : key.embed_origins,
  );
}

const messages = {
  open: '<h1>Your appointment</h1><p class="quiet">Loading your times…</p>',
  expired:
    '<h1>This page has expired</h1><p>For your privacy, it stays open for one day. Nothing is lost. Go back to the website where you ordered your test, and open scheduling again.</p>',
  unknown:
    '<h1>We can’t find this page</h1><p>Go back to the website where you ordered your test, and open scheduling again.</p>',
};

/**
 * Makes the HTML document of the hosted page, for a handoff that is open or expired, or for an address without one: a
 * shell for its script, or a message.
 */
function hostedDocument(is: keyof typeof messages): string {
  return pageDocument({
    title: 'Schedule your test',
    styles: ['sandbox/hosted/page/schedule.css'],
    module: is === 'unknown' ? null : 'sandbox/hosted/page/schedule',
    body: `<main id="page">
<header class="masthead">Test scheduling</header>
<hosted-schedule class="sheet">${messages[is]}<noscript><p>This page needs JavaScript.</p></noscript></hosted-schedule>
</main>`,
  });
}
