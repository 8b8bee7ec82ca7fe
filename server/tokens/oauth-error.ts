/** How the token endpoint refuses: the error object of RFC 6749 5.2, its codes and those of RFC 8693 and RFC 9449. */
import type Koa from 'koa';

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'use_dpop_nonce'
  | 'invalid_dpop_proof';

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;

  /** `description` names what to mend and holds nothing that was sent. */
  constructor(code: OAuthErrorCode, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}

export const answerOAuthErrors: Koa.Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    ctx.status = error.status;
    ctx.body = { error: error.code, error_description: error.message };
  }
};
