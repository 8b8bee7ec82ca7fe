/**
 * Follows guides from an empty folder with the packages of the tarballs: runs their commands, writes their files, and starts what
 * they start. The packages are packed and installed once.
 */
import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../examples/free-port.ts';
import { type Installed, installPackages, plainNode, root } from '../packages/install-packages.ts';
import { bareEnv } from '../support/bare-env.ts';
import { type CodeBlock, codeBlocksOf, sectionOf } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';

/** The text of a guide that is followed. */
export interface Part {
  /** The document, from the root of the repository. */
  of: string;
  /** A section of it, by its heading. @default the whole document */
  section?: string;
  /** Selects blocks and commands. @default all */
  only?: (code: string) => boolean;
}

/** A guide, as data. */
export interface Guide {
  parts: Part[];
  /** How many commands a partner types, those that install included. */
  commands: number;
  /** How many files a partner writes or changes. */
  edits: number;
  /** The page to book on, as the guide names it. @default the one that `dx-booking dev` prints */
  page?: string;
  /** What the partner changes in the files: a new text for each of them, by their names. */
  change?: Record<string, (text: string) => string>;
  /** What the partner runs that is no part of the guides: their own site. */
  site?: string;
  /** Replaces a command by another: one with an option, or the interpreter that has what the guide installs. */
  replace?: (command: string) => string;
  /** What the partner does before anything is started. */
  prepare?: (folder: string, move: (text: string) => string) => Promise<void>;
}

/** A guide that was followed. What it has started ends with the test. */
export interface Followed {
  folder: string;
  /** The page to book on. */
  page: string;
  /** What the commands said that have ended, and what the others have said so far. */
  said(): string;
  /** Puts the addresses of this run in place of those of the guide. */
  move(text: string): string;
}

/** The tarballs, installed; each guide gets a folder within theirs. */
export interface Packages {
  installed: Installed;
  env: NodeJS.ProcessEnv;
  follow(name: string, guide: Guide): Promise<Followed>;
  /** Runs a command until the test ends. @returns its output so far; it throws if the command has ended */
  runBeside(command: string, cwd: string): () => string;
}

/** What guides start with, in a folder that has it already. It is counted, and not run. */
const installs = /^(?:mkdir|npm|pip) |-m venv /;
/** Commands that run until they are ended. */
const runsOn =
  /\bdx-booking dev$|\bnext (?:dev|start)\b|\b(?:site|endpoint|receiver|app)\.(?:mjs|py)$|^php -S/;
const ports = ['3000', '3001', '5000', '8000', '8080'];

/** Packs and installs the packages. @param links packages of the repository that the guides install */
export async function openPackages(links: string[]): Promise<Packages> {
  const data = join(root, '.data');
  await mkdir(data, { recursive: true });
  // Within the repository: Turbopack follows no link out of the folder that has the lockfile.
  const installed = await installPackages(data);
  for (const name of links) await installed.link(name);
  const programs = [join(installed.folder, 'node_modules/.bin'), dirname(await plainNode())];
  const PATH = [...programs, join(root, 'node_modules/.bin'), bareEnv.PATH].join(delimiter);
  const env = { ...bareEnv, PATH, NEXT_TELEMETRY_DISABLED: '1' };
  const runBeside = (command: string, cwd: string) => startBeside(command, cwd, env);
  const follow = (name: string, guide: Guide) =>
    followGuide(join(installed.folder, name), guide, installed, env);
  return { installed, env, follow, runBeside };
}

async function followGuide(
  folder: string,
  guide: Guide,
  installed: Installed,
  env: NodeJS.ProcessEnv,
): Promise<Followed> {
  const blocks = (await Promise.all(guide.parts.map((part) => blocksOf(part, installed)))).flat();
  const { change = {}, replace = (command) => command } = guide;
  const commands = blocks
    .flatMap(({ language, code }) => (language === 'sh' ? code.trim().split('\n') : []))
    .map(replace);
  const files = blocks.filter(({ language, file, isFragment }) => language !== 'sh' && file && !isFragment);
  await mkdir(folder);
  const free = new Map<string, string>();
  for (const port of ports) free.set(port, `${await freePort(0, '127.0.0.1')}`);
  const move = (text: string) => movePorts(text, free);
  const said: (() => string)[] = [];
  for (const command of commands.filter((line) => !installs.test(line) && !runsOn.test(line))) {
    const { stdout } = await promisify(exec)(command, { cwd: folder, env, shell: 'bash' });
    said.push(() => stdout);
  }
  for (const path of globSync(['.env', '**/*.{mjs,js,jsx,html,py,php}'], { cwd: folder }))
    await changeFile(join(folder, path), move);
  const edits = new Set(Object.keys(change));
  for (const { file = '', code } of files) {
    const path = join(folder, file);
    if ((await readFile(path, 'utf8').catch(() => '')) !== move(code)) edits.add(file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, move(code));
  }
  for (const [file, edit] of Object.entries(change))
    await changeFile(join(folder, file), (text) => move(edit(text)));
  expect([commands.length, edits.size], 'commands and edits').toEqual([guide.commands, guide.edits]);
  await guide.prepare?.(folder, move);

  const started = commands.filter((line) => runsOn.test(line)).concat(guide.site ?? []);
  const options = ` --port 0 --sandbox-port 0 --server-port ${free.get('8080')}`;
  for (const command of started) {
    const own = command.replace(/dx-booking dev$/, `$&${options}`);
    said.push(startBeside(move(own.replace(/\bnext (?:dev|start)\b/, '$& --port 3000')), folder, env));
  }
  const all = () => said.map((text) => text()).join('\n');
  if (started.some((command) => command.includes('dx-booking dev')))
    await eventually(() => /^Sandbox /m.test(all()));
  const page = guide.page ? move(guide.page) : (/^Book +(\S+)$/m.exec(all())?.[1] ?? '');
  await eventually(() => {
    all();
    return fetch(page).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { folder, page, said: all, move };
}

/**
 * Reads a guide as its package has it.
 * @param path from the root of the repository: `server/express.md`
 */
export async function readPacked({ folder }: Installed, path: string): Promise<string> {
  const [, name = '', file = ''] = /^(server|widget)\/(.+)$/.exec(path) ?? [];
  const place = file === 'README.md' ? file : join('docs', file);
  return readFile(join(folder, 'node_modules/@dx-booking', name, place), 'utf8');
}

async function blocksOf(
  { of, section, only = () => true }: Part,
  installed: Installed,
): Promise<CodeBlock[]> {
  const text = await readPacked(installed, of);
  return codeBlocksOf(section ? sectionOf(text, section) : text).flatMap((block) => {
    if (block.language !== 'sh') return only(block.code) ? [block] : [];
    const code = block.code.trim().split('\n').filter(only).join('\n');
    return code ? [{ ...block, code }] : [];
  });
}

const changeFile = async (path: string, edit: (text: string) => string) =>
  writeFile(path, edit(await readFile(path, 'utf8')));

/** Puts free ports in place of those of the guides, in files and commands. */
const movePorts = (text: string, free: ReadonlyMap<string, string>) =>
  text.replaceAll(
    /(localhost:|127\.0\.0\.1:|127\.0\.0\.1", |listen\(|port: |--port |\?\? |"PORT", "|http\.server )(\d+)\b/g,
    (_, before, port) => before.concat(free.get(port) ?? port),
  );

function startBeside(command: string, cwd: string, env: NodeJS.ProcessEnv): () => string {
  const child: ChildProcess = spawn('bash', ['-ec', command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const end = () => {
    if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGTERM');
  };
  process.once('exit', end);
  onTestFinished(async () => {
    process.off('exit', end);
    const closed = once(child, 'close');
    end();
    await closed;
  });
  return () => {
    if (child.exitCode !== null) throw new Error(`${command} ended:\n${output}`);
    return output;
  };
}
