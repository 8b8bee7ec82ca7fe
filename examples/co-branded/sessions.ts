/** Sessions: a random cookie identifies the member who is signed in. Kept in memory. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { type Member, members } from './members.ts';

/** A working day; then the user signs in again. */
const lifetimeMs = 8 * 3_600_000;
const cookie = 'torsen_session';

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
export type Sessions = ReturnType<typeof createSessions>;

/** Sends the browser to the sign-in, and back to this page afterwards. */
export function askToSignIn(ctx: Context): void {
  ctx.redirect(`/sign-in?next=${ctx.path}`);
}
