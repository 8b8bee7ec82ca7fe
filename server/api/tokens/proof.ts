/**
 * Proof of possession (RFC 9449 4.3): the caller holds the named key, for this request, now and once.
 *
 * The nonce shows the age of a proof (RFC 9449 4.3, step 11, allows this), and `iat` is then not checked. The first
 * request of a page has no nonce yet, so the token endpoint accepts a proof whose `iat` is less than a minute off. Only
 * a customer whose device clock is wrong needs a second request.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Nonces } from './nonce.ts';
import { readProof, type SignedProof } from './proof-signature.ts';
import { isSameUrl } from './public-url.ts';
import type { ReplayMemory } from './replay.ts';

/** A proof of a browser has about 600 bytes. Longer headers are refused before they are parsed. */
const longestProof = 2048;
/** The proof is missing, invalid or was used before. */
export class ProofRefused extends Error {
  readonly reason: 'missing' | 'invalid' | 'address' | 'nonce';

  constructor(reason: ProofRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** How far the `iat` of a first proof may differ from the server's clock. */
const firstProofAgeMs = 60_000;

/** The request that a proof must be about. */
interface Call {
  method: string;
  /** The URL as the browser called it, from the configured public URL; null for a target that is not a path. */
  url: string | null;
  /** On resource requests: the token, and the thumbprint of the key that the token is bound to. */
  bound?: { token: string; jkt: string };
}

/** A proof that was accepted. */
interface Proof {
  /** RFC 7638 thumbprint of the caller's key. */
  jkt: string;
  /**
   * Marks the proof as used. Call it last, so that only accepted callers fill the memory.
   * @throws ProofRefused if it was used before
   */
  spend(): void;
}

const claimsOfProof = z.looseObject({
  htm: z.string(),
  htu: z.string(),
  jti: z.string().min(1).max(128),
  iat: z.number(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
  nonce: z.string().optional(),
  ath: z.string().optional(),
});

interface Facts {
  claims: z.infer<typeof claimsOfProof>;
  jkt: string;
  call: Call;
  nonces: Nonces;
  nowMs: number;
}

const checks: readonly [holds: (facts: Facts) => boolean, message: string, reason?: 'address'][] = [
  [({ claims, call }) => claims.htm === call.method, 'htm is not the method of this request'],
  [
    ({ claims, call }) => call.url !== null && isSameUrl(claims.htu, call.url),
    'htu is not the public address of this request',
    'address',
  ],
  [
    ({ claims, call }) => !call.bound || claims.ath === hashOf(call.bound.token),
    'ath is not the hash of the token',
  ],
  [
    ({ claims: { exp = Number.POSITIVE_INFINITY, nbf = 0 }, nowMs }) =>
      nbf * 1000 <= nowMs && nowMs < exp * 1000,
    'the proof is not valid at this time by its own claims',
  ],
];

/** Until when the proof is valid, in milliseconds since the epoch; null if it is not valid. */
function validUntil({ claims, call, nonces, nowMs }: Facts): number | null {
  if (claims.nonce !== undefined) return nonces.acceptedUntil(claims.nonce);
  const isFirst = !call.bound && Math.abs(nowMs - claims.iat * 1000) <= firstProofAgeMs;
  return isFirst ? claims.iat * 1000 + firstProofAgeMs : null;
}

/**
 * Checks the proof of one request.
 * @param header the value of the header `DPoP`
 * @throws ProofRefused
 */
export type ProofCheck = (header: string, call: Call) => Proof;

/**
 * Creates the check of proofs. The check throws ProofRefused.
 * @param deps.now milliseconds since the epoch
 */
export function createProofCheck(deps: {
  nonces: Nonces;
  replays: ReplayMemory;
  now: () => number;
}): ProofCheck {
  return (header, call) => {
    if (!header) throw new ProofRefused('missing', 'a DPoP proof is required');
    if (header.length > longestProof) throw new ProofRefused('invalid', 'the DPoP proof is too long');
    const nowMs = deps.now();
    const { claims, jkt } = signedProof(header, call.bound);
    const facts = { claims, jkt, call, nonces: deps.nonces, nowMs };
    for (const [holds, message, reason = 'invalid'] of checks)
      if (!holds(facts)) throw new ProofRefused(reason, message);
    const untilMs = validUntil(facts);
    if (untilMs === null)
      throw new ProofRefused('nonce', 'the proof must carry the nonce of the DPoP-Nonce header');
    return {
      jkt,
      spend() {
        if (!deps.replays.spend(jkt, claims.jti, untilMs))
          throw new ProofRefused('invalid', 'the proof was used before');
      },
    };
  };
}

/** @throws ProofRefused for every text that is not signed by the key that the token is bound to */
function signedProof(text: string, bound: Call['bound']): SignedProof & Pick<Facts, 'claims'> {
  try {
    const { claims, jkt } = readProof(text, bound?.jkt);
    return { claims: claimsOfProof.parse(claims), jkt };
  } catch {
    throw new ProofRefused('invalid', 'the DPoP proof is not valid');
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
