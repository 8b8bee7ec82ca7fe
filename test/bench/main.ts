/**
 * `npm run bench [row …]`: each figure is a ratio from one run on one machine, as median and spread. Run it on an idle
 * machine. It prints how long each row takes, and the table at the end. The exit code is 1 if a goal is missed.
 */
import { availableParallelism, cpus } from 'node:os';
import { buildServer } from './partner.ts';
import type { Row } from './row.ts';

const rows: Record<string, () => Promise<Row[]>> = {
  booking: async () => (await import('./rows/booking-cpu.ts')).bookingCpu(),
  bookings: async () => (await import('./rows/bookings.ts')).bookings(),
  postgres: async () => (await import('./rows/booking-postgres.ts')).bookingOnPostgres(),
  capacity: async () => (await import('./rows/capacity.ts')).capacity(),
  idle: async () => (await import('./rows/idle-server.ts')).idleServer(),
  webhooks: async () => (await import('./rows/webhooks.ts')).webhooks(),
  uploads: async () => (await import('./rows/uploads.ts')).uploads(),
  'live-streams': async () => (await import('./rows/live-streams.ts')).liveStreams(),
  million: async () => (await import('./rows/million-journeys.ts')).millionJourneys(),
  sandbox: async () => (await import('./rows/sandbox.ts')).sandboxThroughput(),
  'first-step': async () => (await import('./rows/first-step.ts')).firstStep(),
  'later-steps': async () => (await import('./rows/later-steps.ts')).laterSteps(),
  'many-choices': async () => (await import('./rows/many-choices.ts')).manyChoices(),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(rows, name));
if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}.`);
  process.exit(2);
}

/** One row that fails does not take the others with it. */
function notMeasured(what: string, error: unknown): Row {
  console.error(error);
  const [reason] = String(error).split('\n');
  return { what, against: '–', measured: `not measured: ${reason}`, reached: false };
}

/** A fact has none. */
const verdictOf = (reached?: boolean) => (reached === undefined ? '' : reached ? 'reached' : 'missed');

buildServer();
const table = [
  '| What | Against | Measured: median (lowest to highest) | Floor | Goal | |',
  '|---|---|---|---|---|---|',
];
let missed = 0;
for (const [name, measure] of Object.entries(rows)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const startMs = performance.now();
  for (const { what, against, measured, floor = '–', goal = '–', reached } of await measure().catch(
    (error: unknown) => [notMeasured(name, error)],
  )) {
    table.push(`| ${what} | ${against} | ${measured} | ${floor} | ${goal} | ${verdictOf(reached)} |`);
    if (reached === false) missed += 1;
  }
  console.error(`${name}: ${((performance.now() - startMs) / 1_000).toFixed(0)} s`);
}
console.log(`Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}\n`);
console.log(table.join('\n'));
process.exit(missed === 0 ? 0 : 1);
