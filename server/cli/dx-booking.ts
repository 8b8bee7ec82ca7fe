#!/usr/bin/env node
/** The command `dx-booking`. `dx-booking help` lists its subcommands, and `dx-booking help NAME` shows examples. */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Argument, Command, Option } from 'commander';
import { addAccessLogCommands } from './access-log-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addCustomerCommands } from './customer-commands.ts';
import { keySettings } from './keys.ts';
import { addSupportCommands } from './support-commands.ts';

enableCompileCache();
const program = new Command('dx-booking')
  .description('Runs, checks and maintains a booking server.')
  .showHelpAfterError()
  .showSuggestionAfterError()
  .addOption(new Option('--env-file <path>', 'file of settings').default('.env'))
  .hook('preAction', (_, action) => loadSettings(action.optsWithGlobals().envFile));

/** Reads the file of settings if it is there. The environment wins over it. */
function loadSettings(file: string): void {
  if (existsSync(file)) process.loadEnvFile(file);
}

const examples = (...lines: string[]) => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;

program
  .command('init')
  .description('write .env with new keys, and a file of hooks')
  .addOption(
    new Option('--hooks <kind>', 'hooks in a module, or an HTTP endpoint')
      .choices(['module', 'http'])
      .default('module'),
  )
  .addHelpText('after', examples('dx-booking init', 'dx-booking init --hooks http'))
  .action(async (options) => run(async (print) => (await import('./init.ts')).init('.', options, print)));

program
  .command('dev')
  .description('run a sandbox, the server on your hooks, and a page to book on')
  .option('--port <number>', 'port of the page', '3000')
  .option('--server-port <number>', 'port of the server', '8080')
  .option('--sandbox-port <number>', 'port of the sandbox', '4010')
  .addHelpText(
    'after',
    examples('dx-booking dev', 'dx-booking dev --port 0 --server-port 0 --sandbox-port 0'),
  )
  .action(({ port, serverPort, sandboxPort }) =>
    run(async (print) => {
      const { dev } = await import('./dev.ts');
      const ports = { page: Number(port), server: Number(serverPort), sandbox: Number(sandboxPort) };
      const ended = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
      return dev(process.env, {
        ports,
        program: fileURLToPath(import.meta.url),
        signal: ended.signal,
        print,
      });
    }),
  );

program
  .command('start')
  .description('run the server')
  .addHelpText('after', examples('dx-booking start', 'dx-booking --env-file production.env start'))
  .action(async () => void (await import('../main.ts')));

program
  .command('doctor')
  .description('check settings, hooks, database, keys, webhooks and receivers of events')
  .option('--json', 'print the findings as JSON')
  .addHelpText('after', examples('dx-booking doctor', 'dx-booking doctor --json'))
  .action(({ json }) =>
    run(async (print) => (await import('./doctor.ts')).doctor(process.env, json ? ['--json'] : [], print)),
  );

program
  .command('certify')
  .description('compare a service with the assumptions')
  .allowUnknownOption()
  .allowExcessArguments()
  .addHelpText(
    'after',
    examples(
      'dx-booking certify --base https://service.example --key-file staging.key --write assumptions.json',
    ),
  )
  .action((_, command) =>
    run(async (print) => (await import('./certify.ts')).certify(process.env, command.args, print)),
  );

const webhooks = program.command('webhooks').description('webhooks that the testing service sends');
webhooks
  .command('register')
  .description('register PUBLIC_URL/webhooks, and store the signing secret')
  .option('--again', 'register once more, and accept both secrets')
  .addHelpText('after', examples('dx-booking webhooks register', 'dx-booking webhooks register --again'))
  .action(({ again }) =>
    run(async (print) => {
      const { webhooksRegister } = await import('./webhooks-register.ts');
      return webhooksRegister(process.env, again ? ['--again'] : [], print);
    }),
  );

webhooks
  .command('list')
  .description('list the registered addresses whose secrets are stored')
  .option('--json', 'print them as JSON')
  .addHelpText('after', examples('dx-booking webhooks list'))
  .action(({ json }) =>
    run(async (print) => (await import('./webhooks-list.ts')).webhooksList(process.env, { json }, print)),
  );

webhooks
  .command('delete')
  .description('forget the secret of a registration, and refuse its deliveries')
  .argument('<id>', 'the id that `webhooks list` shows')
  .option('--json', 'print what was deleted as JSON')
  .addHelpText(
    'after',
    `${examples('dx-booking webhooks delete 0197d2a4-0000-7000-8000-00000000a001')}

The service keeps sending: its API has no request that ends a registration. Ask the service to end it.`,
  )
  .action((id, { json = false }) =>
    run(async (print) =>
      (await import('./webhooks-delete.ts')).webhooksDelete(process.env, { id, json }, print),
    ),
  );

const keys = program.command('keys').description('keys and secrets of this server');
const setting = () => new Argument('<setting>', 'the setting').choices([...keySettings]);
keys
  .command('generate')
  .description('print a new value of a setting')
  .addArgument(setting())
  .addHelpText('after', examples('dx-booking keys generate STORE_KEYS'))
  .action((name) =>
    run(async (print) => {
      print(await (await import('./keys.ts')).newKeys(name));
      return 0;
    }),
  );
keys
  .command('rotate')
  .description('put a new key in front of the present ones in the file of settings')
  .addArgument(setting())
  .addHelpText(
    'after',
    examples(
      'dx-booking keys rotate TOKEN_KEYS',
      'dx-booking --env-file production.env keys rotate STORE_KEYS',
    ),
  )
  .action((name, _, command) =>
    run(async (print) => {
      const { rotateKeys } = await import('./keys.ts');
      const { envFile } = command.optsWithGlobals();
      const count = await rotateKeys(name, envFile);
      print(
        `${name} has ${count} keys now. Restart every server, and then remove the last key when nothing needs it.`,
      );
      return 0;
    }),
  );

keys
  .command('operator')
  .description('make a key for an operator of the admin API, and its entry of ADMIN_KEYS')
  .argument('<name>', 'the name in the access log: letters, digits, and . @ + - _')
  .option('--json', 'print them as JSON')
  .addHelpText('after', examples('dx-booking keys operator alice'))
  .action((name, { json = false }) =>
    run(async (print) => (await import('./keys-operator.ts')).keysOperator({ name, json }, print)),
  );

program
  .command('reseal')
  .description('encrypt the data keys under the first of STORE_KEYS')
  .addHelpText('after', examples('dx-booking reseal'))
  .action(() =>
    run(async (print) => (await import('./store-reseal.ts')).storeReseal(process.env, [], print)),
  );

program
  .command('events')
  .description('list the stored events, or send them again')
  .argument('<action>', 'list or replay')
  .argument('[ids...]', 'ids of events to send again')
  .allowUnknownOption()
  .addHelpText(
    'after',
    examples(
      'dx-booking events list --state parked',
      'dx-booking events replay --parked',
      'dx-booking events list --json',
    ),
  )
  .action((_action, _ids, _options, command) =>
    run(async (print) => (await import('./events.ts')).events(process.env, command.args, print)),
  );

addBackupCommands(program, { run, examples });
addCustomerCommands(program.command('customers'), { run, examples });
addAccessLogCommands(program.command('access-log'), { run, examples });

addSupportCommands(program.command('support'), { run, examples });

program
  .command('openapi')
  .description('print the OpenAPI document of the hooks over HTTP, of the server itself, or of its admin API')
  .addArgument(new Argument('[api]', 'the API').choices(['hooks', 'server', 'admin']).default('hooks'))
  .addHelpText(
    'after',
    examples('dx-booking openapi > hooks.json', 'dx-booking openapi server > booking-server.json'),
  )
  .action((api) =>
    run(async (print) => {
      const { openApiOfAdmin, openApiOfServer } = await import('../http/openapi.ts');
      const { openApiOfHooks } = await import('../hooks-http/openapi.ts');
      const documents = { hooks: openApiOfHooks, server: openApiOfServer, admin: openApiOfAdmin };
      print(JSON.stringify(documents[api as keyof typeof documents](), null, 2));
      return 0;
    }),
  );

/** Runs a subcommand, prints an error as one sentence, and sets the exit code. */
async function run(command: (print: (line: string) => void) => Promise<number>): Promise<void> {
  const { runCommand } = await import('./run-command.ts');
  await runCommand((_env, _args, print) => command(print));
}

await program.parseAsync();
