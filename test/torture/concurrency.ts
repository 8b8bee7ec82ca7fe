/** Runs the work `count` times, with at most `lanes` at a time. */
export async function atOnce(
  lanes: number,
  count: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
}
