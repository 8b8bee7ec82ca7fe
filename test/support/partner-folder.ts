/**
 * A partner's folder in which the commands and files of a guide run. It has the packages of this repository as a partner
 * installs them, without packing them: `test/packages/` proves that the tarballs have the same.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A folder with the packages, until the test removes it. */
export interface PartnerFolder {
  path: string;
  /** Writes a file, and the folders that it is in. */
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates the folder. The widget must be built.
 * @param packages of the repository, besides the three of its own: `express`, or `react=react-18` under another name
 */
export async function createPartnerFolder(packages: string[]): Promise<PartnerFolder> {
  // Within the repository: Turbopack follows no link out of the folder that has the lockfile.
  const data = join(root, '.data');
  await mkdir(data, { recursive: true });
  const path = await mkdtemp(join(data, 'partner-'));
  const write = async (name: string, text: string) => {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const link = async (name: string, from: string) => {
    await mkdir(dirname(join(path, 'node_modules', name)), { recursive: true });
    await symlink(join(root, 'node_modules', from), join(path, 'node_modules', name));
  };
  for (const item of packages) {
    const [name = item, from = name] = item.split('=');
    await link(name, from);
  }
  await write('package.json', '{ "private": true, "type": "module" }');
  const proxy = async (name: string, source: string) => {
    const manifest = { name: `@dx-booking/${name}`, type: 'module', exports: './index.js' };
    await write(`node_modules/@dx-booking/${name}/package.json`, JSON.stringify(manifest));
    await write(
      `node_modules/@dx-booking/${name}/index.js`,
      `export * from ${JSON.stringify(join(root, source))};`,
    );
  };
  await proxy('server', 'server/booking-server.ts');
  await proxy('sandbox', 'server/sandbox/sandbox.ts');
  await writeWidget(write, path);
  return { path, write, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The package of the widget, with the entries that code imports. */
async function writeWidget(write: PartnerFolder['write'], folder: string): Promise<void> {
  const to = 'node_modules/@dx-booking/widget/';
  const source = (name: string) => readFile(join(root, 'widget', name), 'utf8');
  await write(`${to}package.json`, await source('package.json'));
  for (const name of ['entry', 'react'])
    await write(`${to}dist/${name}.js`, stripTypeScriptTypes(await source(`package/${name}.ts`)));
  await cp(join(root, 'widget/dist/elements'), join(folder, to, 'dist/elements'), { recursive: true });
}
