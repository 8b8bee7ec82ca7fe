/** The subcommands of `dx-booking access-log`, `backup`, `restored`, `customers` and `support`. */
import { Option } from 'commander';
import type { CliCommand } from './cli-command.ts';
import { CommandError } from './command-error.ts';

const operator = () =>
  new Option('--operator <name>', 'who you are, for the access log (default: the user of the system)');
const subject = () => new Option('--subject <id>', 'your own id of the user (sub of the user token)');
const json = () => new Option('--json', 'print the result as JSON');

/** Adds the subcommands of `access-log`. */
export function addAccessLogCommands(accessLog: CliCommand): void {
  accessLog.description('who viewed or changed which health data');
  accessLog
    .command('verify')
    .description('find changed, removed, added and reordered records')
    .option(
      '--head <file>',
      'the head that the last run wrote: the log must contain it; this run replaces it',
    )
    .option('--sink <file...>', 'files of the sink, oldest first')
    .addOption(json())
    .examples(
      'dx-booking access-log verify --head access-log.head',
      'dx-booking access-log verify --sink access.jsonl',
    )
    .runs(async (...given) => (await import('./access-log.ts')).accessLogVerify(...given));
  accessLog
    .command('list')
    .description('list who touched the data of a user, or a record')
    .addOption(subject())
    .option('--record <id>', 'id of a booking, an appointment or a handoff')
    .option('--since <time>', 'ISO 8601, such as 2026-11-01')
    .option('--json', 'print one JSON object in each line')
    .examples(
      'dx-booking access-log list --subject user-1',
      'dx-booking access-log list --record 2b7f4c1e-6d0a-4f7e-9c35-1f0b8a6d2e94 --since 2026-11-01',
    )
    .runs(async (...given) => (await import('./access-log.ts')).accessLogList(...given));
}

/** Adds `backup` and the subcommands of `restored`. */
export function addBackupCommands(program: CliCommand): void {
  program
    .command('backup')
    .description('copy the SQLite database while servers run')
    .argument('<file>', 'a new file')
    .option('--keys <file>', 'a new file for the copy of KEYS_SQLITE_FILE')
    .examples('dx-booking backup dx-monday.sqlite')
    .runs(async (...given) => (await import('./backup.ts')).backup(...given));
  addRestoredCommands(program.command('restored').description('bookings that a restored database has lost'));
}

function addRestoredCommands(restored: CliCommand): void {
  restored
    .command('begin')
    .description('store the time of the backup; run it before the first server starts')
    .argument('<time>', 'when the backup began, in ISO 8601')
    .examples('dx-booking restored begin 2026-11-22T03:00:00Z')
    .runs(async (...given) => (await import('./restored.ts')).restoredBegin(...given));
  restored
    .command('list')
    .description('list the appointments that the service has and the database does not')
    .option('--json', 'print them as JSON')
    .examples('dx-booking restored list', 'dx-booking restored list --json')
    .runs(async (...given) => (await import('./restored.ts')).restoredList(...given));
  restored
    .command('adopt')
    .description('give lost appointments to the customers who booked them')
    .argument('[appointment]', 'the id that `restored list` shows')
    .addOption(subject())
    .option('--file <file>', 'a file with a line APPOINTMENT,SUBJECT for each appointment')
    .option('--by-hook', 'ask your hook "whoBooked" about each lost appointment')
    .addOption(operator())
    .examples(
      'dx-booking restored adopt 0197d2a4-0000-7000-8000-00000000a001 --subject user-1',
      'dx-booking restored adopt --file booked.csv',
      'dx-booking restored adopt --by-hook',
    )
    .runs(async (...given) => (await import('./restored.ts')).restoredAdopt(...given));
  restored
    .command('waiting')
    .description('list the customers who have to come back before the end')
    .addOption(operator())
    .option('--json', 'print them as JSON')
    .examples('dx-booking restored waiting')
    .runs(async (...given) => (await import('./restored.ts')).restoredWaiting(...given));
  restored
    .command('end')
    .description('end the search for lost appointments')
    .option('--anyway', 'end it although customers wait, who may then order and pay again')
    .addOption(operator())
    .examples('dx-booking restored end')
    .runs(async (...given) => (await import('./restored.ts')).restoredEnd(...given));
}

/** Adds the subcommands of `customers`. */
export function addCustomerCommands(customers: CliCommand): void {
  customers.description('what the server stores of a customer');
  customers
    .command('show')
    .description('count the records, and list what is under way')
    .addOption(subject().makeOptionMandatory())
    .addOption(operator())
    .option('--json', 'print it as JSON')
    .examples('dx-booking customers show --subject user-1')
    .runs(async (...given) => (await import('./customers.ts')).customersShow(...given));
  customers
    .command('export')
    .description('write everything that the server stores into a file')
    .addOption(subject().makeOptionMandatory())
    .addOption(operator())
    .requiredOption('--to <file>', 'a new file')
    .examples('dx-booking customers export --subject user-1 --to user-1.json')
    .runs(async (...given) => (await import('./customers.ts')).customersExport(...given));
  addErasure(customers);
}

function addErasure(customers: CliCommand): void {
  customers
    .command('erase')
    .description('delete everything, so that backups without the data keys are unreadable too')
    .addOption(subject().makeOptionMandatory())
    .addOption(operator())
    .option('--yes', 'erase; without it the command says what it would erase')
    .option('--even-under-way', 'erase although a booking is under way')
    .addOption(json())
    .examples(
      'dx-booking customers erase --subject user-1',
      'dx-booking customers erase --subject user-1 --yes',
    )
    .runs(async (...given) => (await import('./customers.ts')).customersErase(...given));
  customers
    .command('purge')
    .description('after a restore, delete the rows whose data keys are gone')
    .option('--yes', 'delete; without it the command only counts')
    .addOption(operator())
    .examples('dx-booking customers purge')
    .runs(async (...given) => (await import('./customers.ts')).customersPurge(...given));
}

const load = () => import('./support.ts');

/** The options that select work of all users. */
const ofAll = (command: CliCommand) =>
  command
    .option('--reason <reason>', 'only parked writes with this reason, as `support list` shows it')
    .option('--since <time>', 'only work that began at this time or later, in ISO 8601');

const onBooking = (command: CliCommand, reference = '<reference>') =>
  command
    .argument(reference, "a reference from the user's screen, an id of the log, or your id of the user")
    .option('--log <file>', 'log of the server, for the reference of a request that failed')
    .addOption(operator())
    .addOption(json());

/** Adds the subcommands of `support`. */
export function addSupportCommands(support: CliCommand): void {
  support.description('questions of users');
  onBooking(support.command('lookup'))
    .description('show the bookings of a user, without health data')
    .option('--notes', 'show the texts of notes')
    .examples(
      'dx-booking support lookup ORD-4F7K2M',
      'dx-booking support lookup user-1 --json',
      'dx-booking support lookup 2b7f4c1e-6d0a-4f7e-9c35-1f0b8a6d2e94 --log server.log',
    )
    .runs(async (...given) => (await load()).supportLookup(...given));
  ofAll(support.command('list'))
    .description('list the work of all users that is parked or late')
    .addOption(operator())
    .addOption(json())
    .examples('dx-booking support list', 'dx-booking support list --reason http_401 --json')
    .runs(async (...given) => (await load()).supportList(...given));
  ofAll(onBooking(support.command('retry'), '[reference]'))
    .description('try again now what waits or is parked')
    .option('--parked', 'what is parked of all users, in place of a reference')
    .examples(
      'dx-booking support retry ORD-4F7K2M',
      'dx-booking support retry user-1 --json',
      'dx-booking support retry --parked --reason http_401',
    )
    .runs(async (env, { parked = false, ...options }, print) => {
      if (parked === (options.reference !== undefined))
        throw new CommandError('Name a reference, or --parked for what is parked of all users.');
      const { supportRetry, supportRetryParked } = await load();
      return (parked ? supportRetryParked : supportRetry)(env, options, print);
    });
  support
    .command('bundle')
    .description('write one file about the installation, without secrets and customers’ data')
    .requiredOption('--file <file>', 'a new file')
    .examples('dx-booking support bundle --file bundle.json')
    .runs(async (...given) => (await import('./support-bundle.ts')).supportBundle(...given));
  addChanges(support);
}

function addChanges(support: CliCommand): void {
  onBooking(support.command('release'))
    .description('give up a parked write, so that the user can go on')
    .examples(
      'dx-booking support release user-1',
      'dx-booking support release 5d0a2f6c-0c7e-4b53-8d1e-3f6a9b1c7e20',
    )
    .runs(async (...given) => (await load()).supportRelease(...given));
  onBooking(support.command('note'))
    .description('attach a note to a booking, at most 2,000 characters')
    .argument('<text>', 'the note')
    .examples('dx-booking support note ORD-4F7K2M "Called back, will try tomorrow"')
    .runs(async (...given) => (await load()).supportNote(...given));
}
