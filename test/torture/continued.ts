/** Kills conformance runs at random requests, continues them, and looks what stays booked. */
import { openConformanceRuns, outcomesOf } from '../support/conformance-runs.ts';
import { inRounds, type Verdict } from '../support/rounds.ts';

const mostKills = 3;

export async function continued(random: () => number, rounds: number): Promise<Verdict[]> {
  const whole = await openConformanceRuns();
  const reference = await whole.run([]);
  await whole.close();
  const expected = JSON.stringify(outcomesOf(reference?.stored ?? null));
  const most = reference?.requests ?? 0;
  let kills = 0;
  const { faults } = await inRounds(random, rounds, 2, async (draw) => {
    const runs = await openConformanceRuns();
    const found: string[] = [];
    try {
      let ended: Awaited<ReturnType<typeof runs.run>> = null;
      for (let planned = 1 + Math.floor(draw() * mostKills); !ended; planned -= 1) {
        // The first requests read the keys. Nothing is booked before them.
        const at = planned > 0 ? 8 + Math.floor(draw() * most) : 0;
        ended = await runs.run([], (_, number) => number === at);
        if (!ended) kills += 1;
      }
      const left = (await runs.statuses()).filter(
        (status) => !['canceled', 'pending_scheduling'].includes(status),
      );
      if (left.length > 0) found.push(`still ${left.join(', ')}`);
      if (ended.code !== 0) found.push(`ended with ${ended.code}: ${ended.output.slice(-500)}`);
      if (JSON.stringify(outcomesOf(ended.stored)) !== expected)
        found.push('other outcomes than those of a whole run');
      if (runs.hasJournal()) found.push('the journal stays');
    } finally {
      await runs.close();
    }
    return { faults: found, ms: {} };
  });
  const figures = `${kills} kills within ${most} requests; ${rounds - new Set(faults.map((fault) => fault.split(':')[0])).size} of ${rounds} left nothing booked`;
  return [{ what: 'a conformance run that is killed and continued', rounds, faults, figures }];
}
