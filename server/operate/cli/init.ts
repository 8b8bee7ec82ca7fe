/**
 * `dx-booking init`: writes a file of settings with new keys, and the files of a backend from a template. It overwrites nothing, and
 * adds to `.gitignore` what holds secrets and data.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newKeys, newSubjectKeys } from './keys.ts';

const folder = fileURLToPath(new URL('templates/', import.meta.url));

/** How a user of the site reaches the server: a JWT that the site signs, or the hook `verifySubject`. */
export const userKinds = ['jwt', 'hook'] as const;
type UserKind = (typeof userKinds)[number];

/** A site that `init` writes. */
interface Site {
  /** Where it runs. */
  url: string;
  language: 'node' | 'python' | 'php';
  /** Folders of `templates/`, besides those of its language. */
  folders: string[];
  /** What it needs from its package manager; nothing in the standard library. */
  install?: (users: UserKind) => string | undefined;
  /** The command that starts it. */
  start: string;
  /** What git ignores besides. */
  ignored?: string[];
}

/** Many systems let pip install only into an environment. */
const inEnvironment = 'python3 -m venv .venv && . .venv/bin/activate';

const sites = {
  next: {
    url: 'http://localhost:3000',
    language: 'node',
    folders: ['next'],
    install: () => 'npm install next react react-dom @dx-booking/widget',
    start: 'npx next dev',
    ignored: ['.next/'],
  },
  express: {
    url: 'http://localhost:3000',
    language: 'node',
    folders: ['page', 'express'],
    install: () => 'npm install express',
    start: 'node site.mjs',
  },
  fastify: {
    url: 'http://localhost:3000',
    language: 'node',
    folders: ['page', 'fastify'],
    install: () => 'npm install fastify',
    start: 'node site.mjs',
  },
  python: {
    url: 'http://localhost:8000',
    language: 'python',
    folders: ['page', 'python'],
    install: (users) => (users === 'jwt' ? `${inEnvironment} && pip install "pyjwt[crypto]"` : undefined),
    start: 'python3 app.py',
    ignored: ['.venv/', '__pycache__/'],
  },
  php: {
    url: 'http://localhost:8000',
    language: 'php',
    folders: ['page', 'php'],
    start: 'php -S 127.0.0.1:8000 -t public site.php',
  },
} satisfies Record<string, Site>;

/** The name of a site that `init` can write. */
export type Template = keyof typeof sites;
/** The names of all templates. */
export const templates = Object.keys(sites) as Template[];

/** The options of {@link init}. */
export interface InitOptions {
  /** A whole site; without it, settings and hooks only. */
  template?: Template;
  /** @default `jwt` for a site, and `hook` without */
  users?: UserKind;
  /** Hooks in a module of JavaScript, or over HTTP. A template has its own. @default module */
  hooks?: 'module' | 'http';
}

/**
 * Reads the files of a site as its folder has them, by their names.
 * @throws Error if a template is missing in the package
 */
export async function templateFiles(
  template: Template | undefined,
  users: UserKind,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const name of foldersOf(template, users))
    for (const entry of await readdir(join(folder, name), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        files.set(path.slice(join(folder, name).length + 1), await readFile(path, 'utf8'));
      }
  return files;
}

function foldersOf(template: Template | undefined, users: UserKind): string[] {
  const site: Site | undefined = template && sites[template];
  const hooks = users === 'jwt' ? 'jwt-hooks' : 'demo-hooks';
  if (site === undefined) return [hooks];
  const own = `${site.language}-${users}`;
  return [...(site.language === 'node' ? [hooks] : []), ...site.folders, own];
}

/**
 * Writes `.env`, the hooks, and the site of a template. Adds to `.gitignore`.
 * @param to where the files go; the folder must exist
 * @returns the exit code: 1 if a file exists already; nothing is written then
 */
export async function init(
  to: string,
  { template, hooks = 'module', users = template ? 'jwt' : 'hook' }: InitOptions,
  print: (line: string) => void,
): Promise<number> {
  const site: Site | undefined = template && sites[template];
  const overHttp = site ? site.language !== 'node' : hooks === 'http';
  const files = new Map([['.env', await envText(site, users, overHttp)]]);
  if (users === 'jwt') {
    const { pem, jwks } = newSubjectKeys();
    files.set('subject-key.pem', pem).set(site ? 'public/jwks.json' : 'jwks.json', jwks);
  }
  if (site || !overHttp)
    for (const [name, text] of await templateFiles(template, users)) files.set(name, text);
  const present = [...files.keys()].filter((name) => existsSync(join(to, name)));
  if (present.length > 0) {
    print(`Nothing is written. These files are in the way: ${present.join(', ')}`);
    if (present.includes('.env')) print('Keep the keys of that .env: they may encrypt a database.');
    return 1;
  }
  for (const [name, text] of files) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    const isSecret = name === '.env' || name.endsWith('.pem');
    await writeFile(join(to, name), text, { mode: isSecret ? 0o600 : 0o644, flag: 'wx' });
  }
  await ignoreInGit(to, site?.ignored ?? []);
  print(`Written: ${[...files.keys()].join(', ')}`);
  for (const line of nextSteps(site, users)) print(line);
  return 0;
}

function nextSteps(site: Site | undefined, users: UserKind): string[] {
  if (site === undefined) return ['Next: npx dx-booking dev'];
  const install = site.install?.(users);
  return [
    'Next:',
    '  npx dx-booking dev',
    'In a second terminal:',
    ...(install === undefined ? [] : [`  ${install}`]),
    `  ${site.start}`,
    `Then open ${site.url}`,
  ];
}

/** The text of `.env`, with new keys. */
async function envText(site: Site | undefined, users: UserKind, overHttp: boolean): Promise<string> {
  const url = site?.url ?? 'http://localhost:8000';
  const hasPage = site !== undefined || users === 'jwt';
  const sections = [
    [
      '# Keep this file secret. If you lose STORE_KEYS, nobody can read the database.',
      `STORE_KEYS='${await newKeys('STORE_KEYS')}'`,
      `TOKEN_KEYS='${await newKeys('TOKEN_KEYS')}'`,
    ],
    ['# How the server reaches your backend.', ...(await hookLines(site, users, overHttp))],
    users === 'jwt' && [
      '# How the server checks the tokens of your users.',
      `SUBJECT_ISSUER=${url}`,
      'SUBJECT_AUDIENCE=booking',
      `SUBJECT_JWKS_URL=${url}/jwks.json`,
    ],
    users === 'hook' &&
      site && [
        '# Signs the tokens of your users. Only your site reads it.',
        `SITE_SECRET='${randomBytes(32).toString('base64url')}'`,
      ],
    hasPage && ['# The origins of your pages.', `ORIGINS=${url}`],
    [
      '# For "dx-booking start". "dx-booking dev" brings a sandbox and sets these itself.',
      '# PUBLIC_URL=https://booking.clinic.example',
      ...(hasPage ? [] : ['# ORIGINS=https://www.clinic.example']),
      '# UPSTREAM_URL=https://…',
      '# UPSTREAM_API_KEY=…',
      '# With a key of the co-branded flow, in its place:',
      '# HANDOFF_API_KEY=…',
      '# HANDOFF_ORIGIN=https://…',
      'SQLITE_FILE=.data/dx.sqlite',
    ],
  ];
  return sections.flatMap((lines) => (lines ? [`${lines.join('\n')}\n`] : [])).join('\n');
}

async function hookLines(site: Site | undefined, users: UserKind, overHttp: boolean): Promise<string[]> {
  if (!overHttp) return ['HOOKS_MODULE=hooks.mjs'];
  return [
    `HOOKS_URL=http://127.0.0.1:${site ? 8000 : 5000}/hooks`,
    `HOOKS=${users === 'hook' ? 'verifySubject,payment' : 'payment'}`,
    `HOOKS_SECRET='${await newKeys('HOOKS_SECRET')}'`,
    // The sites of the templates have no receiver of events. The ports are those of the guides.
    ...(site
      ? []
      : ['EVENTS_URL=http://127.0.0.1:3001/events', `EVENTS_SECRET='${await newKeys('EVENTS_SECRET')}'`]),
  ];
}

/** Adds to `.gitignore` the files with secrets, customers' data and packages, unless it has them. */
async function ignoreInGit(to: string, besides: string[]): Promise<void> {
  const path = join(to, '.gitignore');
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, ''));
  const missing = ['.env', 'subject-key.pem', '.data/', 'node_modules/', ...besides].filter(
    (name) => !lines.includes(name.replace(/\/$/, '')),
  );
  if (missing.length === 0) return;
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(path, `${start}${missing.join('\n')}\n`);
}
