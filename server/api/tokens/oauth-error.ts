/**
 * The errors of the token endpoint: the error object of RFC 6749 5.2, its codes and those of RFC 8693 and RFC 9449.
 */
import type Koa from 'koa';
import type { TokenErrorReason, TokenErrorResponse } from '../../contract/token-api.ts';

/** A code of the `error` of the token endpoint. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'use_dpop_nonce'
  | 'invalid_dpop_proof';

/** A refused token request. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly reason: TokenErrorReason | undefined;

  /**
   * @param description names the field to change and contains no sent value
   * @param status HTTP status of the response
   * @param reason about a subject token only if its signature was verified
   */
  constructor(code: OAuthErrorCode, description: string, status = 400, reason?: TokenErrorReason) {
    super(description);
    this.code = code;
    this.status = status;
    this.reason = reason;
  }
}

/** Responds to an OAuthError with its error object; passes on all other errors. */
export const answerOAuthErrors: Koa.Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    ctx.status = error.status;
    const body: TokenErrorResponse = { error: error.code, error_description: error.message };
    if (error.reason) body.reason = error.reason;
    if (typeof ctx.state.requestId === 'string') body.request_id = ctx.state.requestId;
    ctx.state.problemCode = error.code;
    ctx.body = body;
  }
};
