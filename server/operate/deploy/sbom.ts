/**
 * `npm run sbom`: prints the software bill of materials of an image as CycloneDX JSON. npm writes it, from a lockfile
 * that has only the shipped packages: with the whole lockfile, npm leaves out packages that a development dependency
 * needs too.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { namedPackages, readLockfile, shippedPackages } from './shipped-packages.ts';

/** Makes the bill of materials as CycloneDX JSON. @throws Error if npm is missing or refuses the lockfile */
export async function createSbom(): Promise<string> {
  const locked = await readLockfile();
  const { version } = locked.server ?? {};
  const product = {
    name: 'dx-booking-server',
    version,
    license: 'Apache-2.0',
    dependencies: namedPackages(locked),
  };
  const packages = { '': product, ...shippedPackages(locked) };
  const parent = await mkdtemp(join(tmpdir(), 'dx-sbom-'));
  // npm names the product after its folder.
  const folder = join(parent, product.name);
  try {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(product));
    await writeFile(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...product, lockfileVersion: 3, requires: true, packages }),
    );
    const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const { stdout } = await promisify(execFile)('npm', ['sbom', ...options], { cwd: folder });
    return stdout;
  } finally {
    await rm(parent, { recursive: true });
  }
}

if (import.meta.main) process.stdout.write(await createSbom());
