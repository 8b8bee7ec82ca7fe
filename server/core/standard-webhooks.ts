/** Signs requests as Standard Webhooks 1.0 describes (standardwebhooks.com). */
import { createHmac } from 'node:crypto';

/** The names of the headers. */
const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** The sizes of keys that the specification allows. */
const keyBytes = { least: 24, most: 64 };

/** Decodes a secret, `whsec_` and 24 to 64 bytes in base64. @returns null if it is not one */
export function standardWebhookKey(secret: string): Buffer | null {
  const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  if (text === undefined || text.length % 4 !== 0) return null;
  const key = Buffer.from(text, 'base64');
  return key.length >= keyBytes.least && key.length <= keyBytes.most ? key : null;
}

/**
 * Signs a request.
 * @param message its id, and its exact body
 * @param keys each makes one signature, so that a receiver can change its secret without losing a request
 * @param nowMs milliseconds since the epoch; receivers refuse a timestamp that is more than five minutes off
 * @returns the three headers
 */
export function standardWebhookHeaders(
  message: { id: string; body: string },
  keys: readonly Buffer[],
  nowMs: number,
): Record<string, string> {
  const { id, body } = message;
  const timestamp = String(Math.floor(nowMs / 1000));
  const signed = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'),
  );
  return {
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.signature]: signed.map((signature) => `v1,${signature}`).join(' '),
  };
}
