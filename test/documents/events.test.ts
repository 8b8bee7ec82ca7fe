/** server/events.md has the payload, the types and the states as the code has them, and its receivers work. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { bookingEvent, bookingEventTypes, bookingStates } from '../../server/contract/events.ts';
import { freePort } from '../../server/core/free-port.ts';
import { standardWebhookHeaders, standardWebhookKey } from '../../server/core/standard-webhooks.ts';
import { newKeys } from '../../server/operate/cli/keys.ts';
import { startProcess } from '../support/child-processes.ts';
import { codeBlocks, readDocument, sectionOf, tableRows } from '../support/documents.ts';
import { newSecret } from '../support/event-receiver.ts';
import { eventually } from '../support/eventually.ts';
import { folderOfTest } from '../support/folders.ts';

const guide = await readDocument('server/events.md');

interface Field {
  type?: string | string[];
  /** Of a nullable number. */
  anyOf?: { type: string }[];
  description?: string;
  properties?: Record<string, Field>;
}

const rowsOf = ({ properties = {} }: Field, prefix = ''): string[][] =>
  Object.entries(properties).flatMap(([name, field]) =>
    field.properties
      ? rowsOf(field, `${prefix}${name}.`)
      : [
          [
            `\`${prefix}${name}\``,
            [field.type ?? field.anyOf?.map(({ type }) => type)].flat().join(' or '),
            field.description ?? '',
          ],
        ],
  );
const listed = (entries: Record<string, string>) =>
  Object.entries(entries).map(([name, says]) => [`\`${name}\``, says]);
const rowsUnder = (heading: string) => tableRows(sectionOf(guide, heading));

it('lists every field, type and state', () => {
  const [payload = ''] = sectionOf(guide, '## Payload').split('\n### ');
  expect(tableRows(payload)).toEqual(rowsOf(z.toJSONSchema(bookingEvent) as Field));
  expect(rowsUnder('### Types')).toEqual(listed(bookingEventTypes));
  expect(rowsUnder('### States')).toEqual(listed(bookingStates));
});

it('shows a payload that fits the schema', () => {
  const [example = ''] = codeBlocks(guide, 'json');
  expect(Object.keys(bookingEvent.parse(JSON.parse(example)))).toEqual(Object.keys(bookingEvent.shape));
});

it('names the command that makes a secret', async () => {
  expect(guide).toContain('npx dx-booking keys generate EVENTS_SECRET');
  expect(standardWebhookKey(await newKeys('EVENTS_SECRET'))).not.toBeNull();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
const receivers: [language: string, command: string, file: string][] = [
  ['js', process.execPath, 'receiver.mjs'],
  ...(hasPython ? ([['python', 'python3', 'receiver.py']] as [string, string, string][]) : []),
];

it.each(receivers)(
  'the receiver in %s accepts a signed event and no other',
  async (language, command, file) => {
    const folder = folderOfTest();
    const [code = ''] = codeBlocks(sectionOf(guide, '## Verify a signature'), language);
    await writeFile(join(folder, file), code);
    const port = await freePort(0, '127.0.0.1');
    const [secret, next] = [newSecret(), newSecret()];
    const env = { PORT: String(port), EVENTS_SECRET: secret };
    const child = startProcess(command, [join(folder, file)], { env, stderr: 'inherit' });
    onTestFinished(async () => void (await child.stop('SIGKILL')));

    const [body = ''] = codeBlocks(guide, 'json');
    const send = async (over: { body?: string; secrets?: string[]; atMs?: number } = {}) => {
      const keys = (over.secrets ?? [secret]).map(standardWebhookKey).filter((key) => key !== null);
      const headers = standardWebhookHeaders({ id: 'evt_1', body }, keys, over.atMs ?? Date.now());
      const url = `http://127.0.0.1:${port}/events`;
      return (await fetch(url, { method: 'POST', headers, body: over.body ?? body })).status;
    };
    await eventually(() =>
      send({ secrets: [newSecret()] }).then(
        (status) => status === 401,
        () => false,
      ),
    );
    expect(await send()).toBe(204);
    expect(await send({ secrets: [next, secret] })).toBe(204);
    expect(await send({ body: body.replace('confirmed', 'canceled') })).toBe(401);
    expect(await send({ atMs: Date.now() - 302_000 })).toBe(401);
    await eventually(() => child.output().split('\n').length === 3);
    expect(child.output().split('\n')[0]).toMatch(/^evt_\S+ booking\.confirmed user-17 confirmed$/);
  },
);
