/** The subcommands of `dx-booking support`. */
import type { Command } from 'commander';

/** Adds the subcommands. @param deps.run runs a subcommand and sets the exit code */
export function addSupportCommands(
  support: Command,
  deps: {
    run: (command: (print: (line: string) => void) => Promise<number>) => Promise<void>;
    examples: (...lines: string[]) => string;
  },
): void {
  const { run, examples } = deps;
  const load = () => import('./support.ts');
  support.description('questions of users');
  const onBooking = (command: Command) =>
    command
      .argument('<reference>', "a reference from the user's screen, an id of the log, or your id of the user")
      .option('--log <file>', 'log of the server, for the reference of a request that failed')
      .option('--operator <name>', 'who you are, for the access log (default: the user of the system)')
      .option('--json', 'print the result as JSON');
  onBooking(support.command('lookup'))
    .description('show the bookings of a user, without health data')
    .option('--notes', 'show the texts of notes')
    .addHelpText(
      'after',
      examples(
        'dx-booking support lookup ORD-4F7K2M',
        'dx-booking support lookup user-1 --json',
        'dx-booking support lookup 2b7f4c1e-6d0a-4f7e-9c35-1f0b8a6d2e94 --log server.log',
      ),
    )
    .action((reference, { log: logFile, ...options }) =>
      run(async (print) =>
        (await load()).supportLookup(process.env, { reference, logFile, ...options }, print),
      ),
    );
  onBooking(support.command('retry'))
    .description('try again now what waits or is parked')
    .addHelpText(
      'after',
      examples('dx-booking support retry ORD-4F7K2M', 'dx-booking support retry user-1 --json'),
    )
    .action((reference, { log: logFile, ...options }) =>
      run(async (print) =>
        (await load()).supportRetry(process.env, { reference, logFile, ...options }, print),
      ),
    );
  onBooking(support.command('release'))
    .description('give up a parked write, so that the user can go on')
    .addHelpText(
      'after',
      examples(
        'dx-booking support release user-1',
        'dx-booking support release 5d0a2f6c-0c7e-4b53-8d1e-3f6a9b1c7e20',
      ),
    )
    .action((reference, { log: logFile, ...options }) =>
      run(async (print) =>
        (await load()).supportRelease(process.env, { reference, logFile, ...options }, print),
      ),
    );
  onBooking(support.command('note'))
    .description('attach a note to a booking, at most 2,000 characters')
    .argument('<text>', 'the note')
    .addHelpText('after', examples('dx-booking support note ORD-4F7K2M "Called back, will try tomorrow"'))
    .action((reference, text, { log: logFile, ...options }) =>
      run(async (print) =>
        (await load()).supportNote(process.env, { reference, text, logFile, ...options }, print),
      ),
    );
}
