/**
 * The token wire: the partner site's own user token becomes a widget token (RFC 8693), bound to a key in the
 * customer's browser (RFC 9449).
 *
 * server-api/server-operations.ts lists the requests.
 */
import { z } from 'zod';

/** The grant type of a token exchange. */
export const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** The type of a subject token that is a JWT. */
export const jwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';
/** The type of the issued widget token. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** The roles of users. */
export const roles = ['customer', 'physician'] as const;
/** The role of a user of the partner in the widget. */
export type Role = (typeof roles)[number];

/** The form of POST /token. */
export const tokenRequest = z.strictObject({
  grant_type: z.literal(grantType),
  /** The partner's own user token: a JWT, or any token that the partner's `verifySubject` accepts. */
  subject_token: z.string().min(1).max(8192),
  subject_token_type: z.string().min(1),
  requested_token_type: z.literal(accessTokenType).optional(),
  client_id: z.string().optional(),
  audience: z.string().optional(),
});
export type TokenRequest = z.infer<typeof tokenRequest>;

/** The response of POST /token. */
export const tokenResponse = z.object({
  access_token: z.string().describe('The widget token.'),
  issued_token_type: z.literal(accessTokenType),
  token_type: z.literal('DPoP'),
  expires_in: z.number().describe('Seconds.'),
  subject_key: z
    .string()
    .describe(
      'Opaque, stable name of the user that the token names: the same user and role get the same key at every process and across key rotation, and two users never share one. A page compares it to tell whether the user has changed.',
    ),
});
export type TokenResponse = z.infer<typeof tokenResponse>;

/**
 * The reason that an `invalid_grant` response refused a subject token. Sent only if the token's signature was verified,
 * so that the response reveals nothing about another user's token. The first four are misconfigurations of the
 * partner's sign-in; the last two ask the page for another token.
 */
const subjectTokenReasons = [
  'token_audience',
  'token_issuer',
  'token_lifetime',
  'token_type',
  'token_expired',
  'token_used',
] as const;
/** Why a subject token was refused, in the error response; see {@link subjectTokenReasons}. */
export type SubjectTokenReason = (typeof subjectTokenReasons)[number];

/**
 * The last two are about the page: an `invalid_dpop_proof` because it calls the server by another address, and an
 * `invalid_request` from a web origin that may not embed the widget.
 */
const tokenErrorReasons = [...subjectTokenReasons, 'public_url_differs', 'origin_not_listed'] as const;
/** The reason of an error, in its response. */
export type TokenErrorReason = (typeof tokenErrorReasons)[number];

/** The error of POST /token (RFC 6749 5.2). */
export const tokenErrorResponse = z.object({
  error: z.string(),
  error_description: z.string(),
  reason: z.exactOptional(z.enum(tokenErrorReasons)),
  request_id: z.exactOptional(z.string()).describe("The server's own id of this request, for support."),
});
export type TokenErrorResponse = z.infer<typeof tokenErrorResponse>;

/** The user of a widget token: one customer or physician, at one origin. */
export interface Session {
  /** The partner's stable id of its user; `external_customer_id` upstream (IDN-08). */
  subject: string;
  /** The web origin the token may be used from. */
  origin: string;
  role: Role;
  /** Seconds since the epoch. */
  issuedAt: number;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/**
 * Ends every widget token of a user that was issued so far, at every process, and its live streams. The partner's
 * backend sends it with `Authorization: Bearer <one of BACKEND_SECRETS>`.
 */
export const revokeRequest = z.strictObject({
  /** The partner's stable id of its user, as in the subject token. */
  subject: z.string().min(1).max(255),
  /** @default both */
  role: z.enum(roles).optional(),
});
