/** The subcommands of `dx-booking customers`. */
import { type Command, Option } from 'commander';

/** Adds the subcommands. @param deps.run runs a subcommand and sets the exit code */
export function addCustomerCommands(
  customers: Command,
  deps: {
    run: (command: (print: (line: string) => void) => Promise<number>) => Promise<void>;
    examples: (...lines: string[]) => string;
  },
): void {
  const { run, examples } = deps;
  customers.description('what the server stores of a customer');
  const operator = () =>
    new Option('--operator <name>', 'who you are, for the access log (default: the user of the system)');
  const subject = () =>
    new Option('--subject <id>', 'your own id of the user (sub of the user token)').makeOptionMandatory();
  customers
    .command('show')
    .description('count the records, and list what is under way')
    .addOption(subject())
    .addOption(operator())
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('dx-booking customers show --subject user-1'))
    .action((options) =>
      run(async (print) => (await import('./customers.ts')).customersShow(process.env, options, print)),
    );
  customers
    .command('export')
    .description('write everything that the server stores into a file')
    .addOption(subject())
    .addOption(operator())
    .requiredOption('--to <file>', 'a new file')
    .addHelpText('after', examples('dx-booking customers export --subject user-1 --to user-1.json'))
    .action((options) =>
      run(async (print) => (await import('./customers.ts')).customersExport(process.env, options, print)),
    );
  customers
    .command('erase')
    .description('delete everything, so that backups without the data keys are unreadable too')
    .addOption(subject())
    .addOption(operator())
    .option('--yes', 'erase; without it the command says what it would erase')
    .option('--even-under-way', 'erase although a booking is under way')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'dx-booking customers erase --subject user-1',
        'dx-booking customers erase --subject user-1 --yes',
      ),
    )
    .action((options) =>
      run(async (print) => (await import('./customers.ts')).customersErase(process.env, options, print)),
    );
  customers
    .command('purge')
    .description('after a restore, delete the rows whose data keys are gone')
    .option('--yes', 'delete; without it the command only counts')
    .addOption(operator())
    .addHelpText('after', examples('dx-booking customers purge'))
    .action((options) =>
      run(async (print) => (await import('./customers.ts')).customersPurge(process.env, options, print)),
    );
}
