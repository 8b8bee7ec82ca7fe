#!/usr/bin/env node
/** The command `dx-booking`. `dx-booking help` lists its subcommands, and `dx-booking help NAME` shows examples. */
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { Argument, Option } from 'commander';
import { operatorRoles } from '../../contract/admin-api/operator-roles.ts';
import { version } from '../../core/version.ts';
import { CliCommand } from './cli-command.ts';
import { counted } from './counted.ts';
import type { RotationStep } from './keys.ts';
import { withSandboxPackage } from './sandbox-package.ts';
import {
  addAccessLogCommands,
  addBackupCommands,
  addCustomerCommands,
  addSupportCommands,
} from './subcommands.ts';

// Before whatever else an older Node cannot load.
await import('../../core/required-node.ts').catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});
const { init, templates, userKinds } = await import('./init.ts');
const { keySettings } = await import('./keys.ts');
module.enableCompileCache();
const program = new CliCommand('dx-booking')
  .description('Runs, checks and maintains a booking server.')
  .version(version(), '-v, --version', 'print the version')
  .showHelpAfterError()
  .showSuggestionAfterError()
  .addOption(new Option('--env-file <path>', 'file of settings').default('.env'))
  .hook('preAction', (_, action) => loadSettings(action.optsWithGlobals().envFile));

/** The file of settings, and the settings that are from it. */
let envFile = { path: '', names: new Set<string>() };

/** Reads the file of settings if it is there. The environment wins over it. */
function loadSettings(path: string): void {
  if (!existsSync(path)) return;
  const names = Object.keys(parseEnv(readFileSync(path, 'utf8'))).filter((name) => !(name in process.env));
  envFile = { path, names: new Set(names) };
  process.loadEnvFile(path);
}

program
  .command('init')
  .description('write .env with new keys, and a file of hooks or a whole site')
  .addOption(new Option('--template <site>', 'a site to start from').choices(templates))
  .addOption(
    new Option('--users <kind>', 'how your signed-in user reaches the server: a JWT, or a hook').choices(
      userKinds,
    ),
  )
  .addOption(
    new Option('--hooks <kind>', 'hooks in a module, or an HTTP endpoint')
      .choices(['module', 'http'])
      .conflicts('template'),
  )
  .examples(
    'dx-booking init',
    'dx-booking init --template express',
    'dx-booking init --template python --users hook',
    'dx-booking init --hooks http',
  )
  .runs((_, options, print) => init('.', options, print));

program
  .command('dev')
  .description('run a sandbox, the server on your hooks, and a page to book on')
  .option('--port <number>', 'port of the page', '3000')
  .option('--server-port <number>', 'port of the server', '8080')
  .option('--sandbox-port <number>', 'port of the sandbox', '4010')
  .option('--sandbox <url>', 'use the sandbox at this URL, and start none')
  .addOption(
    new Option('--flow <flow>', 'the flow that the server and the page have')
      .choices(['full_api', 'co_branded'])
      .default('full_api'),
  )
  .option('--origin <url>', 'the origin of your own page, in place of ORIGINS; then there is no page of ours')
  .examples(
    'dx-booking dev',
    'dx-booking dev --port 0 --server-port 0 --sandbox-port 0',
    'dx-booking dev --sandbox http://127.0.0.1:4010',
    'dx-booking dev --origin http://localhost:8000',
    'dx-booking dev --flow co_branded',
  )
  .runs(async (env, { port, serverPort, sandboxPort, origin = env.ORIGINS, ...options }, print) => {
    const { dev } = await import('./dev.ts');
    const { sandbox: sandboxUrl, flow } = options;
    const ports = { page: Number(port), server: Number(serverPort), sandbox: Number(sandboxPort) };
    const program = fileURLToPath(import.meta.url);
    return dev(
      { ...env, ORIGINS: origin },
      { ports, flow, sandboxUrl, program, signal: untilInterrupted(), print },
    );
  });

program
  .command('start')
  .description('run the server')
  .examples('dx-booking start', 'dx-booking --env-file production.env start')
  .action(async () => void (await import('../../main.ts')));

program
  .command('migrate')
  .description('bring the database up to date, before servers of this version start')
  .option('--dry-run', 'only list the migrations that are pending')
  .examples('dx-booking migrate --dry-run', 'dx-booking migrate')
  .runs(async (...given) => (await import('./migrate.ts')).migrateStore(...given));

program
  .command('doctor')
  .description('check settings, hooks, database, keys, webhooks and receivers of events')
  .option('--json', 'print the findings as JSON')
  .examples('dx-booking doctor', 'dx-booking doctor --json')
  .runs(async (...given) => (await import('./doctor.ts')).doctor(...given));

program
  .command('config')
  .description('the settings of this server')
  .command('show')
  .description('print the settings in force and where each is from, without secrets')
  .option('--json', 'print them as JSON')
  .examples('dx-booking config show', 'dx-booking config show --json')
  .runs(async (env, options, print) =>
    (await import('./config-show.ts')).configShow(env, { ...options, envFile }, print),
  );

program
  .command('conformance')
  .description('try whether a service, or a client of it, does what the specification says')
  .option('--base <url>', 'the URL of the service: https, or a loopback host')
  .option('--keys <path>', 'a file with an API key in each line')
  .addOption(
    new Option(
      '--profile <profile>',
      'read only, write and cancel, or the levers of a sandbox, which is reset',
    )
      .choices(['read', 'write', 'levers'])
      .default('read'),
  )
  .option('--area <area...>', 'only these areas')
  .option('--environment <name>', 'an environment of the service that is for tests, so that writes are sent')
  .option(
    '--assumptions <path>',
    'a file for ASSUMPTIONS_FILE: compare with it, and add what the service shows',
  )
  .option('--wait <seconds>', 'how long to wait for the confirmation of an appointment', '0')
  .option('--support', 'leave appointments that support has to confirm; --continue goes on after it')
  .option('--journal <path>', 'the journal of a run that writes', 'conformance-journal.jsonl')
  .option('--continue <path>', 'end what the run of this journal left, and go on with it')
  .option('--client', 'judge a client, by what it sends to the sandbox at --base')
  .option('--run <command>', 'with --client: a command that does a task with your client')
  .option('--task <task...>', 'with --client: only these tasks')
  .option('--json <path>', 'write the run as JSON')
  .option('--sign <path>', 'a private key as a JWK: sign the JSON as a detached JWS beside it')
  .option('--junit <path>', 'write the run in the XML of JUnit')
  .option('--markdown <path>', 'write the report for persons')
  .option('--baseline <path>', 'the JSON of an earlier run: print what changed since')
  .examples(
    'dx-booking conformance --base https://service.example --keys staging.keys --profile write --assumptions assumptions.json',
    'dx-booking conformance --base http://127.0.0.1:4010 --profile levers --markdown report.md',
    'dx-booking conformance --client --base http://127.0.0.1:4010 --run ./book.sh',
  )
  .runs(async (env, { client, ...given }, print) => {
    const options = { ...given, signal: untilInterrupted() };
    if (client) {
      const { conformanceClient } = await withSandboxPackage(() => import('./conformance-client.ts'));
      return conformanceClient(options, print);
    }
    const { conformance } = await withSandboxPackage(() => import('./conformance.ts'));
    return conformance(env, options, print);
  });

program
  .command('verify-release')
  .description('compare tarballs, installed packages and kept files of the widget with what was published')
  .argument('<paths...>', 'tarballs, folders of packages, folders of WIDGET_RELEASES_DIR')
  .requiredOption('--lock <file>', 'the lock of the release, with SHA-512 of each tarball and file')
  .examples('dx-booking verify-release --lock dx-booking-1.2.0.sha512 node_modules/@dx-booking/*')
  .runs(async (_, options, print) => (await import('./verify-release.ts')).verifyRelease(options, print));

const webhooks = program.command('webhooks').description('webhooks that the testing service sends');
webhooks
  .command('register')
  .description('register PUBLIC_URL/webhooks, and store the signing secret')
  .option('--again', 'register once more, and accept both secrets')
  .examples('dx-booking webhooks register', 'dx-booking webhooks register --again')
  .runs(async (...given) => (await import('./webhooks.ts')).webhooksRegister(...given));

webhooks
  .command('list')
  .description('list the registered addresses whose secrets are stored')
  .option('--json', 'print them as JSON')
  .examples('dx-booking webhooks list')
  .runs(async (...given) => (await import('./webhooks.ts')).webhooksList(...given));

webhooks
  .command('delete')
  .description('forget the secret of a registration, and refuse its deliveries')
  .argument('<id>', 'the id that `webhooks list` shows')
  .option('--json', 'print what was deleted as JSON')
  .examples('dx-booking webhooks delete 0197d2a4-0000-7000-8000-00000000a001')
  .addHelpText(
    'after',
    '\nThe service keeps sending: its API has no request that ends a registration. Ask the service to end it.',
  )
  .runs(async (...given) => (await import('./webhooks.ts')).webhooksDelete(...given));

const keys = program.command('keys').description('keys and secrets of this server');
const setting = () => new Argument('<setting>', 'the setting').choices([...keySettings]);
keys
  .command('generate')
  .description('print a new value of a setting')
  .addArgument(setting())
  .examples('dx-booking keys generate STORE_KEYS')
  .runs(async (_, { setting }, print) => {
    print(await (await import('./keys.ts')).newKeys(setting));
    return 0;
  });
const rotation: [step: RotationStep, description: string, next: string][] = [
  [
    'add',
    'put a new key behind the present ones',
    'Restart every server. Then run "dx-booking keys promote".',
  ],
  [
    'promote',
    'put the last key in front of the others',
    'Restart every server. Once the old key is not needed any more, run "dx-booking keys drop".',
  ],
  ['drop', 'remove the last key', 'Restart every server.'],
];
for (const [step, description, next] of rotation)
  keys
    .command(step)
    .description(`${description} in the file of settings`)
    .addArgument(setting())
    .examples(
      `dx-booking keys ${step} TOKEN_KEYS`,
      `dx-booking --env-file production.env keys ${step} STORE_KEYS`,
    )
    .runs(async (_, { setting, envFile }, print) => {
      const { rotateKeys } = await import('./keys.ts');
      const count = await rotateKeys(step, setting, envFile);
      print(`${setting} has ${counted(count, 'key')} now. ${next}`);
      return 0;
    });

keys
  .command('subject')
  .description('write a key pair with which your backend signs user tokens')
  .option('--to <folder>', 'the folder of the files', '.')
  .examples('dx-booking keys subject', 'dx-booking keys subject --to ../site')
  .runs(async (_, { to }, print) => (await import('./keys.ts')).keysSubject(to, print));

keys
  .command('operator')
  .description('make a key for an operator of the admin API, and its entry of ADMIN_KEYS')
  .argument('<name>', 'the name in the access log: letters, digits, and . @ + - _')
  .addOption(
    new Option('--role <role>', 'what the operator may do').choices(operatorRoles).makeOptionMandatory(),
  )
  .option('--json', 'print them as JSON')
  .examples('dx-booking keys operator alice --role support')
  .runs(async (_, options, print) => (await import('./keys.ts')).keysOperator(options, print));

program
  .command('reseal')
  .description('encrypt the data keys under the first of STORE_KEYS')
  .examples('dx-booking reseal')
  .runs(async (env, _, print) => (await import('./store-reseal.ts')).storeReseal(env, print));

const events = program
  .command('events')
  .description('the stored events for your backend')
  .examples('dx-booking events list --state parked', 'dx-booking events replay --parked');
events
  .command('list')
  .description('list the stored events')
  .addOption(
    new Option('--state <state>', 'only events in this state').choices(['due', 'parked', 'delivered']),
  )
  .option('--booking <id>', 'only events of this booking')
  .option('--since <time>', 'only events since this time, in ISO 8601')
  .option('--limit <number>', 'how many at most', '50')
  .option('--json', 'print them as JSON')
  .examples('dx-booking events list --state parked', 'dx-booking events list --json')
  .runs(async (...given) => (await import('./events.ts')).eventsList(...given));
events
  .command('replay')
  .description('send stored events again')
  .argument('[ids...]', 'ids of events')
  .option('--parked', 'all events that are parked')
  .option('--booking <id>', 'only events of this booking')
  .option('--since <time>', 'events since this time, in ISO 8601')
  .examples(
    'dx-booking events replay --parked',
    'dx-booking events replay evt_0d9c1f5e-6c1b-4c0e-9a51-3a2d6f4b7c11',
  )
  .runs(async (...given) => (await import('./events.ts')).eventsReplay(...given));

addBackupCommands(program);
addCustomerCommands(program.command('customers'));
addAccessLogCommands(program.command('access-log'));

addSupportCommands(program.command('support'));

program
  .command('openapi')
  .description('print the OpenAPI document of the hooks over HTTP, of the server itself, or of its admin API')
  .addArgument(new Argument('[api]', 'the API').choices(['hooks', 'server', 'admin']).default('hooks'))
  .examples('dx-booking openapi > hooks.json', 'dx-booking openapi server > booking-server.json')
  .runs(async (_, { api }, print) => {
    const { openApiOfAdmin, openApiOfServer } = await import('../../api/http/openapi.ts');
    const { openApiOfHooks } = await import('../../partner/hooks-http/openapi.ts');
    const documents = { hooks: openApiOfHooks, server: openApiOfServer, admin: openApiOfAdmin };
    print(JSON.stringify(documents[api as keyof typeof documents](), null, 2));
    return 0;
  });

/** @returns a signal that aborts at the first SIGINT or SIGTERM; a second one ends the process */
function untilInterrupted(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  return ended.signal;
}

await program.parseAsync();
