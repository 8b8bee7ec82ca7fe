/** Programs of partners that the compiler of TypeScript accepts, with the declarations of the packages. */
import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Installed, root } from './install-packages.ts';

const run = promisify(execFile);

/** The programs of the compiler: their files, and what they have of their own. */
const programs: Record<string, { files: string[]; options: object; types: Record<string, string> }> = {
  // With the declarations of the packages themselves, as without `skipLibCheck`.
  plain: { files: ['plain.mts'], options: { skipLibCheck: false, types: ['node'] }, types: {} },
  templates: { files: ['templates.mts', 'solid.tsx'], options: {}, types: {} },
  // The plain types of the package are those that the server's contract infers.
  contract: {
    files: ['contract.mts'],
    // JSON Schema does not tell an optional value from one that may be undefined.
    options: { allowImportingTsExtensions: true, exactOptionalPropertyTypes: false },
    types: { '#contract': join(root, 'server/contract') },
  },
  'React 18': {
    files: ['react.tsx'],
    options: {},
    types: { react: join(root, 'node_modules/types-react-18') },
  },
  'React 19': {
    files: ['react.tsx'],
    options: {},
    types: { react: join(root, 'node_modules/@types/react') },
  },
};
/** The names of the programs. */
export const programNames = Object.keys(programs);

/**
 * Compiles one program.
 * @returns what the compiler says; empty if it accepts the program
 */
export async function checkConsumer({ folder }: Installed, name: string): Promise<string> {
  const { files = [], options = {}, types = {} } = programs[name] ?? {};
  for (const file of files) await copyFile(new URL(`consumers/${file}`, import.meta.url), join(folder, file));
  const paths = Object.entries(types).flatMap(([from, to]) => [
    [from, [join(to, 'index.d.ts')]],
    [`${from}/*.ts`, [join(to, '*.ts')]],
    [`${from}/*`, [join(to, '*.d.ts')]],
  ]);
  const config = {
    compilerOptions: {
      target: 'ES2024',
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      module: 'NodeNext',
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      paths: Object.fromEntries(paths),
      ...options,
    },
    files,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [compiler, '-p', folder, '--singleThreaded'], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}
