/** Sessions of signed-in users: a random cookie, in memory. Replace it with your own sessions. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';

/** A working day. */
const lifetimeMs = 8 * 3_600_000;

/** The options of a site's cookies: they are sent only over HTTPS if the site's address begins with `https:`. */
export const cookieOptions = (siteUrl: string) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    secure: siteUrl.startsWith('https:'),
    maxAge: lifetimeMs,
  }) as const;

/**
 * Creates the sessions of one site.
 * @param cookie the name of the cookie
 * @param find finds a user by id
 */
export function createSessions<User extends { id: string }>(
  siteUrl: string,
  cookie: string,
  find: (id: string) => User | undefined,
) {
  const sessions = new Map<string, { id: string; endsAtMs: number }>();
  const options = cookieOptions(siteUrl);
  return {
    user(ctx: Context): User | null {
      const session = sessions.get(ctx.cookies.get(cookie) ?? '');
      return (session && session.endsAtMs > Date.now() && find(session.id)) || null;
    },
    begin(ctx: Context, { id }: User): void {
      const session = randomBytes(24).toString('base64url');
      sessions.set(session, { id, endsAtMs: Date.now() + lifetimeMs });
      ctx.cookies.set(cookie, session, options);
    },
    end(ctx: Context): void {
      sessions.delete(ctx.cookies.get(cookie) ?? '');
      ctx.cookies.set(cookie, null, { secure: options.secure });
    },
  };
}
/** The sessions of a site. */
export type Sessions<User extends { id: string }> = ReturnType<typeof createSessions<User>>;

/** Redirects to the sign-in page, which returns to the current page. */
export function askToSignIn(ctx: Context): void {
  ctx.redirect(`/sign-in?next=${ctx.path}`);
}
