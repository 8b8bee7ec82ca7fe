/**
 * The server's own clock inside a DPoP proof (RFC 9449 8 and 9): the nonce names a window of time under a secret.
 *
 * Nonces are required at every resource, and at the token endpoint of all but a fresh first proof (proof.ts). They tell a proof's age by the server's clock, so a
 * customer whose device is hours wrong can still book, and a proof made in advance is worth nothing. Nothing is kept,
 * and every process with the same signing keys understands every other's. A nonce is no secret: anyone may ask for one.
 */
import { createHmac } from 'node:crypto';

const windowMs = 2 * 60_000;
/** The window before, since a request may be under way; the one after, since another process's clock may be ahead. */
const acceptedWindows = [0, -1, 1];
/** Longest time during which one nonce is accepted. */
export const nonceLifetimeMs = windowMs * acceptedWindows.length;

export interface Nonces {
  current(): string;
  /** Until when the nonce is accepted, in milliseconds since the epoch; null if it is not accepted now. */
  acceptedUntil(nonce: string): number | null;
}

export function createNonces(secrets: readonly Uint8Array[], now: () => number): Nonces {
  const [first] = secrets;
  if (!first) throw new Error('a nonce needs a secret');
  const nonceOf = (secret: Uint8Array, window: number) =>
    createHmac('sha256', secret).update(String(window)).digest('base64url');
  const noncesOf = (window: number) => ({
    window,
    current: nonceOf(first, window),
    /** By nonce: when it ends. Its own window is followed by one more in which it is accepted. */
    accepted: new Map(
      secrets.flatMap((secret) =>
        acceptedWindows.map((step) => [nonceOf(secret, window + step), (window + step + 2) * windowMs]),
      ),
    ),
  });
  let known = noncesOf(Math.floor(now() / windowMs));
  /** Worked out once a window. */
  const nonces = () => {
    const window = Math.floor(now() / windowMs);
    if (window !== known.window) known = noncesOf(window);
    return known;
  };
  return {
    current: () => nonces().current,
    acceptedUntil: (nonce) => nonces().accepted.get(nonce) ?? null,
  };
}
