/**
 * Users whose widget tokens the partner's backend has ended, in the memory of every process. Processes that share a
 * PostgreSQL database learn of a revocation from a message at once, and in any case from the table within seconds. An
 * entry is dropped when the last token that it ends, of the user or of a widget, would have expired.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Role, Session } from '../../contract/token-api.ts';
import { jsonOrNull } from '../../core/json.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Channel } from '../../core/store/pubsub.ts';
import type { Store } from '../../core/store/store.ts';

/** The longest lifetime of a widget token at any process. */
const widgetTokenSeconds = 3600;
/** A margin for clocks. */
const marginMs = 60_000;
/** How soon a process learns of a revocation whose message it did not receive. */
const readEveryMs = 5_000;

/** Names no user: the other processes read the rows since this time. */
const notice = z.object({ revokedAtMs: z.number() });

/** The revocations in this process's memory. */
export interface Revocations {
  /** Ends every widget token of the user issued so far. @throws StoreUnavailable */
  revoke(user: { subject: string; role: Role }): Promise<void>;
  /** When the user's tokens were last ended, in milliseconds since the epoch; 0 if never. */
  revokedAtMs(user: { subject: string; role: Role }): number;
  /** Whether the session began before its user was revoked. */
  isRevoked(session: Session): boolean;
  /** Reads the revocations of all processes. Await it before the first request. @throws StoreUnavailable */
  read(): Promise<void>;
}

/** Names a user in the table and in messages; the same at every process, independent of its address. */
const userKeyOf = ({ subject, role }: { subject: string; role: Role }) =>
  createHash('sha256')
    .update(JSON.stringify(['dx-booking revocation 1', role, subject]))
    .digest('base64url');

/**
 * Creates the revocations of this process. Call `read` before the first request.
 * @param deps.now milliseconds since the epoch
 */
export function createRevocations(deps: {
  store: Store;
  channel: Channel;
  /** The longest lifetime of a user token. @default 300 */
  userTokenSeconds?: number;
  /** Runs `work` when the jobs start and then every `everyMs` (jobs/jobs.ts). */
  every: (everyMs: number, work: () => Promise<void>) => void;
  /** Called after each change, to end the open streams of the revoked sessions. */
  onRevoked: (isRevoked: (session: Session) => boolean) => void;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}): Revocations {
  const { store, channel, userTokenSeconds = 300, every, onRevoked, log, now } = deps;
  const keptMs = Math.max(widgetTokenSeconds, userTokenSeconds) * 1000 + marginMs;
  /** By user key. */
  const known = new Map<string, number>();

  const revokedAtMs = (user: { subject: string; role: Role }) =>
    known.size === 0 ? 0 : (known.get(userKeyOf(user)) ?? 0);
  const isRevoked = (session: Session) => session.issuedAt <= Math.floor(revokedAtMs(session) / 1000);

  function learn(entries: { key: string; revokedAtMs: number }[]): void {
    const isNew = entries.filter((each) => each.revokedAtMs > (known.get(each.key) ?? 0));
    for (const each of isNew) known.set(each.key, each.revokedAtMs);
    for (const [key, at] of known) if (at + keptMs <= now()) known.delete(key);
    if (isNew.length > 0) onRevoked(isRevoked);
  }

  async function read(sinceMs = 0): Promise<void> {
    const rows = await store.db
      .selectFrom('revocations')
      .selectAll()
      .where('expires_at', '>', now())
      .where('revoked_at', '>=', sinceMs)
      .execute();
    learn(rows.map((row) => ({ key: row.user_key, revokedAtMs: row.revoked_at })));
  }

  const readLater = (sinceMs?: number) =>
    read(sinceMs).catch((error: unknown) => log('revocations.not_read', describeError(error)));
  every(readEveryMs, () => readLater());
  channel.subscribe({
    onMessage(text) {
      const revoked = notice.safeParse(jsonOrNull(text));
      if (revoked.success) void readLater(revoked.data.revokedAtMs);
    },
    onGap: () => void readLater(),
  });

  return {
    isRevoked,
    revokedAtMs,
    read: () => read(),
    async revoke(user) {
      const key = userKeyOf(user);
      const at = now();
      const values = { revoked_at: at, expires_at: at + keptMs };
      await store.db.deleteFrom('revocations').where('expires_at', '<=', at).execute();
      await store.db
        .insertInto('revocations')
        .values({ user_key: key, ...values })
        .onConflict((conflict) =>
          conflict.column('user_key').doUpdateSet(values).where('revocations.revoked_at', '<', at),
        )
        .execute();
      learn([{ key, revokedAtMs: at }]);
      channel.publish(JSON.stringify({ revokedAtMs: at } satisfies z.infer<typeof notice>));
    },
  };
}
