/** The authorization server metadata, from which client libraries find the endpoints (RFC 8414). */
import { grantType } from '../contract/token-api.ts';
import { proofAlgorithms } from './proof-signature.ts';

/**
 * Makes the metadata of this server.
 * @param issuer the public URL
 */
export function metadataOf(issuer: string) {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks.json`,
    grant_types_supported: [grantType],
    /** Required by RFC 8414. This server has no authorization endpoint. */
    response_types_supported: [],
    /** The page is a public client; the subject token and the proof authenticate the request. */
    token_endpoint_auth_methods_supported: ['none'],
    dpop_signing_alg_values_supported: proofAlgorithms,
  };
}
