/** What a client library reads to find its way (RFC 8414). */
import { grantType } from '../contract/token-api.ts';
import { proofAlgorithms } from './proof.ts';

export function metadataOf(issuer: string) {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks.json`,
    grant_types_supported: [grantType],
    /** Required by RFC 8414; there is no authorization endpoint here. */
    response_types_supported: [],
    /** The page is a public client; the subject token and the proof are what counts. */
    token_endpoint_auth_methods_supported: ['none'],
    dpop_signing_alg_values_supported: proofAlgorithms,
  };
}
