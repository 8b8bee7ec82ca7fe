/**
 * Binds each subject token to the key that exchanges it first: a thief who reads the token from a page cannot create
 * another session.
 */
import { createHash } from 'node:crypto';
import type { Store } from '../../core/store/store.ts';

/** Used tokens are stored this much longer, because the clocks of processes differ. */
const slackMs = 60_000;
const purgeEveryMs = 60_000;

/** The keys under which subject tokens were exchanged. */
export interface SubjectTokenUses {
  /**
   * Binds the token to the key that exchanges it first; the same key may repeat its own exchange.
   *
   * @param tokenId names the token among all tokens of its issuer
   * @param jkt thumbprint of the key of this exchange
   * @param expiresAt seconds since the epoch, with a fraction if the token has one
   * @returns the time of the first exchange, in milliseconds since the epoch; null if another key made it
   * @throws StoreUnavailable
   */
  claim(tokenId: string, jkt: string, expiresAt: number): Promise<number | null>;
}

/**
 * Creates the uses over the database; rows are deleted after their tokens have expired.
 * @param now milliseconds since the epoch
 */
export function createSubjectTokenUses({ db }: Store, now: () => number): SubjectTokenUses {
  let purgedAtMs = Number.NEGATIVE_INFINITY;

  async function purge(): Promise<void> {
    if (now() - purgedAtMs < purgeEveryMs) return;
    purgedAtMs = now();
    await db.deleteFrom('subject_token_uses').where('expires_at', '<=', now()).execute();
  }

  return {
    async claim(tokenId, jkt, expiresAt) {
      await purge();
      const tokenHash = createHash('sha256').update(tokenId).digest('base64url');
      const storedUntil = Math.ceil(expiresAt * 1000) + slackMs;
      await db
        .insertInto('subject_token_uses')
        .values({ token_hash: tokenHash, jkt, used_at: now(), expires_at: storedUntil })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const first = await db
        .selectFrom('subject_token_uses')
        .select(['jkt', 'used_at'])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return first?.jkt === jkt ? first.used_at : null;
    },
  };
}
