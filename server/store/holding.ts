/**
 * Work that one process does at a time holds its row by a short lease, which is renewed for as long as the work goes on:
 * what a process held that died is taken up within seconds, however long the work itself may take.
 */

/** How soon others take up what a dead process held. */
export const leaseMs = 5_000;

/** @param hold makes the lease `forMs` longer, unless another has it. Should it fail, the next one may not. */
export async function whileHeld(
  forMs: number,
  hold: () => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const holding = setInterval(() => void hold().catch(() => {}), forMs / 4).unref();
  try {
    await work();
  } finally {
    clearInterval(holding);
  }
}
