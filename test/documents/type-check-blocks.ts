/** Checks the scripts of the guides with one program of the compiler, against the types of the packages. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

const config = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    moduleDetection: 'force',
    jsx: 'react-jsx',
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    // The blocks show the main path. They do not handle each missing value.
    strict: false,
    types: ['node'],
    paths: {
      '@dx-booking/server': [join(root, 'server/booking-server.ts')],
      '@dx-booking/sandbox': [join(root, 'server/sandbox/sandbox.ts')],
      ...Object.fromEntries(
        ['booking', 'appointments', 'physician-order', 'handoff'].map((name) => [
          `@dx-booking/widget/${name}`,
          [join(root, 'widget/package/entry.ts')],
        ]),
      ),
      '@dx-booking/widget/*': [join(root, 'widget/package/*.ts')],
    },
  },
  include: ['guides/**/*', 'own-modules.d.ts'],
};

/** A module of the reader's own, which a guide imports and does not show. */
const ownModules = `declare module './*';\ndeclare module '../*';\n`;

/**
 * Checks all files at once.
 * @param files their text by their path
 * @returns the errors in these files, with their paths
 */
export async function typeErrors(files: Map<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-guides-'));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await write('package.json', '{ "type": "module" }');
    await write('tsconfig.json', JSON.stringify(config));
    await write('own-modules.d.ts', ownModules);
    for (const [path, text] of files) await write(`guides/${path}`, text);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [compiler, '-p', folder, '--singleThreaded'],
      {
        cwd: folder,
      },
    ).catch((error: { stdout: string }) => error);
    return stdout.split('\n').filter((line) => line.startsWith('guides/'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
