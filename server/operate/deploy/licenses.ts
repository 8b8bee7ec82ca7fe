/** `npm run licenses`: prints the packages of an image by their license, as Markdown. */
import {
  type LockedPackage,
  type LockedPackages,
  nameOf,
  readLockfile,
  shippedPackages,
} from './shipped-packages.ts';

/** Licenses of packages whose manifest names none, from the file LICENSE of each. */
const fromFiles: Record<string, string> = { 'png-js': 'MIT' };

/** The license of the package in a folder, as an SPDX expression; `unknown` if it is not known. */
export const licenseOf = (folder: string, { license }: Pick<LockedPackage, 'license'>): string =>
  license ?? fromFiles[nameOf(folder)] ?? 'unknown';

/** Lists packages by license, as Markdown. */
export function listLicenses(shipped: LockedPackages): string {
  const byLicense = Map.groupBy(Object.entries(shipped), ([folder, entry]) => licenseOf(folder, entry));
  const sections = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, packages]) => {
      const lines = packages.map(([folder, { version }]) => `- ${nameOf(folder)} ${version}`);
      return `## ${license}\n\n${lines.join('\n')}\n`;
    });
  return `# Licenses of the npm packages in this image\n\n${sections.join('\n')}`;
}

if (import.meta.main) process.stdout.write(listLicenses(shippedPackages(await readLockfile())));
