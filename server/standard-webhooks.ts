/** Signs requests to the partner's backend as Standard Webhooks describes (standardwebhooks.com). */
import { createHmac } from 'node:crypto';

const prefix = 'whsec_';
const leastKeyBytes = 24;
const mostKeyBytes = 64;

/** @returns the key of a secret like `whsec_<base64>`; null if it is not one, or not of 24 to 64 bytes */
export function signingKeyOf(secret: string): Buffer | null {
  const text = secret.slice(prefix.length);
  const key = Buffer.from(text, 'base64');
  const isWhole = secret.startsWith(prefix) && key.toString('base64') === text;
  return isWhole && key.length >= leastKeyBytes && key.length <= mostKeyBytes ? key : null;
}

/** One request to sign. */
export interface SignedRequest {
  /** The same for each try of one request. */
  id: string;
  /** When this try is sent, in milliseconds since the epoch. */
  nowMs: number;
  /** The exact bytes of the body, as text. */
  body: string;
}

/**
 * Returns the headers of a signed request.
 * @param secrets one signature for each: two while a secret is replaced
 * @throws Error if a secret is not one
 */
export function signedHeaders({ id, nowMs, body }: SignedRequest, secrets: readonly string[]) {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = signingKeyOf(secret);
    if (!key) throw new Error('a signing secret reads whsec_ and base64 of 24 to 64 bytes');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
