/**
 * Proof of possession (RFC 9449 4.3): the caller holds the key it names, for this call, now, once.
 *
 * How old a proof is, the nonce says (RFC 9449 4.3, step 11, leaves the choice), and `iat` is then not compared. The
 * first call of a page has no nonce yet: the token endpoint takes a proof whose `iat` is of this minute instead, so that
 * only a customer whose device has the wrong time is asked twice.
 */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Nonces } from './nonce.ts';
import { withoutQuery } from './public-url.ts';
import { remembered } from './remembered.ts';
import type { ReplayMemory } from './replay.ts';

/** Asymmetric, small keys: what browsers' WebCrypto makes without being able to give the key away. */
export const proofAlgorithms = ['ES256', 'Ed25519'];

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

const checks: readonly [holds: (facts: Facts) => boolean, reason: 'invalid' | 'nonce', message: string][] = [
  [({ claims, call }) => claims.htm === call.method, 'invalid', 'htm is not the method of this request'],
  [
    ({ claims, call }) => call.url !== null && withoutQuery(claims.htu) === call.url,
    'invalid',
    'htu is not the public address of this request',
  ],
  [({ jkt, call }) => !call.bound || jkt === call.bound.jkt, 'invalid', 'the token is bound to another key'],
  [
    ({ claims, call }) => !call.bound || claims.ath === hashOf(call.bound.token),
    'invalid',
    'ath is not the hash of the token',
  ],
  [
    ({ claims, call, nonces, nowMs }) =>
      claims.nonce === undefined
        ? !call.bound && Math.abs(nowMs - claims.iat * 1000) <= firstProofAgeMs
        : nonces.accepts(claims.nonce),
    'nonce',
    'the proof must carry the nonce of the DPoP-Nonce header',
  ],
];

export type ProofCheck = (header: string, call: Call) => Promise<Proof>;

export function createProofCheck(needs: {
  nonces: Nonces;
  replays: ReplayMemory;
  now: () => number;
}): ProofCheck {
  return async (header, call) => {
    if (!header) throw new ProofRefused('missing', 'a DPoP proof is required');
    const nowMs = needs.now();
    const { claims, jkt } = await readProof(header, nowMs);
    for (const [holds, reason, message] of checks) {
      if (!holds({ claims, jkt, call, nonces: needs.nonces, nowMs })) throw new ProofRefused(reason, message);
    }
    return {
      jkt,
      spend() {
        if (!needs.replays.spend(`${jkt}.${claims.jti}`)) {
          throw new ProofRefused('invalid', 'the proof was used before');
        }
      },
    };
  };
}

/** The key that a proof's header holds; a page sends the same header all its life. EmbeddedJWK refuses a private or symmetric one. */
const keyOfHeader = remembered(async (header) => {
  const protectedHeader = decodeProtectedHeader(`${header}..`);
  const { jwk } = z.object({ jwk: z.looseObject({}) }).parse(protectedHeader);
  return { key: await EmbeddedJWK({ alg: '', ...protectedHeader }), jkt: await calculateJwkThumbprint(jwk) };
});

async function readProof(text: string, nowMs: number): Promise<Pick<Facts, 'claims' | 'jkt'>> {
  try {
    const [header = ''] = text.split('.', 1);
    const { payload } = await jwtVerify<JWTPayload>(text, async () => (await keyOfHeader(header)).key, {
      typ: 'dpop+jwt',
      algorithms: proofAlgorithms,
      currentDate: new Date(nowMs),
    });
    return { claims: claimsOfProof.parse(payload), jkt: (await keyOfHeader(header)).jkt };
  } catch {
    throw new ProofRefused('invalid', 'the DPoP proof is not valid');
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
