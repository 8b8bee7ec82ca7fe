/**
 * Exchanges the user token of a request whose form also asks for something else (contract/first-view-api.ts). The proof
 * is in the form and not in the header `DPoP`, so that a browser sends no preflight. SECURITY.md says why this is safe.
 */
import type { Middleware } from 'koa';
import { firstViewRequest } from '../../contract/first-view-api.ts';
import type { TokenResponse } from '../../contract/token-api.ts';
import type { SessionState } from '../http/session-state.ts';
import type { ExchangeToken } from './exchange.ts';
import { readForm } from './form.ts';
import { OAuthError } from './oauth-error.ts';

/** Koa's state behind the exchange. */
export interface ExchangedState extends SessionState {
  exchanged: {
    response: TokenResponse;
    /** The JSON of what the page asks for; undefined if the form has none. */
    asked: string | undefined;
  };
}

/**
 * Creates the middleware, which sets the session and `exchanged` in Koa's state. It goes after `answerOAuthErrors`. The
 * middleware throws OAuthError for a refusal, and StoreUnavailable.
 */
export function exchangeInForm(exchange: ExchangeToken): Middleware<ExchangedState> {
  return async (ctx, next) => {
    let asked: string | undefined;
    const { response, session } = await exchange(ctx, async () => {
      if (ctx.get('DPoP') !== '') throw new OAuthError('invalid_request', 'the proof belongs into the form');
      const read = firstViewRequest.safeParse(Object.fromEntries(await readForm(ctx)));
      if (!read.success) throw new OAuthError('invalid_request', describe(read.error.issues[0]?.path));
      const { proof, journey, ...subject } = read.data;
      asked = journey;
      return { subject, proof };
    });
    ctx.state.session = session;
    ctx.state.exchanged = { response, asked };
    await next();
  };
}

/** Names the field, and contains no sent value. */
const describe = ([field]: readonly PropertyKey[] = []) =>
  field === undefined ? 'a field is not known here' : `${String(field)} is missing or not valid`;
