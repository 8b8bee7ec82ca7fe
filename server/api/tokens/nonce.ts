/**
 * The nonces of DPoP proofs (RFC 9449 8 and 9). A nonce names a time window, authenticated with a secret.
 *
 * Every resource requires a nonce; the token endpoint requires one except for a recent first proof (proof.ts). A nonce
 * shows the age of a proof by the server's clock, so that a customer whose device clock is hours wrong can still book,
 * and a proof that was made in advance is useless. The server stores no nonces, and all processes with the same signing
 * keys accept each other's. A nonce is not a secret: any client can get one.
 */
import { createHmac } from 'node:crypto';

const windowMs = 2 * 60_000;
/**
 * The previous window, because a request may be on its way; the next window, because another process's clock may be
 * ahead.
 */
const acceptedWindows = [0, -1, 1];
/** The longest time during which one nonce is accepted. */
export const nonceLifetimeMs = windowMs * acceptedWindows.length;

/** The nonces of the current time. */
export interface Nonces {
  /** The nonce that the server sends with a response now. */
  current(): string;
  /** Until when the nonce is accepted, in milliseconds since the epoch; null if it is not accepted now. */
  acceptedUntil(nonce: string): number | null;
}

/**
 * Creates the nonces of all processes with these secrets.
 * @param secrets the first makes nonces, all are accepted
 * @param now milliseconds since the epoch
 * @throws Error without a secret
 */
export function createNonces(secrets: readonly Uint8Array[], now: () => number): Nonces {
  const [first] = secrets;
  if (!first) throw new Error('a nonce needs a secret');
  const nonceOf = (secret: Uint8Array, window: number) =>
    createHmac('sha256', secret).update(String(window)).digest('base64url');
  const noncesOf = (window: number) => ({
    window,
    current: nonceOf(first, window),
    /** The end of each nonce. A nonce is still accepted in the window after its own. */
    accepted: new Map(
      secrets.flatMap((secret) =>
        acceptedWindows.map((step) => [nonceOf(secret, window + step), (window + step + 2) * windowMs]),
      ),
    ),
  });
  let known = noncesOf(Math.floor(now() / windowMs));
  /** Computed once per window. */
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
