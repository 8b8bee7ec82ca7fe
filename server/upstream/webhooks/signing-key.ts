/** The HMAC key that a webhook signing secret stands for (GAP-88). */
import type { AssumptionValues } from '../assumptions/schema.ts';

type Encoding = AssumptionValues['webhook']['secretEncoding'];

/** A shorter key can be guessed. */
const leastKeyBytes = 16;

/** What a text of each encoding looks like. Node skips what does not fit, and an empty key lets anyone sign. */
const isWhole: Record<Encoding, (text: string) => boolean> = {
  utf8: () => true,
  hex: (text) => /^([0-9a-f]{2})+$/i.test(text),
  // "whsec_" is read as base64 of the address-safe kind, and is a prefix of secrets that are not.
  base64: (text) =>
    !text.startsWith('whsec_') &&
    /^([A-Za-z0-9+/]+|[A-Za-z0-9_-]+)={0,2}$/.test(text) &&
    text.replace(/=+$/, '').length % 4 !== 1,
};

/**
 * Decodes a signing secret.
 * @param encoding how the secret is written: `webhook.secretEncoding` of the assumptions
 * @returns null where it does not decode as a whole, or to fewer than 16 bytes: it must not be used
 */
export function webhookKey(secret: string, encoding: Encoding): Buffer | null {
  const key = isWhole[encoding](secret) ? Buffer.from(secret, encoding) : null;
  return key && key.length >= leastKeyBytes ? key : null;
}
