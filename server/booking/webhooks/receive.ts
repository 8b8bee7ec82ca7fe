/**
 * POST /webhooks: receives the deliveries of the service (Events: Delivery; WHK-30..WHK-36, WHK-46, WHK-49, T76..T82,
 * GAP-91, GAP-115). The signature is the only authentication: it is verified over the raw bytes, before any parser.
 *
 * The response is 204 only after the commit, also for a duplicate. A delivery that can never be accepted gets a 4xx,
 * which ends the retries; one that a later retry can deliver gets 503.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { BodyUnreadable, readBody } from '../../api/http/body.ts';
import { setRequestRecord } from '../../api/http/request-record.ts';
import { routes } from '../../api/http/route.ts';
import type { ProblemCode } from '../../contract/problem-codes.ts';
import { webhookOperations } from '../../contract/server-api/server-operations.ts';
import { eventHeaders } from '../../contract/upstream-webhooks.ts';
import { Problem } from '../../core/errors.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { webhookKey } from '../../upstream/webhooks/signing-key.ts';
import { differingHeaders, readEvent } from './event.ts';
import type { Inbox } from './inbox.ts';
import type { WebhookSecrets } from './secrets.ts';

/** The path of the registered callback. */
export const webhookPath = '/webhooks';
const largestBodyBytes = 1024 * 1024;

interface ReceiveDeps {
  assumptions: Assumptions;
  inbox: Inbox;
  secrets: WebhookSecrets;
  /** Called after the commit of a new event. */
  accepted: () => void;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Creates the route of deliveries. It throws Problem 4xx for a delivery that is not signed, too old, from the future,
 * compressed, too large, incomplete or no event; 503 `event_not_stored` if the database fails.
 */
export const webhookRouter = (deps: ReceiveDeps): Router =>
  routes(webhookOperations, { service: [] }, { 'POST /webhooks': (ctx) => receive(deps, ctx) });

async function receive(deps: ReceiveDeps, ctx: Context): Promise<void> {
  const { inbox, log } = deps;
  const body = await readSigned(deps, ctx);
  const event = readEvent(body);
  if (!event) throw refusal(log, 'event_unreadable');
  for (const header of differingHeaders(event, (name) => ctx.get(name)))
    log('webhook.header_differs', { event_id: event.id, header });
  setRequestRecord(ctx, { id: event.id });
  const isNew = await fromStore(log, () => inbox.accept(event, body));
  log('webhook.accepted', { event_id: event.id, type: event.type, outcome: isNew ? 'new' : 'duplicate' });
  if (isNew) deps.accepted();
}

/** Reads the bytes of a delivery, whose signature is valid and fresh. */
async function readSigned({ assumptions, secrets, log, now }: ReceiveDeps, ctx: Context): Promise<Buffer> {
  const timestamp = freshTimestamp(ctx.get(eventHeaders.timestamp), now());
  if (timestamp === null) throw refusal(log, 'event_timestamp');
  const signature = ctx.get(eventHeaders.signature);
  if (!signatureForm.test(signature)) throw refusal(log, 'event_signature');
  const body = await readBytes(log, ctx);
  const signed = { body, timestamp, signature };
  const isSignedWith = async (read: () => Promise<string[]>) =>
    isSigned(signed, await fromStore(log, read), assumptions.values.webhook.secretEncoding);
  if (!(await isSignedWith(secrets.recent)) && !(await isSignedWith(secrets.all)))
    throw refusal(log, 'event_signature');
  return body;
}

async function readBytes(log: Log, ctx: Context): Promise<Buffer> {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') throw refusal(log, 'event_compressed');
  try {
    return await readBody(ctx, largestBodyBytes);
  } catch (error) {
    if (!(error instanceof BodyUnreadable)) throw error;
    throw error.reason === 'too_large'
      ? refusal(log, 'event_too_large', `A delivery holds at most ${largestBodyBytes} bytes.`)
      : refusal(log, 'event_cut_short');
  }
}

/** Only after a failure of the database can a later delivery succeed. */
async function fromStore<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log('webhook.not_stored', describeError(error));
    throw new Problem('event_not_stored');
  }
}

function refusal(log: Log, code: ProblemCode, title?: string): Problem {
  log('webhook.refused', { code });
  return new Problem(code, title === undefined ? {} : { title });
}

const toleranceSeconds = 300;
/** A hexadecimal HMAC-SHA256. */
const signatureForm = /^[0-9a-f]{64}$/i;

type Encoding = Parameters<typeof webhookKey>[1];

/** More than are used at one time. */
const cachedKeys = 20;
/** The keys of secrets. Node finds out by an exception that bytes are no KeyObject, which takes longer than the MAC. */
const keys = new LRUCache<string, { key: KeyObject | null }>({ max: cachedKeys });

function keyOf(secret: string, encoding: Encoding): KeyObject | null {
  const name = `${encoding} ${secret}`;
  const known = keys.get(name);
  if (known) return known.key;
  const bytes = webhookKey(secret, encoding);
  const key = bytes && createSecretKey(bytes);
  keys.set(name, { key });
  return key;
}

/**
 * Checks the time of a delivery, on both sides of our clock, before its signature (Events: Delivery; WHK-29..WHK-33, T76,
 * GAP-88). A retry has its own timestamp and signature (WHK-41, T78).
 * @param header seconds since the epoch
 * @param nowMs milliseconds since the epoch
 * @returns the header's text if it is a plain decimal integer within five minutes of `nowMs`; else null
 */
function freshTimestamp(header: string, nowMs: number): string | null {
  // Node joins a repeated header ("1, 1"), which is not an integer either.
  if (!/^(0|[1-9]\d{0,14})$/.test(header)) return null;
  return Math.abs(Math.floor(nowMs / 1000) - Number(header)) <= toleranceSeconds ? header : null;
}

/**
 * Verifies the hexadecimal HMAC-SHA256 of `<timestamp>.<body>` over the raw bytes, in constant time, under all secrets,
 * so that secrets can be rotated (T77). A secret that does not decode to a key is skipped. `timestamp` is the text of the
 * header.
 * @returns whether one of the secrets signed the delivery
 */
export function isSigned(
  { body, timestamp, signature }: { body: Buffer; timestamp: string; signature: string },
  secrets: readonly string[],
  encoding: Encoding,
): boolean {
  if (!signatureForm.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const matches = secrets.map((secret) => {
    const key = keyOf(secret, encoding);
    if (key === null) return false;
    return timingSafeEqual(given, createHmac('sha256', key).update(`${timestamp}.`).update(body).digest());
  });
  return matches.includes(true);
}
