/** Sign-out, new subject tokens for the site's own pages, and the key that verifies them. Copy as it is. */
import Router from '@koa/router';
import type { Sessions } from './sessions.ts';
import type { SubjectTokens } from './subject-tokens.ts';

interface AccountRoutes {
  serverUrl: string;
  backendSecret: string;
  sessions: Pick<Sessions<{ id: string }>, 'user' | 'end'>;
  tokens: SubjectTokens;
}

/** Creates the routes `/sign-out`, `/subject-token` and `/.well-known/jwks.json`. */
export function accountRouter({ sessions, tokens, ...site }: AccountRoutes): Router {
  const router = new Router();
  router.post('/sign-out', async (ctx) => {
    const user = sessions.user(ctx);
    sessions.end(ctx);
    if (user) await signOutEverywhere(site, user.id);
    ctx.status = 303;
    ctx.redirect('/');
  });
  /** Issues a new subject token for the signed-in user, only to the site's own pages. */
  router.post('/subject-token', async (ctx) => {
    const user = sessions.user(ctx);
    if (!user) return ctx.throw(401);
    ctx.set('cache-control', 'no-store');
    ctx.body = { token: await tokens.sign(user.id) };
  });
  router.get('/.well-known/jwks.json', (ctx) => {
    ctx.body = tokens.jwks;
  });
  return router;
}

/**
 * Ends a user's widgets when the user signs out of your site: revokes every token and live stream that the server issued.
 * Never throws: if the server cannot be reached, the tokens expire within a minute. Call it from your sign-out. Change
 * how failures are logged.
 * @param subject the partner's own id of the user
 * @example
 * await signOutEverywhere({ serverUrl: 'https://booking.partner.example', backendSecret }, user.id);
 */
async function signOutEverywhere(server: { serverUrl: string; backendSecret: string }, subject: string) {
  try {
    const response = await fetch(`${server.serverUrl}/revoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.backendSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ subject }),
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) console.error(`POST /revoke failed with status ${response.status}`);
  } catch {
    console.error('POST /revoke failed: no response');
  }
}
