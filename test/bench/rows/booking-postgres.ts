/** Processor time of a whole booking on a durable PostgreSQL, the database included, compared with SQLite. */
import { startPostgres } from '../../support/start-postgres.ts';
import { bookInTurns } from '../book-in-turns.ts';
import { median, shown } from '../compare.ts';
import { startPartner } from '../partner.ts';
import { familyCpuMs } from '../process-family.ts';
import type { Row } from '../row.ts';

const goal = 1.8;
const rounds = 5;
const bookingsPerRound = 24;
const warmUpBookings = 40;

export async function bookingOnPostgres(): Promise<Row[]> {
  const postgres = await startPostgres([]);
  const postgresPid = await postgres.pid();
  const onPostgres = await startPartner({ DATABASE_URL: await postgres.newDatabase() });
  const onSqlite = await startPartner();
  const sides = {
    postgres: async () => (await onPostgres.cpuMs()) + familyCpuMs(postgresPid),
    sqlite: onSqlite.cpuMs,
  };
  try {
    await bookInTurns([onPostgres, onSqlite], warmUpBookings);
    const own: number[] = [];
    const their: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startMs = { postgres: await sides.postgres(), sqlite: await sides.sqlite() };
      await bookInTurns([onPostgres, onSqlite], bookingsPerRound);
      own.push(((await sides.postgres()) - startMs.postgres) / bookingsPerRound);
      their.push(((await sides.sqlite()) - startMs.sqlite) / bookingsPerRound);
    }
    const ratios = own.map((ms, round) => ms / (their[round] ?? Number.NaN));
    return [
      {
        what: 'processor time per booking on PostgreSQL with fsync, the database included',
        against: 'SQLite, in turns',
        measured: `${shown(ratios, 2)}: ${shown(own, 1)} to ${shown(their, 1)} ms`,
        goal: `at most ${goal} times`,
        reached: median(ratios) <= goal,
      },
    ];
  } finally {
    await Promise.all([onPostgres.stop(), onSqlite.stop()]);
    await postgres.stop();
  }
}
