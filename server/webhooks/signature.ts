/**
 * Whether a delivery is the service's own and of now (Events: Delivery; WHK-29..WHK-33, T76, T77, GAP-88).
 *
 * The timestamp comes first, on both sides of our clock; then the HMAC over the bytes as they came, under each secret
 * that is accepted, so that secrets can be rotated. A retry has a timestamp and a signature of its own (WHK-41, T78).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { webhookKey } from '../upstream/webhooks/signing-key.ts';

const toleranceSeconds = 300;

/** The header's text where it is a plain decimal integer within five minutes of `nowMs`, else null. */
export function freshTimestamp(header: string, nowMs: number): string | null {
  // Also what Node makes of a header that came twice ("1, 1") is no such integer.
  if (!/^(0|[1-9]\d{0,14})$/.test(header)) return null;
  return Math.abs(Math.floor(nowMs / 1000) - Number(header)) <= toleranceSeconds ? header : null;
}

/** Takes as long for a wrong signature as for a right one, whichever secret it was made with. A secret without a key is not used. */
export function isSigned(
  { body, timestamp, signature }: { body: Buffer; timestamp: string; signature: string },
  secrets: readonly string[],
  encoding: 'utf8' | 'hex' | 'base64',
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const matches = secrets.map((secret) => {
    const key = webhookKey(secret, encoding);
    if (key === null) return false;
    return timingSafeEqual(given, createHmac('sha256', key).update(`${timestamp}.`).update(body).digest());
  });
  return matches.includes(true);
}
