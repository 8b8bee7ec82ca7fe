/** The guide of the client: its code runs against a server, and names each method. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bareEnv } from '../support/bare-env.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';
import { origin } from '../support/full-api-server.ts';
import { serverOfFile } from '../support/server-of-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const server = await serverOfFile();

const blocks = async (language: string) => {
  const guide = await readDocument('widget/client.md');
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
};

it('books DEXA to the request by the script of the guide, in Node and without a DOM', async () => {
  const [script = ''] = await blocks('js');
  const env = { ...bareEnv, BOOKING_SERVER: server.url, BOOKING_ORIGIN: origin, USER_TOKEN: 'user-guide' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env,
  });
  expect(stdout).toMatch(/^sent [0-9a-f-]{36}\n$/);
});

it('lists each method of the client', async () => {
  const guide = await readDocument('widget/client.md');
  const types = await readDocument('widget/client/public-types.ts');
  for (const [name, heading] of [
    ['JourneyClient', '## Show a booking'],
    ['AppointmentsClient', '## Show appointments'],
  ] as const) {
    const [, body = ''] = types.split(`export interface ${name} {`);
    const methods = [...(body.split('\n}')[0] ?? '').matchAll(/^ {2}(\w+)[(<]/gm)].map(
      ([, method]) => method,
    );
    const listed = tableRows(sectionOf(guide, heading)).map(([cell]) => /^`(\w+)\(/.exec(cell ?? '')?.[1]);
    expect(listed.filter(Boolean).toSorted()).toEqual(methods.toSorted());
  }
});
