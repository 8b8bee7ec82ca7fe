/** Sessions of signed-in members: a random cookie, in memory. Replace it with your own sessions. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { type Member, members } from './members.ts';

/** A working day. */
const lifetimeMs = 8 * 3_600_000;
const cookie = 'torsen_session';

/**
 * Creates the sessions of one site.
 * @param siteUrl the site's address; the cookie is sent only over HTTPS if it begins with `https:`
 */
export function createSessions(siteUrl: string) {
  const sessions = new Map<string, { id: string; endsAtMs: number }>();
  const secure = siteUrl.startsWith('https:');
  const userOf = (ctx: Context) => {
    const session = sessions.get(ctx.cookies.get(cookie) ?? '');
    return session && session.endsAtMs > Date.now() ? session.id : '';
  };
  return {
    member: (ctx: Context): Member | null => members.get(userOf(ctx)) ?? null,
    begin(ctx: Context, { id }: Member): void {
      const session = randomBytes(24).toString('base64url');
      sessions.set(session, { id, endsAtMs: Date.now() + lifetimeMs });
      ctx.cookies.set(cookie, session, { httpOnly: true, sameSite: 'lax', secure, maxAge: lifetimeMs });
    },
    end(ctx: Context): void {
      sessions.delete(ctx.cookies.get(cookie) ?? '');
      ctx.cookies.set(cookie, null, { secure });
    },
  };
}
/** The sessions of a site. */
export type Sessions = ReturnType<typeof createSessions>;

/** Redirects to the sign-in page, which returns to the current page. */
export function askToSignIn(ctx: Context): void {
  ctx.redirect(`/sign-in?next=${ctx.path}`);
}
