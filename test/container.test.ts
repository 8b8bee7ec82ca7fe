/** What an image is built from, and what its processes may do. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const linesOf = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n');

it.each(['server.env', 'hooks.ts', '.git', '.data', 'node_modules'])('%s never reaches the build', (name) => {
  expect(linesOf('.dockerignore')).toContain(name);
});

/** The lines of one service. */
function serviceOf(name: string): string {
  const lines = linesOf('compose.yaml');
  const from = lines.indexOf(`  ${name}:`);
  const length = lines.slice(from + 1).findIndex((line) => /^( {2})?\S/.test(line));
  return lines.slice(from, from + 1 + length).join('\n');
}

describe.each(['server', 'store'])('The %s of compose.yaml', (name) => {
  it('gains no privileges, and writes to its volumes only', () => {
    const service = serviceOf(name);
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(service).toContain(`\n    ${line}`);
  });

  it('publishes nothing beyond this machine', () => {
    const published = [...serviceOf(name).matchAll(/^ {6}- '([^']*:\d+)'$/gm)].map(([, port]) => port);
    expect(published.filter((port) => !port?.startsWith('127.0.0.1:'))).toEqual([]);
    expect(published).toHaveLength(name === 'server' ? 1 : 0);
  });
});
