/** Reads the Dockerfile and .dockerignore: which files of the repository an image is built from, and its instructions. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One instruction: `COPY` and the rest of its line. */
interface Instruction {
  name: string;
  value: string;
}

/** One stage: what it starts from, its name if it has one, and its instructions. */
export interface Stage {
  from: string;
  name: string | null;
  instructions: Instruction[];
}

/** Reads the stages of a Dockerfile. */
export function stagesOf(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const [, name, value] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const [, from, as] = (name === 'FROM' && /^(\S+)(?: AS (\S+))?$/.exec(value)) || [];
    if (from !== undefined) stages.push({ from, name: as ?? null, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, value });
  }
  return stages;
}

/** Whether the builder gets a file, by the lines of a .dockerignore: the last pattern that matches decides. */
export function reachesBuild(path: string, ignore: string): boolean {
  const patterns = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  let reaches = true;
  for (const pattern of patterns) {
    const isException = pattern.startsWith('!');
    if (expressionOf(isException ? pattern.slice(1) : pattern).test(path)) reaches = isException;
  }
  return reaches;
}

/** Matches a path, and everything below it. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((part) =>
      part === '**' ? '(?:[^/]+/)*' : `${part.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}/`,
    )
    .join('');
  return new RegExp(`^${source.replace(/\/$/, '')}(?:/|$)`);
}

/** The files of the repository that the builder gets. */
export function contextFiles(): string[] {
  const ignore = readFileSync(`${root}/.dockerignore`, 'utf8');
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  return listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && reachesBuild(path, ignore));
}
