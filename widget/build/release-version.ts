/** The version of what is built: of the files that the server serves, and of the packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * Returns the version of the manifests at a commit with the tag of that version, such as `v1.2.0`. Elsewhere it is a
 * prerelease that names the commit, such as `1.2.0-dev.310.g1a2b3c4d5e`, so that no two builds have one address. Without git
 * it ends with `-dev.0`.
 */
export function releaseVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('widget/package.json', root), 'utf8'));
  try {
    if (git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) return version;
    return `${version}-dev.${git('rev-list', '--count', 'HEAD')}.g${git('rev-parse', '--short=10', 'HEAD')}`;
  } catch {
    return `${version}-dev.0`;
  }
}
