/**
 * POST /webhooks: receives the deliveries of the service (Events: Delivery; WHK-30..WHK-36, WHK-46, WHK-49, T76..T82,
 * GAP-91, GAP-115). The signature is the only authentication: it is verified over the raw bytes, before any parser.
 *
 * The response is 204 only after the commit, also for a duplicate. A delivery that can never be accepted gets a 4xx,
 * which ends the retries; one that a later retry can deliver gets 503.
 */
import Router from '@koa/router';
import type { Context } from 'koa';
import type { ProblemCode } from '../contract/problem-codes.ts';
import { eventHeaders } from '../contract/upstream-webhooks.ts';
import { Problem } from '../errors.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { BodyUnreadable, readBody } from '../http/read-body.ts';
import { foundRecord } from '../http/request-record.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { differingHeaders, readEvent } from './event.ts';
import type { Inbox } from './inbox.ts';
import type { WebhookSecrets } from './secrets.ts';
import { freshTimestamp, isSigned } from './signature.ts';

/** The path of the registered callback. */
export const webhookPath = '/webhooks';
const largestBodyBytes = 1024 * 1024;

/**
 * Creates the route of deliveries. It throws Problem 4xx for a delivery that is not signed, too old, from the future,
 * compressed, too large, incomplete or no event; 503 `event_not_stored` if the database fails.
 * @param deps.now milliseconds since the epoch
 */
export function webhookRouter(deps: {
  assumptions: Assumptions;
  inbox: Inbox;
  secrets: WebhookSecrets;
  /** Called after the commit of a new event. */
  accepted: () => void;
  log: Log;
  now: () => number;
}): Router {
  const { assumptions, inbox, secrets, accepted, log, now } = deps;

  const refusal = (code: ProblemCode, title?: string) => {
    log('webhook.refused', { code });
    return new Problem(code, title === undefined ? {} : { title });
  };

  async function readBytes(ctx: Context): Promise<Buffer> {
    const encoding = ctx.get('Content-Encoding').toLowerCase();
    if (encoding !== '' && encoding !== 'identity') throw refusal('event_compressed');
    try {
      return await readBody(ctx, largestBodyBytes);
    } catch (error) {
      throw error instanceof BodyUnreadable && error.reason === 'too_large'
        ? refusal('event_too_large', `A delivery holds at most ${largestBodyBytes} bytes.`)
        : refusal('event_cut_short');
    }
  }

  /** Only after a failure of the database can a later delivery succeed. */
  async function fromStore<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      log('webhook.not_stored', describeError(error));
      throw new Problem('event_not_stored');
    }
  }

  const router = new Router(exactPaths);
  router.post(webhookPath, async (ctx) => {
    const timestamp = freshTimestamp(ctx.get(eventHeaders.timestamp), now());
    if (timestamp === null) throw refusal('event_timestamp');
    const body = await readBytes(ctx);
    const signature = ctx.get(eventHeaders.signature);
    const signedWith = async (read: () => Promise<string[]>) =>
      isSigned(
        { body, timestamp, signature },
        await fromStore(read),
        assumptions.values.webhook.secretEncoding,
      );
    if (!(await signedWith(secrets.recent)) && !(await signedWith(secrets.all)))
      throw refusal('event_signature');
    const event = readEvent(body);
    if (!event) throw refusal('event_unreadable');
    for (const header of differingHeaders(event, (name) => ctx.get(name)))
      log('webhook.header_differs', { event_id: event.id, header });
    foundRecord(ctx, { id: event.id });
    const isNew = await fromStore(() => inbox.accept(event, body));
    log('webhook.accepted', { event_id: event.id, type: event.type, outcome: isNew ? 'new' : 'duplicate' });
    if (isNew) accepted();
    ctx.status = 204;
  });
  return router;
}
