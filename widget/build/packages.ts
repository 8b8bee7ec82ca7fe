/**
 * `npm run packages [-- --to DIR]`: packs the three packages, after `npm run build`. Each tarball is complete: it has its guides
 * under `docs/`, their index `llms.txt`, the changelog, and one file with the declarations of each public entry. Beside them is
 * `dx-booking-VERSION.sha512`, the lock that `dx-booking verify-release` and `sha512sum --check` read: the hash of each tarball, and
 * of each file in it under the name of its package.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { llmsText } from './llms.ts';
import { releaseVersion } from './release-version.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One package: where its sources and documents are. */
interface Package {
  name: string;
  /** Its workspace. */
  folder: string;
  /** Patterns of what `docs/` has, from the repository's folder. */
  documents: string[];
  /** Its entries for TypeScript, in `dist`; none if its build selects the declarations itself. */
  declarations?: string[];
}

const packages: Package[] = [
  { name: '@dx-booking/widget', folder: 'widget', documents: ['widget/*.md', 'widget/*.yaml'] },
  {
    name: '@dx-booking/server',
    folder: 'server',
    documents: [
      'server/*.md',
      'server/core/store/README.md',
      'server/operate/deploy/*.{md,json,service}',
      'server/operate/deploy/helm/**/*.yaml',
      'examples/python/README.md',
      'SECURITY.md',
    ],
    declarations: ['booking-server.d.ts'],
  },
  {
    name: '@dx-booking/sandbox',
    folder: 'server/sandbox',
    documents: ['server/sandbox/README.md'],
    declarations: ['sandbox/sandbox.d.ts', 'operate/conformance/package.d.ts'],
  },
];

/** The documents of a package, by their path in the repository: their path in the package. */
function placesOf({ folder, documents }: Package): Map<string, string> {
  const found = globSync(documents, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const place = (path: string) => {
    const own = path.startsWith(`${folder}/`) ? posix.relative(folder, path) : path;
    return own === 'README.md' ? own : `docs/${own}`;
  };
  return new Map([['CHANGELOG.md', 'CHANGELOG.md'], ...found.map((path) => [path, place(path)] as const)]);
}

/**
 * Rewrites the links of a document for its place in the package. A link to another package's guide becomes its name, and a link
 * to a source or a test becomes text. Code stays as it is: `list[index](argument)` is no link.
 * @param path of the document in the repository
 */
function rewriteLinks(text: string, path: string, own: ReadonlyMap<string, string>): string {
  const codeOrLink = /^ *```[\s\S]*?^ *```$|`[^`\n]*`|(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/gm;
  return text.replace(codeOrLink, (link, words: string, target?: string) => {
    if (target === undefined || /^(?:[a-z]+:|#)/.test(target)) return link;
    const [file = '', hash] = target.split('#');
    const to = posix.join(posix.dirname(path), file);
    const place = own.get(to);
    if (place !== undefined) {
      const from = posix.dirname(own.get(path) ?? '');
      return `[${words}](${posix.relative(from, place)}${hash === undefined ? '' : `#${hash}`})`;
    }
    for (const other of packages) {
      const elsewhere = placesOf(other).get(to);
      if (elsewhere !== undefined) return `${words} (\`${elsewhere}\` of \`${other.name}\`)`;
    }
    return words;
  });
}

const run = (command: string, args: string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' });

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Bundles the declarations that each entry refers to, also through others, into its file. Removes all others. */
function bundleDeclarations(dist: string, entries: readonly string[]): void {
  const config = 'widget/build/bundle-declarations.config.mjs';
  const to = join(dist, 'declarations');
  // Its comments have paths from there: those of a temporary folder would differ in each build.
  const bundled = entries.map((entry) => {
    const options = ['--cwd', dist, '--input', join(dist, entry), '--dir', to];
    run('npx', ['rolldown', '--config', join(root, config), ...options], root);
    return [entry, readFileSync(join(to, basename(entry)), 'utf8')] as const;
  });
  rmSync(to, { recursive: true });
  for (const path of globSync('**/*.d.ts', { cwd: dist })) rmSync(join(dist, path));
  for (const [entry, text] of bundled) writeFileSync(join(dist, entry), text);
}

/** A line of the lock. */
const lockLine = (path: string, name: string): string =>
  `${createHash('sha512').update(readFileSync(path)).digest('hex')}  ${name}\n`;

/**
 * Packs one package into `to`, from a folder that has only what the package has.
 * @returns the name of the tarball, and the lines of the lock
 */
function pack(item: Package, version: string, to: string): { tarball: string; lines: string[] } {
  run('npm', ['run', 'prepack', '--workspace', item.folder], root);
  const stage = mkdtempSync(join(tmpdir(), 'dx-pack-'));
  try {
    const { scripts: _, devDependencies: __, files, ...manifest } = readJson(`${item.folder}/package.json`);
    const { repository, homepage, bugs } = readJson('package.json');
    const address = repository && { repository: { ...repository, directory: item.folder }, homepage, bugs };
    const packed = {
      ...manifest,
      version,
      ...address,
      files: [...files, 'docs', 'CHANGELOG.md', 'llms.txt'],
    };
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
    cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
    cpSync(join(root, item.folder, 'dist'), join(stage, 'dist'), { recursive: true });
    if (item.declarations !== undefined) bundleDeclarations(join(stage, 'dist'), item.declarations);
    const places = placesOf(item);
    for (const [path, place] of places) {
      const text = readFileSync(join(root, path), 'utf8');
      mkdirSync(dirname(join(stage, place)), { recursive: true });
      writeFileSync(join(stage, place), path.endsWith('.md') ? rewriteLinks(text, path, places) : text);
    }
    const index = 'llms.txt';
    const isPacked = (path: string) => packages.some((one) => placesOf(one).has(path));
    writeFileSync(
      join(stage, index),
      rewriteLinks(llmsText(isPacked), index, new Map([...places, [index, index]])),
    );
    const [{ filename: tarball, files: packedFiles }] = JSON.parse(
      run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', to], stage),
    ) as [{ filename: string; files: { path: string }[] }];
    const paths = packedFiles.map(({ path }) => path).toSorted();
    const lines = paths.map((path) => lockLine(join(stage, path), `${item.name}/${path}`));
    return { tarball, lines: [lockLine(join(to, tarball), tarball), ...lines] };
  } finally {
    rmSync(stage, { recursive: true });
  }
}

const { to = join(root, 'dist') } = parseArgs({ options: { to: { type: 'string' } } }).values;
mkdirSync(to, { recursive: true });
const version = releaseVersion();
const show = (name: string) => console.log(join(relative(process.cwd(), resolve(to)), name));
const lock: string[] = [];
for (const item of packages) {
  const { tarball, lines } = pack(item, version, resolve(to));
  lock.push(...lines);
  show(tarball);
}
const lockName = `dx-booking-${version}.sha512`;
writeFileSync(join(to, lockName), lock.join(''));
show(lockName);
