/** What an operator decides about widget tokens; `server/config/config.ts` reads most of it from the environment. */
import type { JWK } from 'jose';
import type { Hooks } from '../hooks.ts';
import type { Revocations } from './revocations.ts';
import type { SubjectTokenUses } from './subject-token-uses.ts';

export interface TokenOptions {
  /** Where browsers reach this server, path included: the issuer, the audience and the base of every `htu`. */
  publicUrl: string;
  /** Private ES256 keys: the first signs, all are published and accepted (see signing-keys.ts for how to rotate). */
  signingKeys: { readonly keys: readonly JWK[] };
  /** How long a widget token lives, in seconds. */
  lifetimeSeconds: number;
  /** The web origins whose pages may hold a token, written as a browser sends them: `https://clinic.example`. */
  origins: readonly string[];
  /** Who issues the partner's own user tokens, for whom, and where its keys are; null where `verifySubject` decides. */
  subject: SubjectIssuer | null;
  /** The partner's own check, used instead of `subject`. Only this one can name a physician. */
  verifySubject?: NonNullable<Hooks['verifySubject']>;
  /** Under which key each subject token was exchanged. */
  uses: SubjectTokenUses;
  /** Users whose tokens the partner's backend has ended. */
  revocations: Revocations;
  /** What the partner's backend shows at POST /revoke, each 32 characters or more; without any it answers 501. */
  backendSecrets: readonly string[];
  /** Told why a subject token was refused, for the operator's log: a code such as `ERR_JWT_EXPIRED`, never a value. */
  onSubjectRefused?: (reason: string) => void;
  /** Milliseconds since the epoch. @default Date.now */
  now?: () => number;
}

export interface SubjectIssuer {
  issuer: string;
  jwksUrl: string;
  audience: string;
  /** The longest `exp - iat` of a subject token; without `iat`, the longest until `exp`. In seconds. @default 300 */
  maxSeconds?: number;
  /** Which `typ` headers are accepted; with `JWT` among them also a token without one. @default JWT */
  types?: readonly string[];
}
