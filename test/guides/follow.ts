/**
 * Follows guides from an empty folder with the packages of the tarballs: runs their commands, writes their files, and starts what
 * they start. The packages are packed and installed once a run.
 */
import { exec } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../server/core/free-port.ts';
import { plainNode, root } from '../packages/install-packages.ts';
import { shared } from '../support/ask-made-once.ts';
import { bareEnv } from '../support/bare-env.ts';
import { startProcess } from '../support/child-processes.ts';
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

/** The folder with the packages, in which each guide gets its own, and the environment of the commands. */
interface Partner {
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** What guides start with, in a folder that has it already. It is counted, and not run. */
const installs = /^(?:mkdir|npm|pip) |-m venv /;
/** Commands that run until they are ended. */
const runsOn =
  /\bdx-booking dev(?: --flow \w+)?$|\bnext (?:dev|start)\b|\b(?:site|endpoint|receiver|app)\.(?:mjs|py)$|^php -S/;
const ports = ['3000', '3001', '5000', '8000', '8080'];

let opened: Promise<Partner> | undefined;
/** Packs and installs the packages, unless another test of the run did. */
export const partner = (): Promise<Partner> => {
  opened ??= openPartner();
  return opened;
};

async function openPartner(): Promise<Partner> {
  const { folder } = await shared('partner');
  const programs = [join(folder, 'node_modules/.bin'), dirname(await plainNode())];
  const PATH = [...programs, join(root, 'node_modules/.bin'), bareEnv.PATH].join(delimiter);
  return { folder, env: { ...bareEnv, PATH, NEXT_TELEMETRY_DISABLED: '1' } };
}

/**
 * Follows a guide in a folder of its own.
 * @param name of the folder; no other guide of the run has it
 */
export async function follow(name: string, guide: Guide): Promise<Followed> {
  const { folder: parent, env } = await partner();
  const folder = join(parent, name);
  const blocks = (await Promise.all(guide.parts.map(blocksOf))).flat();
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
    const own = command.replace(/dx-booking dev\b/, `$&${options}`);
    said.push(await runBeside(move(own.replace(/\bnext (?:dev|start)\b/, '$& --port 3000')), folder));
  }
  const all = () => said.map((text) => text()).join('\n');
  if (started.some((command) => command.includes('dx-booking dev')))
    await eventually(() => /^Sandbox /m.test(all()), all);
  const page = guide.page ? move(guide.page) : (/^(?:Book|Schedule) +(\S+)$/m.exec(all())?.[1] ?? '');
  await eventually(() => {
    all();
    return fetch(page).then(
      ({ ok }) => ok,
      () => false,
    );
  }, all);
  return { folder, page, said: all, move };
}

/**
 * Reads a guide as its package has it.
 * @param path from the root of the repository: `server/express.md`
 */
export async function readPacked(path: string): Promise<string> {
  const { folder } = await partner();
  const [, name = '', file = ''] = /^(server|widget)\/(.+)$/.exec(path) ?? [];
  const place = file === 'README.md' ? file : join('docs', file);
  return readFile(join(folder, 'node_modules/@dx-booking', name, place), 'utf8');
}

async function blocksOf({ of, section, only = () => true }: Part): Promise<CodeBlock[]> {
  const text = await readPacked(of);
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

/** Runs a command until the test ends. @returns its output so far; it throws if the command has ended */
export async function runBeside(command: string, cwd: string): Promise<() => string> {
  const { env } = await partner();
  const child = startProcess('bash', ['-ec', command], { cwd, env, leadsGroup: true });
  onTestFinished(async () => void (await child.stop()));
  return () => {
    if (child.isDead()) throw new Error(`${command} ended:\n${child.output()}`);
    return child.output();
  };
}
