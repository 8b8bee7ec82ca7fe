/** The guide of the hooks agrees with the wire, and its endpoints in Node and Python work as they are. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  checkOperation,
  type HookOperation,
  hookNames,
  hookOperations,
} from '../../server/contract/hooks-api.ts';
import { freePort } from '../../server/core/free-port.ts';
import { standardWebhookHeaders } from '../../server/core/standard-webhooks.ts';
import { examineHooks } from '../../server/operate/cli/examine-hooks.ts';
import { createHttpHooks } from '../../server/partner/hooks-http/http-hooks.ts';
import { startProcess } from '../support/child-processes.ts';
import { codeBlocks, readDocument, sectionOf, tableRows } from '../support/documents.ts';
import { newSecret } from '../support/event-receiver.ts';
import { folderOfTest } from '../support/folders.ts';
import { keysOf } from '../support/hook-endpoint.ts';
import { hasPython } from '../support/python-site.ts';

const guide = () => readDocument('server/hooks.md');

it('lists every hook', async () => {
  const [before = ''] = (await guide()).split('\n## ');
  expect(tableRows(before).map(([name]) => name)).toEqual(
    [...hookNames, 'onEvent'].map((name) => `\`${name}\``),
  );
});

it('lists the request, the result and the deadline of every hook', async () => {
  const rows = tableRows(sectionOf(await guide(), '### Requests'));
  const operations = Object.entries<HookOperation>({ ...hookOperations, check: checkOperation });
  expect(rows).toEqual(
    operations.map(([name, { summary, request, deadlineMs, isRepeated }]) => [
      `\`${name}\``,
      summary,
      Object.keys((request as (typeof hookOperations)['payment']['request']).shape)
        .map((field) => `\`${field}\``)
        .join(', '),
      `${deadlineMs / 1000} s`,
      isRepeated ? 'yes' : 'no',
    ]),
  );
});

it('shows a request whose signature is that of the secret in the guide', async () => {
  const text = await guide();
  const secret = /HOOKS_SECRET=(whsec_[^`]+)/.exec(text)?.[1] ?? '';
  const [head = '', body = ''] = (codeBlocks(text, 'http')[0] ?? '').trim().split('\n\n');
  const headers = Object.fromEntries(
    head.split('\n').flatMap((line) => {
      const [name = '', value] = line.split(': ');
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const nowMs = Number(headers['webhook-timestamp']) * 1000;
  expect(headers).toEqual({
    'content-type': 'application/json',
    ...standardWebhookHeaders({ id: headers['webhook-id'] ?? '', body }, keysOf(secret), nowMs),
  });
});

async function works(command: string, language: string, file: string) {
  const secret = newSecret();
  const dir = folderOfTest();
  const port = await freePort(0, '127.0.0.1');
  const text = codeBlocks(await guide(), language).find((block) => block.includes('HOOKS_SECRET')) ?? '';
  await writeFile(join(dir, file), text);
  const env = { PORT: String(port), HOOKS_SECRET: secret };
  const child = startProcess(command, [join(dir, file)], { env });
  onTestFinished(async () => void (await child.stop('SIGKILL')));
  await child.until(() => child.output() !== '');
  const endpoint = { url: `http://127.0.0.1:${port}/hooks`, keys: keysOf(newSecret(), secret) };
  const findings = await examineHooks({ ...endpoint, names: ['payment', 'verifySubject'] });
  expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok']);
  const hooks = createHttpHooks(endpoint, ['verifySubject', 'mayOrder']);
  expect(await hooks.verifySubject?.('demo-1', 'any')).toEqual({ subject: 'demo-1' });
  expect(await hooks.verifySubject?.('other', 'any')).toBeNull();
  await expect(hooks.mayOrder?.('a', 'b')).rejects.toMatchObject({ code: 'hook_status_404' });
}

it('has an endpoint in Node that works', () => works(process.execPath, 'js', 'endpoint.mjs'));

it.runIf(hasPython())('has an endpoint in Python that works', () =>
  works('python3', 'python', 'endpoint.py'),
);
