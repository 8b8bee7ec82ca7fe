/** A later release of the server: this version with a migration more, in a folder of its own. */
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Creates the release. @returns its folder, which the caller deletes */
export async function createNextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-release-'));
  await cp(join(root, 'server'), join(folder, 'server'), { recursive: true });
  for (const path of ['package.json', 'test/support/tuned-server.ts', 'test/support/patience.ts'])
    await cp(join(root, path), join(folder, path));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const store = join(folder, 'server/core/store');
  await cp(join(root, 'test/support/added-migration.ts'), join(store, 'added-migration.ts'));
  const file = join(store, 'migrate.ts');
  const text = await readFile(file, 'utf8');
  const changed = text.replace('export const migrations', 'const known');
  if (changed === text) throw new Error('migrate.ts has no list of migrations');
  await writeFile(
    file,
    `${changed}
import { added } from './added-migration.ts';
export const migrations: readonly Migration[] = [...known, added];
`,
  );
  return folder;
}
