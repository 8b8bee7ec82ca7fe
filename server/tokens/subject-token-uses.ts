/** Each subject token is exchanged under one key only: who reads it from a page cannot make a session of their own. */
import { createHash } from 'node:crypto';
import type { Store } from '../store/store.ts';

/** Used tokens are kept this much longer, since the clocks of processes differ. */
const slackMs = 60_000;
const purgeEveryMs = 60_000;

export interface SubjectTokenUses {
  /**
   * Binds the token to the key that exchanges it first; the same key may repeat its own exchange.
   *
   * @param tokenId names the token among all of its issuer
   * @param jkt thumbprint of the key that exchanges it now
   * @param expiresAt seconds since the epoch
   * @returns when it was exchanged first, in milliseconds since the epoch; null if that was under another key
   * @throws StoreUnavailable
   */
  claim(tokenId: string, jkt: string, expiresAt: number): Promise<number | null>;
}

/** Rows are dropped once their tokens have expired. @param now milliseconds since the epoch */
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
      await db
        .insertInto('subject_token_uses')
        .values({ token_hash: tokenHash, jkt, used_at: now(), expires_at: expiresAt * 1000 + slackMs })
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
