/** For how long a test's server waits: a busy machine answers late. */

/** Times of a server. With more than a minute for a read, a test of a long `Retry-After` would wait. */
export const patience = {
  readTotalMs: 45_000,
  upstreamTimeoutMs: 300_000,
  uploadSilentMs: 300_000,
  stopsWithinMs: 300_000,
};
/** How long a response waits for the writes that it began. A test of a page that polls sets less. */
export const waitTimeoutMs = 20_000;
