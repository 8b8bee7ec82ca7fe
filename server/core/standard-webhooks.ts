/** Signs and sends requests as Standard Webhooks 1.0 describes (standardwebhooks.com). */
import { createHmac } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { isNetworkError, networkReason } from './network-error.ts';

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

/**
 * Sends a signed request with JSON once. It follows no redirect.
 * @param sent.keys each makes one signature. @param sent.now milliseconds since the epoch
 * @param sent.signal ends the wait
 * @returns null if it has arrived; else the reason, without data
 */
export async function postSigned(
  url: string | URL,
  sent: {
    id: string;
    body: string;
    keys: readonly Buffer[];
    now: number;
    headers?: Record<string, string>;
    signal: AbortSignal;
    dispatcher: Dispatcher;
  },
): Promise<string | null> {
  const { body, signal, dispatcher } = sent;
  const signed = standardWebhookHeaders(sent, sent.keys, sent.now);
  const own = { 'content-type': 'application/json', 'user-agent': 'dx-booking' };
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { ...own, ...sent.headers, ...signed },
      body,
      signal,
      dispatcher,
    });
    // Nobody reads the body: a large or a slow one must not hold up the next request.
    void response.body.dump({ limit: 16_384, signal }).catch(() => {});
    const { statusCode } = response;
    return statusCode >= 200 && statusCode < 300 ? null : `http_${statusCode}`;
  } catch (error) {
    if (signal.aborted) return 'timeout';
    if (!isNetworkError(error)) throw error;
    return networkReason(error);
  }
}
