/** The subcommands of `dx-booking access-log`. */
import type { Command } from 'commander';

/** Adds the subcommands. @param deps.run runs a subcommand and sets the exit code */
export function addAccessLogCommands(
  accessLog: Command,
  deps: {
    run: (command: (print: (line: string) => void) => Promise<number>) => Promise<void>;
    examples: (...lines: string[]) => string;
  },
): void {
  const { run, examples } = deps;
  accessLog.description('who viewed or changed which health data');
  accessLog
    .command('verify')
    .description('find changed, removed, added and reordered records')
    .option('--sink <file...>', 'files of the sink, oldest first')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('dx-booking access-log verify', 'dx-booking access-log verify --sink access.jsonl'),
    )
    .action((options) =>
      run(async (print) => (await import('./access-log.ts')).accessLogVerify(process.env, options, print)),
    );
  accessLog
    .command('list')
    .description('list who touched the data of a user, or a record')
    .option('--subject <id>', 'your own id of the user (sub of the user token)')
    .option('--record <id>', 'id of a booking, an appointment or a handoff')
    .option('--since <time>', 'ISO 8601, such as 2026-11-01')
    .option('--json', 'print one JSON object in each line')
    .addHelpText(
      'after',
      examples(
        'dx-booking access-log list --subject user-1',
        'dx-booking access-log list --record 2b7f4c1e-6d0a-4f7e-9c35-1f0b8a6d2e94 --since 2026-11-01',
      ),
    )
    .action((options) =>
      run(async (print) => (await import('./access-log.ts')).accessLogList(process.env, options, print)),
    );
}
