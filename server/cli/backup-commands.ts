/** The subcommands `dx-booking backup` and `dx-booking restored`. */
import type { Command } from 'commander';

/** Adds the subcommands to `program`. @param deps.run runs a subcommand and sets the exit code */
export function addBackupCommands(
  program: Command,
  deps: {
    run: (command: (print: (line: string) => void) => Promise<number>) => Promise<void>;
    examples: (...lines: string[]) => string;
  },
): void {
  const { run, examples } = deps;
  program
    .command('backup')
    .description('copy the SQLite database while servers run')
    .argument('<file>', 'a new file')
    .option('--keys <file>', 'a new file for the copy of KEYS_SQLITE_FILE')
    .addHelpText('after', examples('dx-booking backup dx-monday.sqlite'))
    .action((file, { keys }) =>
      run(async (print) =>
        (await import('./backup.ts')).backup(process.env, { file, ...(keys && { keys }) }, print),
      ),
    );
  const restored = program.command('restored').description('bookings that a restored database has lost');
  restored
    .command('begin')
    .description('store the time of the backup; run it before the first server starts')
    .argument('<time>', 'when the backup began, in ISO 8601')
    .addHelpText('after', examples('dx-booking restored begin 2026-11-22T03:00:00Z'))
    .action((time) =>
      run(async (print) => (await import('./restored.ts')).restoredBegin(process.env, time, print)),
    );
  restored
    .command('list')
    .description('list the appointments that the service has and the database does not')
    .option('--json', 'print them as JSON')
    .addHelpText('after', examples('dx-booking restored list', 'dx-booking restored list --json'))
    .action((options) =>
      run(async (print) => (await import('./restored.ts')).restoredList(process.env, options, print)),
    );
  restored
    .command('adopt')
    .description('give a lost appointment to the customer who booked it')
    .argument('<appointment>', 'the id that `restored list` shows')
    .requiredOption('--subject <id>', 'your own id of the user (sub of the user token)')
    .option('--operator <name>', 'who you are, for the access log (default: the user of the system)')
    .addHelpText(
      'after',
      examples('dx-booking restored adopt 0197d2a4-0000-7000-8000-00000000a001 --subject user-1'),
    )
    .action((appointmentId, { subject, operator }) =>
      run(async (print) =>
        (await import('./restored.ts')).restoredAdopt(
          process.env,
          { appointmentId, subject, operator },
          print,
        ),
      ),
    );
  restored
    .command('end')
    .description('end the search for lost appointments')
    .addHelpText('after', examples('dx-booking restored end'))
    .action(() => run(async (print) => (await import('./restored.ts')).restoredEnd(process.env, print)));
}
