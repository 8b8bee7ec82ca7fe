/**
 * `npm run torture [-- --seed N --rounds N --only part]`: makes faults on purpose, only on loopback. Prints the results
 * and the seed.
 */
import { parseArgs } from 'node:util';
import { failover } from '../support/faults/failover.ts';
import { killed } from '../support/faults/killed.ts';
import { restored } from '../support/faults/restored.ts';
import { rolling } from '../support/faults/rolling.ts';
import { seeded, type Verdicts } from '../support/rounds.ts';
import { clientMutated } from './client-mutations.ts';
import { continued } from './continued.ts';
import { deliveries } from './deliveries.ts';
import { fullDisk, readOnly } from './full-store.ts';
import { generated } from './generated.ts';
import { hostile } from './hostile.ts';
import { mutated } from './mutations.ts';
import { oneFile } from './one-file.ts';
import { paused } from './paused.ts';
import { presses } from './presses.ts';
import { storeRestarted } from './store-restarted.ts';
import { unsignedProofs } from './unsigned-proofs.ts';
import { upstreamAway } from './upstream-away.ts';

const parts: Record<string, (random: () => number, rounds: number) => Verdicts> = {
  killed,
  paused,
  store_restarted: storeRestarted,
  failover,
  restored,
  rolling,
  upstream_away: upstreamAway,
  deliveries,
  hostile,
  unsigned_proofs: unsignedProofs,
  one_file: oneFile,
  full_disk: fullDisk,
  read_only: readOnly,
  presses,
  mutations: mutated,
  continued,
  'client-mutations': clientMutated,
  generated,
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    rounds: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
});
const seed = Number(values.seed);
const rounds = Number(values.rounds);
const only = values.only;
if (
  !Number.isInteger(seed) ||
  !Number.isInteger(rounds) ||
  rounds < 1 ||
  (only && !Object.hasOwn(parts, only))
) {
  console.error(
    `Needed: whole numbers for --seed and --rounds, and for --only one of ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}

console.log(`seed ${seed}, ${rounds} rounds`);
console.log('| What | Rounds | Verdict | Figures |\n|---|---|---|---|');
let broken = 0;
for (const [name, part] of Object.entries(parts)) {
  if (only && only !== name) continue;
  for await (const { what, rounds: done, faults, figures } of await part(seeded(seed), rounds)) {
    broken += faults.length;
    console.log(`| ${what} | ${done} | ${faults.length === 0 ? 'held' : 'BROKEN'} | ${figures} |`);
    for (const fault of new Set(faults))
      console.error(`  ${fault} (${faults.filter((each) => each === fault).length} times)`);
  }
}
process.exit(broken === 0 ? 0 : 1);
