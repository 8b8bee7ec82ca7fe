/** The operator's settings for widget tokens; `server/config/config.ts` reads most of them from the environment. */
import type { SigningKey } from '../../config/kinds.ts';
import type { Hooks } from '../../partner/hooks.ts';
import { createNonces, type Nonces } from './nonce.ts';
import { type PublicUrl, readPublicUrl } from './public-url.ts';
import type { Revocations } from './revocations.ts';
import { prepareSigningKeys, type SigningKeys } from './signing-keys.ts';
import type { SubjectTokenUses } from './subject-token-uses.ts';

/** The settings of sign-in and widget tokens. */
export interface TokenOptions {
  /**
   * The address at which browsers reach this server, with its path: the issuer, the audience and the base of every
   * `htu`.
   */
  publicUrl: string;
  /** Private ES256 keys: the first signs, all are published and accepted (see signing-keys.ts for how to rotate). */
  signingKeys: { readonly keys: readonly SigningKey[] };
  /** How long a widget token lives, in seconds. */
  lifetimeSeconds: number;
  /** The web origins whose pages may hold a token, written as a browser sends them: `https://clinic.example`. */
  origins: readonly string[];
  /** The issuer of the partner's own user tokens, their audience and the address of its keys; null if there is none. */
  subject: SubjectIssuer | null;
  /** The partner's own check, asked before `subject`. Only this one can name a physician. */
  verifySubject?: NonNullable<Hooks['verifySubject']>;
  /** The key under which each subject token was exchanged. */
  uses: SubjectTokenUses;
  /** Users whose tokens the partner's backend has ended. */
  revocations: Revocations;
  /**
   * The secrets that the partner's backend sends to POST /revoke, each at least 32 characters; without any the route
   * responds 501.
   */
  backendSecrets: readonly string[];
  /** Receives why a subject token was refused, for the operator's log. */
  onSubjectRefused?: (refused: RefusedSubject) => void;
  /** What the hook `verifySubject` returned, and what was read of it. */
  onSubjectRead?: (returned: unknown, read: unknown) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Why a subject token was refused, without a value. */
export interface RefusedSubject {
  /** Such as `ERR_JWT_EXPIRED`. */
  code: string;
  /** The line of the module whose hook threw. */
  at?: string | null;
  /** The host of HOOKS_URL. */
  host?: string | null;
  /** The fields of the hook's result that do not fit. */
  paths?: string | null;
}

/** The settings, ready for use. */
export interface TokenSetup extends Omit<TokenOptions, 'publicUrl' | 'signingKeys' | 'origins'> {
  publicUrl: PublicUrl;
  signingKeys: SigningKeys;
  origins: ReadonlySet<string>;
  /** The nonces of proofs, in step with every process that has the same keys. */
  nonces: Nonces;
}

/** Prepares the settings. @throws Error if there is no signing key */
export function prepareTokenOptions(options: TokenOptions): TokenSetup {
  const signingKeys = prepareSigningKeys(options.signingKeys.keys);
  return {
    ...options,
    publicUrl: readPublicUrl(options.publicUrl),
    signingKeys,
    origins: new Set(options.origins),
    nonces: createNonces(signingKeys.nonceSecrets, options.now),
  };
}

/** The issuer of the partner's user tokens. */
export interface SubjectIssuer {
  /** The accepted `iss`. */
  issuer: string;
  /** The address of the issuer's public keys. */
  jwksUrl: string;
  /** The accepted `aud`. */
  audience: string;
  /** The longest `exp - iat` of a subject token; without `iat`, the longest until `exp`. In seconds. @default 300 */
  maxSeconds?: number;
  /** The accepted `typ` headers. If `JWT` is among them, a token without the header is accepted too. @default JWT */
  types?: readonly string[];
}
