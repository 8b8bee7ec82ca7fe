/** The examples' guide installs exactly the packages that an example imports, in the versions of the repository. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readDocument } from '../support/documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('installs what the examples import', async () => {
  const { dependencies, devDependencies } = JSON.parse(await readDocument('package.json'));
  const versions: Record<string, string> = { ...dependencies, ...devDependencies };
  const sources = globSync('examples/{full-api,co-branded}/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('vite.config.ts'),
  );
  const imported = sources.flatMap((path) =>
    [...readFileSync(root + path, 'utf8').matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)['/]/g)].map(
      ([, name = '']) => name,
    ),
  );
  const packages = [...new Set(imported)].filter((name) => name in versions);
  const [, installed = ''] = /^npm install (.+)$/m.exec(await readDocument('examples/README.md')) ?? [];
  expect(installed.split(' ').toSorted()).toEqual(
    packages.map((name) => `${name}@${versions[name]}`).toSorted(),
  );
});
