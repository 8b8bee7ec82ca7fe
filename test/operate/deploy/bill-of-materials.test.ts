/** The bill of materials and the licenses of an image agree with the lockfile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { licenseOf, listLicenses } from '../../../server/operate/deploy/licenses.ts';
import { createSbom } from '../../../server/operate/deploy/sbom.ts';
import { nameOf, readLockfile, shippedPackages } from '../../../server/operate/deploy/shipped-packages.ts';
import { root } from './dockerfile.ts';

const shipped = shippedPackages(await readLockfile());
const named = Object.entries(shipped).map(([folder, { version }]) => `${nameOf(folder)}@${version}`);

it('names every shipped package with its version, its hash and its license', async () => {
  const sbom = JSON.parse(await createSbom());
  expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.[5-9]$/)]);
  expect(sbom.metadata.component).toMatchObject({ type: 'application', name: 'dx-booking-server' });
  const listed = sbom.components.map(({ purl }: { purl: string }) =>
    decodeURIComponent(purl.slice('pkg:npm/'.length)),
  );
  expect(listed.toSorted()).toEqual([...new Set(named)].toSorted());
  for (const { name, hashes } of sbom.components) expect(hashes, name).toHaveLength(1);
});

it('ships the bundled packages of the widget, and none for development', () => {
  const names = named.map((each) => each.slice(0, each.lastIndexOf('@')));
  expect(names).toEqual(expect.arrayContaining(['koa', 'pg', 'lit']));
  for (const name of ['vite', 'vitest', 'typescript', 'playwright']) expect(names).not.toContain(name);
});

it('ships only licenses that a partner can accept without conditions on its own code', () => {
  const accepted = [
    'MIT',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    '0BSD',
    'CC0-1.0',
    'BlueOak-1.0.0',
  ];
  const others = Object.entries(shipped).flatMap(([folder, entry]) => {
    const license = licenseOf(folder, entry);
    const choices = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
    return choices.some((each) => accepted.includes(each)) ? [] : [`${nameOf(folder)}: ${license}`];
  });
  expect(others).toEqual([]);
});

it('reads the license of a package without the field from its file', () => {
  for (const [folder, { license }] of Object.entries(shipped)) {
    if (license) continue;
    const text = readFileSync(join(root, folder, 'LICENSE'), 'utf8');
    expect(text, folder).toContain(`${licenseOf(folder, {})} License`);
  }
});

it('lists each package below its license', () => {
  const list = listLicenses(shipped);
  expect(list).toMatch(/^## MIT\n\n(- .*\n)*- koa \d/m);
  expect(list.match(/^- /gm)).toHaveLength(named.length);
});
