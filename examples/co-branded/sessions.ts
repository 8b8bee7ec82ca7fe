/** Sessions: a random cookie identifies the member who is signed in. Kept in memory. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { type Member, members } from './members.ts';

const cookie = 'torsen_session';

export function createSessions() {
  const sessions = new Map<string, string>();
  return {
    member: (ctx: Context): Member | null =>
      members.get(sessions.get(ctx.cookies.get(cookie) ?? '') ?? '') ?? null,
    begin(ctx: Context, { id }: Member): void {
      const session = randomBytes(24).toString('base64url');
      sessions.set(session, id);
      ctx.cookies.set(cookie, session, { httpOnly: true, sameSite: 'lax' });
    },
    end(ctx: Context): void {
      sessions.delete(ctx.cookies.get(cookie) ?? '');
      ctx.cookies.set(cookie, null);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

/** Sends the browser to the sign-in, and back to this page afterwards. */
export function askToSignIn(ctx: Context): void {
  ctx.redirect(`/sign-in?next=${ctx.path}`);
}
