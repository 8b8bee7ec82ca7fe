/** Checks that the commands of a shell block exist, with their options, and that the settings it exports are known. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entries } from '../../server/config/entries.ts';
import { hookEntries } from '../../server/config/hook-settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const cli = ['dx-booking', 'backup-commands', 'customer-commands', 'access-log-commands', 'support-commands']
  .map((name) => read(`server/cli/${name}.ts`))
  .join('\n');

/** Programs of the machine that a guide may use. */
const programs = new Set(
  'cat cd cp createdb curl date docker echo git helm install kubectl mkdir mktemp openssl pg_dump pg_restore promtool sed sqlite3 systemctl'.split(
    ' ',
  ),
);
/** What a guide may set besides the settings of the server. */
const otherNames = new Set(['POSTGRES_PASSWORD', 'SITE_URL', 'SERVER_URL', 'BACKEND_SECRET', 'SITE_SECRET']);

/** Whether the server, compose.yaml or an example reads a variable of this name. */
export const isKnownSetting = (name: string): boolean =>
  name in entries.shape || name in hookEntries.shape || otherNames.has(name);

/** The simple commands of a block: words without quotes. Texts in single quotes are left out. */
function commandsOf(code: string): string[][] {
  const plain = code
    .replaceAll('\\\n', ' ')
    .replaceAll(/<<'(\w+)'[\s\S]*?^\1$/gm, '')
    .replaceAll(/'[^']*'/g, 'TEXT')
    .replaceAll(/(^|\s)#.*$/gm, '');
  return (
    plain
      // What follows a substitution belongs to the same word.
      .replaceAll(/\)[^\s)]+/g, ')')
      .split(/&&|\|\||\$\(|[|;()\n]|&(?=\s|$)/)
      .map((part) => part.trim().split(/\s+/))
      .filter(([first = '']) => first !== '' && !/^[">]/.test(first))
  );
}

/** Whether `dx-booking` or its module has an option: commander's `--name`, or a name of `parseArgs`. */
function hasOption(option: string, ...modules: string[]): boolean {
  const name = option.replace(/^--/, '').replace(/=.*/, '');
  const sources = modules.filter((path) => existsSync(join(root, path))).map(read);
  const parsed = new RegExp(`^\\s*'?${name}'?: \\{ type: '`, 'm');
  return cli.includes(`'--${name}`) || sources.some((source) => parsed.test(source));
}

const optionsOf = (words: string[]) => words.filter((word) => /^--\w/.test(word));

function faultsOfCli(words: string[]): string[] {
  const [name = '', inner = ''] = words.filter((word) => !word.startsWith('--'));
  if (!cli.includes(`.command('${name}')`)) return [`no command dx-booking ${name}`];
  if (
    ['webhooks', 'keys', 'customers', 'support', 'access-log', 'restored'].includes(name) &&
    !cli.includes(`.command('${inner}')`)
  )
    return [`no command dx-booking ${name} ${inner}`];
  return optionsOf(words)
    .filter((option) => !hasOption(option, `server/cli/${name}.ts`))
    .map((option) => `no option dx-booking ${name} ${option}`);
}

function faultsOfNode(words: string[], isOfGuide: (file: string) => boolean): string[] {
  const [file, ...rest] = words.filter(
    (word, at) => !/^-/.test(word) && !/^-[pe]$|^--import$/.test(words[at - 1] ?? ''),
  );
  if (file === undefined || isOfGuide(file)) return [];
  if (file === 'server/cli/dx-booking.ts') return faultsOfCli(words.slice(words.indexOf(file) + 1));
  if (!existsSync(join(root, file))) return [`no file ${file}`];
  return optionsOf(words.slice(words.indexOf(file)))
    .filter((option) => !hasOption(option, file))
    .map((option) => `no option ${file} ${option} (${rest})`);
}

function faultsOf(words: string[], isOfGuide: (file: string) => boolean): string[] {
  const [first = '', ...rest] = words;
  if (first === 'export')
    return rest.flatMap((word) => {
      const [, name] = /^(\w+)=/.exec(word) ?? [];
      return name && !isKnownSetting(name) ? [`no setting ${name}`] : [];
    });
  if (/^\w+=/.test(first)) return rest.length > 0 ? faultsOf(rest, isOfGuide) : [];
  if (first === 'npx' && rest[0] === 'dx-booking') return faultsOfCli(rest.slice(1));
  if (first === 'npx' && rest[0] === 'node') return faultsOf(rest, isOfGuide);
  if (first === 'npx')
    return existsSync(join(root, 'node_modules/.bin', rest[0] ?? '')) ? [] : [`no ${rest[0]}`];
  if (first === 'npm') {
    const [verb = '', script = verb] = rest.filter((word) => !word.startsWith('-') && word !== 'run');
    const known =
      ['ci', 'init', 'install', 'pkg', 'prune'].includes(verb) || verb in scripts || script in scripts;
    return known ? [] : [`no npm ${rest.join(' ')}`];
  }
  if (first === 'node') return faultsOfNode(rest, isOfGuide);
  if (first === 'python3') return existsSync(join(root, rest[0] ?? '')) ? [] : [`no file ${rest[0]}`];
  return programs.has(first) ? [] : [`unknown command ${first}`];
}

/**
 * Lists what is wrong in a shell block.
 * @param isOfGuide whether the guide itself writes this file
 */
export const shellFaults = (code: string, isOfGuide: (file: string) => boolean): string[] =>
  commandsOf(code).flatMap((words) => faultsOf(words, isOfGuide));
