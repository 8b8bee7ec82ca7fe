/**
 * Validates the form of a token exchange (RFC 8693 2.1). No field can choose a customer, a role, an origin or a wider
 * token: the subject token and the `Origin` header decide (T93). A field that would is refused, not ignored.
 */
import { accessTokenType, grantType, type TokenRequest, tokenRequest } from '../contract/token-api.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';

type Form = ReadonlyMap<string, string>;

const checks: readonly [
  holds: (form: Form, issuer: string) => boolean,
  code: OAuthErrorCode,
  description: string,
][] = [
  [(form) => form.has('grant_type'), 'invalid_request', 'grant_type is required'],
  [
    (form) => form.get('grant_type') === grantType,
    'unsupported_grant_type',
    `grant_type must be ${grantType}`,
  ],
  [
    (form) => !form.has('actor_token') && !form.has('actor_token_type'),
    'invalid_request',
    'acting for another is not supported',
  ],
  [
    (form) => (form.get('requested_token_type') ?? accessTokenType) === accessTokenType,
    'invalid_request',
    `requested_token_type must be ${accessTokenType}`,
  ],
  [(form) => !form.has('scope'), 'invalid_scope', 'there are no scopes to ask for'],
  [
    (form, issuer) => !form.has('resource') && (form.get('audience') ?? issuer) === issuer,
    'invalid_target',
    'tokens are for this server only',
  ],
];

/**
 * Reads a token request.
 * @param form as `readForm` returns it
 * @param issuer this server's own
 * @throws OAuthError 400
 */
export function readTokenRequest(form: Form, issuer: string): TokenRequest {
  for (const [holds, code, description] of checks) {
    if (!holds(form, issuer)) throw new OAuthError(code, description);
  }
  const read = tokenRequest.safeParse(Object.fromEntries(form));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.');
  throw new OAuthError(
    'invalid_request',
    field ? `${field} is missing or not valid` : 'a field is not known here',
  );
}
