/** Sessions of signed-in patients: a random cookie, in memory. Replace it with your own sessions. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Patient, Patients } from './patients.ts';

/** A working day. */
const lifetimeMs = 8 * 3_600_000;
const cookie = 'harbor_session';
/** The patient whom this browser added last, so that they can sign in again. */
const newCookie = 'harbor_new_patient';

/**
 * Creates the sessions of one site.
 * @param siteUrl the site's address; the cookie is sent only over HTTPS if it begins with `https:`
 */
export function createSessions(patients: Patients, siteUrl: string) {
  const sessions = new Map<string, { id: string; endsAtMs: number }>();
  const secure = siteUrl.startsWith('https:');
  const userOf = (ctx: Context) => {
    const session = sessions.get(ctx.cookies.get(cookie) ?? '');
    return session && session.endsAtMs > Date.now() ? session.id : '';
  };
  return {
    patient(ctx: Context): Patient | null {
      return patients.find(userOf(ctx)) ?? null;
    },
    /** The patient whom this browser added last; null without one. */
    lastNew(ctx: Context): Patient | null {
      return patients.find(ctx.cookies.get(newCookie) ?? '') ?? null;
    },
    /** @param isNew whether the patient was just added */
    begin(ctx: Context, patient: Patient, isNew: boolean): void {
      const session = randomBytes(24).toString('base64url');
      sessions.set(session, { id: patient.id, endsAtMs: Date.now() + lifetimeMs });
      const options = { httpOnly: true, sameSite: 'lax', secure, maxAge: lifetimeMs } as const;
      ctx.cookies.set(cookie, session, options);
      if (isNew) ctx.cookies.set(newCookie, patient.id, options);
    },
    end(ctx: Context): void {
      sessions.delete(ctx.cookies.get(cookie) ?? '');
      ctx.cookies.set(cookie, null, { secure });
    },
  };
}
/** The sessions of a site. */
export type Sessions = ReturnType<typeof createSessions>;
