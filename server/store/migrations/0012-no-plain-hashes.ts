/**
 * Removes clear values that reveal encrypted ones: the SHA-256 of a write's body, the step of a journey, and whether
 * the journey is finished (a questionnaire that rules the test out finishes it early).
 *
 * Older versions still write these columns, so triggers empty them. They compare the hash before they send a write, and
 * never after it is settled. upkeep.ts empties existing rows, which two indexes find.
 */
import { type Kysely, sql } from 'kysely';

const tellsProgress = (row: string) => `${row}step <> '' or ${row}state = 'finished'`;

const onSqlite = [
  `create trigger writes_settled_hash after update of state on writes
    when new.state = 'settled' and new.body_sha256 <> ''
    begin update writes set body_sha256 = '' where id = new.id; end`,
  ...['insert', 'update'].map(
    (
      change,
    ) => `create trigger journeys_progress_${change} after ${change} on journeys when ${tellsProgress('new.')}
      begin update journeys set step = '', state = replace(state, 'finished', 'open') where id = new.id; end`,
  ),
];

const onPostgres = [
  `create function dx_settled_hash() returns trigger language plpgsql as
    $$ begin new.body_sha256 := ''; return new; end $$`,
  `create trigger writes_settled_hash before update on writes
    for each row when (new.state = 'settled') execute function dx_settled_hash()`,
  `create function dx_journey_progress() returns trigger language plpgsql as
    $$ begin new.step := ''; new.state := replace(new.state, 'finished', 'open'); return new; end $$`,
  `create trigger journeys_progress before insert or update on journeys
    for each row when (${tellsProgress('new.')}) execute function dx_journey_progress()`,
];

/**
 * Creates the indexes of rows to clear, and the triggers that clear what older versions write.
 * @param kind the database; triggers of the two are written differently
 */
export async function noPlainHashes(db: Kysely<never>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await sql`create index writes_hashed on writes (id) where body_sha256 <> ''`.execute(db);
  await sql`create index journeys_progress on journeys (id) where ${sql.raw(tellsProgress(''))}`.execute(db);
  for (const text of kind === 'sqlite' ? onSqlite : onPostgres) await sql.raw(text).execute(db);
}
