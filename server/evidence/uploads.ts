/** Limits how many documents this process receives at once: one for each journey or appointment, and a few in all. */
import { Problem } from '../errors.ts';

/** Each upload may take 20 MiB of the database before it is refused or replaced. */
const atOnce = 8;
/** An upload over a normal connection has ended by then. */
const retryAfterSeconds = 10;

/** The limit of uploads under way in this process. */
export interface Uploads {
  /**
   * Runs `work` while no other upload of the same owner is running.
   * @param ownerId of the journey or appointment that owns the document
   * @throws Problem 429 `upload_in_progress` or `too_many_uploads`, before `work` is called
   */
  one<T>(ownerId: string, work: () => Promise<T>): Promise<T>;
}

/** Creates the limit, without a running upload. At the limit it throws Problem 429. */
export function createUploads(): Uploads {
  const underWay = new Set<string>();
  return {
    async one(ownerId, work) {
      const headers = { 'Retry-After': String(retryAfterSeconds) };
      if (underWay.has(ownerId))
        throw new Problem('upload_in_progress', {
          headers,
        });
      if (underWay.size >= atOnce)
        throw new Problem('too_many_uploads', {
          headers,
        });
      underWay.add(ownerId);
      try {
        return await work();
      } finally {
        underWay.delete(ownerId);
      }
    },
  };
}
