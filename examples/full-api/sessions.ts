/** Who is signed in: a random cookie that stands for a patient, in memory. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Patient, Patients } from './patients.ts';

const cookie = 'harbor_session';

export function createSessions(patients: Patients) {
  const sessions = new Map<string, string>();
  return {
    patient(ctx: Context): Patient | null {
      const id = sessions.get(ctx.cookies.get(cookie) ?? '');
      return (id && patients.find(id)) || null;
    },
    begin(ctx: Context, patient: Patient): void {
      const session = randomBytes(24).toString('base64url');
      sessions.set(session, patient.id);
      ctx.cookies.set(cookie, session, { httpOnly: true, sameSite: 'lax' });
    },
    end(ctx: Context): void {
      sessions.delete(ctx.cookies.get(cookie) ?? '');
      ctx.cookies.set(cookie, null);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
