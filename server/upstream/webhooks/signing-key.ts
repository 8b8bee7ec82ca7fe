/** The HMAC key of a webhook signing secret (GAP-88). */
import type { AssumptionValues } from '../assumptions/schema.ts';

type Encoding = AssumptionValues['webhook']['secretEncoding'];

/** A shorter key can be guessed. */
const leastKeyBytes = 16;

/**
 * Checks the text of each encoding as a whole. Node skips invalid characters, and with an empty key anyone could sign.
 */
const isWhole: Record<Encoding, (text: string) => boolean> = {
  utf8: () => true,
  hex: (text) => /^([0-9a-f]{2})+$/i.test(text),
  // "whsec_" itself decodes as base64url, and is a prefix of secrets that are not base64.
  base64: (text) =>
    !text.startsWith('whsec_') &&
    /^([A-Za-z0-9+/]+|[A-Za-z0-9_-]+)={0,2}$/.test(text) &&
    text.replace(/=+$/, '').length % 4 !== 1,
};

/**
 * Decodes a signing secret.
 * @param encoding the secret's encoding: `webhook.secretEncoding` of the assumptions
 * @returns null if it does not decode as a whole, or decodes to fewer than 16 bytes: do not use it
 */
export function webhookKey(secret: string, encoding: Encoding): Buffer | null {
  const key = isWhole[encoding](secret) ? Buffer.from(secret, encoding) : null;
  return key && key.length >= leastKeyBytes ? key : null;
}
