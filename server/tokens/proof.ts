/**
 * Proof of possession (RFC 9449 4.3): the caller holds the key it names, for this call, now, once.
 *
 * How old a proof is, the nonce says (RFC 9449 4.3, step 11, leaves the choice), and `iat` is then not compared. The
 * first call of a page has no nonce yet: the token endpoint takes a proof whose `iat` is of this minute instead, so that
 * only a customer whose device has the wrong time is asked twice.
 */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Nonces } from './nonce.ts';
import { withoutQuery } from './public-url.ts';
import type { ReplayMemory } from './replay.ts';

/** Asymmetric, small keys: what browsers' WebCrypto makes without being able to give the key away. */
export const proofAlgorithms = ['ES256', 'Ed25519'];

/** A proof of a browser has some 600 bytes. Longer headers are refused before anything of them is parsed. */
const longestProof = 2048;
/** Imported keys of verified proofs: for so many pages, each until it was idle for so long. */
const cachedKeys = 1000;
const cachedKeyMs = 10 * 60_000;

export class ProofRefused extends Error {
  readonly reason: 'missing' | 'invalid' | 'nonce';

  constructor(reason: ProofRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** How far a first proof's `iat` may lie from the server's clock. */
const firstProofAgeMs = 60_000;

/** The call that a proof must be about. */
export interface Call {
  method: string;
  /** As the browser called it, from the configured public URL. */
  url: string | null;
  /** On resource calls: the token and the thumbprint it is bound to. */
  bound?: { token: string; jkt: string };
}

export interface Proof {
  /** RFC 7638 thumbprint of the caller's key. */
  jkt: string;
  /** Throws when this proof was used before. Last of all, so that only accepted callers fill the memory. */
  spend(): void;
}

const claimsOfProof = z.looseObject({
  htm: z.string(),
  htu: z.string(),
  jti: z.string().min(1).max(128),
  iat: z.number(),
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

const checks: readonly [holds: (facts: Facts) => boolean, message: string][] = [
  [({ claims, call }) => claims.htm === call.method, 'htm is not the method of this request'],
  [
    ({ claims, call }) => call.url !== null && withoutQuery(claims.htu) === call.url,
    'htu is not the public address of this request',
  ],
  [
    ({ claims, call }) => !call.bound || claims.ath === hashOf(call.bound.token),
    'ath is not the hash of the token',
  ],
];

/** Until when the proof is valid, in milliseconds since the epoch; null where it is not. */
function validUntil({ claims, call, nonces, nowMs }: Facts): number | null {
  if (claims.nonce !== undefined) return nonces.acceptedUntil(claims.nonce);
  const isFirst = !call.bound && Math.abs(nowMs - claims.iat * 1000) <= firstProofAgeMs;
  return isFirst ? claims.iat * 1000 + firstProofAgeMs : null;
}

export type ProofCheck = (header: string, call: Call) => Promise<Proof>;

export function createProofCheck(deps: {
  nonces: Nonces;
  replays: ReplayMemory;
  now: () => number;
}): ProofCheck {
  const readProof = createProofReader();
  return async (header, call) => {
    if (!header) throw new ProofRefused('missing', 'a DPoP proof is required');
    if (header.length > longestProof) throw new ProofRefused('invalid', 'the DPoP proof is too long');
    const nowMs = deps.now();
    const { claims, jkt } = await readProof(header, call.bound, nowMs);
    const facts = { claims, jkt, call, nonces: deps.nonces, nowMs };
    for (const [holds, message] of checks) if (!holds(facts)) throw new ProofRefused('invalid', message);
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

/**
 * The header of a proof: the public key by its required members and nothing else, so that nothing of a caller's choice
 * is ever kept. A private or symmetric key has other members.
 */
const headerOfProof = z.looseObject({
  alg: z.enum(proofAlgorithms),
  jwk: z.union([
    z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
    z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ]),
});

type ImportedKey = Awaited<ReturnType<typeof importJWK>>;

/** Reads proofs. A page signs with the same key all its life, so its imported key and thumbprint are cached. */
function createProofReader() {
  const keys = new LRUCache<string, { key: ImportedKey; jkt: string }>({ max: cachedKeys, ttl: cachedKeyMs });

  return async (
    text: string,
    bound: Call['bound'],
    nowMs: number,
  ): Promise<Pick<Facts, 'claims' | 'jkt'>> => {
    try {
      const { alg, jwk } = headerOfProof.parse(decodeProtectedHeader(text));
      const coordinates = `${jwk.crv}.${jwk.x}.${'y' in jwk ? jwk.y : ''}`;
      const cached = keys.get(coordinates);
      const jkt = cached?.jkt ?? (await calculateJwkThumbprint(jwk));
      // Cheaper than to import a stranger's key.
      if (bound && jkt !== bound.jkt) throw new Error('the token is bound to another key');
      const key = cached?.key ?? (await importJWK(jwk, alg));
      const { payload } = await jwtVerify<JWTPayload>(text, key, {
        typ: 'dpop+jwt',
        algorithms: proofAlgorithms,
        currentDate: new Date(nowMs),
      });
      keys.set(coordinates, { key, jkt });
      return { claims: claimsOfProof.parse(payload), jkt };
    } catch {
      throw new ProofRefused('invalid', 'the DPoP proof is not valid');
    }
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
