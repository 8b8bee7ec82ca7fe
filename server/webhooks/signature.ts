/**
 * Verifies that a delivery is recent and signed by the service (Events: Delivery; WHK-29..WHK-33, T76, T77, GAP-88).
 *
 * The timestamp is checked first, on both sides of our clock; then the HMAC over the raw bytes, under each accepted
 * secret, so that secrets can be rotated. A retry has its own timestamp and signature (WHK-41, T78).
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { webhookKey } from '../upstream/webhooks/signing-key.ts';

const toleranceSeconds = 300;

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
 * Checks the time of a delivery.
 * @param header seconds since the epoch
 * @param nowMs milliseconds since the epoch
 * @returns the header's text if it is a plain decimal integer within five minutes of `nowMs`; else null
 */
export function freshTimestamp(header: string, nowMs: number): string | null {
  // Node joins a repeated header ("1, 1"), which is not an integer either.
  if (!/^(0|[1-9]\d{0,14})$/.test(header)) return null;
  return Math.abs(Math.floor(nowMs / 1000) - Number(header)) <= toleranceSeconds ? header : null;
}

/**
 * Verifies the hexadecimal HMAC-SHA256 of `<timestamp>.<body>` in constant time, under all secrets. A secret that does
 * not decode to a key is skipped. `timestamp` is the text of the header.
 * @returns whether one of the secrets signed the delivery
 */
export function isSigned(
  { body, timestamp, signature }: { body: Buffer; timestamp: string; signature: string },
  secrets: readonly string[],
  encoding: Encoding,
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const matches = secrets.map((secret) => {
    const key = keyOf(secret, encoding);
    if (key === null) return false;
    return timingSafeEqual(given, createHmac('sha256', key).update(`${timestamp}.`).update(body).digest());
  });
  return matches.includes(true);
}
