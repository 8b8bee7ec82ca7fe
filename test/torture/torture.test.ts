/**
 * Each part of `npm run torture` that books under faults, once and small. test/journey/killed.test.ts covers the kills.
 */
import { expect, it } from 'vitest';
import { paused } from './paused.ts';
import { storeRestarted } from './store-restarted.ts';
import { upstreamAway } from './upstream-away.ts';
import { seeded, type Verdict, type Verdicts } from './verdict.ts';

/** Processes start and leases end, which takes longer on a busy machine. */
const waitTimeoutMs = 180_000;
/** Draws an outage in which the customer sees a view that waits: its step reads nothing from the service. */
const seed = 20_261_128;
const brief = { lastsMs: 3_000, timeoutMs: 1_000, capMs: 1_000 };

const parts: [what: string, part: (random: () => number) => Verdicts][] = [
  [
    'a server that stops past its lease, also within a transaction',
    (random) =>
      paused(random, 2, [
        ['identity.save', 'after_answer'],
        ['order.place', 'before_commit'],
      ]),
  ],
  ['restarts of PostgreSQL', (random) => storeRestarted(random, 1)],
  ['the absence of the service', (random) => upstreamAway(random, 1, brief)],
];

it.each(parts)(
  'books through %s [IDEM-04] [IDEM-05] [IDEM-12]',
  async (_, part) => {
    const verdicts: Verdict[] = [];
    for await (const verdict of await part(seeded(seed))) verdicts.push(verdict);
    expect(verdicts.flatMap(({ faults }) => faults)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(0);
  },
  waitTimeoutMs,
);
