/** `dx-booking migrate`: brings the database up to date before servers of this version start (server/upgrade.md). */
import { databasesOf, readConfig } from '../../config/config.ts';
import { openStore, pendingMigrations } from '../../core/store/store.ts';
import type { Subcommand } from './run-command.ts';

/**
 * Runs the migrations that the database lacks, and creates it if there is none. Servers may run meanwhile.
 * @param options.dryRun only lists the migrations, and changes nothing. @default false
 * @returns the exit code
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const migrateStore: Subcommand<{ dryRun?: boolean }> = async (env, { dryRun = false }, print) => {
  const settings = databasesOf(readConfig(env));
  const pending = await pendingMigrations(settings);
  if (pending.length === 0) print('The database is up to date.');
  if (dryRun) for (const name of pending) print(`${name} is pending.`);
  if (dryRun || pending.length === 0) return 0;
  const store = await openStore({
    ...settings,
    progress: {
      onApplied: (name) => print(`${name} is applied.`),
      onWaiting: (name, tries) => print(`${name} waits for other transactions, such as a dump (${tries}).`),
    },
  });
  await store.close();
  return 0;
};
