/** The sandbox's guide lists its control plane and its faults as the code has them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { controlRoutes } from '../../server/sandbox/control/control-plane.ts';
import { faultEffect } from '../../server/sandbox/engine/fault-request.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { codeBlocks, readDocument, sectionOf, tableRows } from '../support/documents.ts';

const guide = () => readDocument('server/sandbox/README.md');

it('lists every route of the control plane', async () => {
  const rows = tableRows(sectionOf(await guide(), '## Control plane'));
  expect(rows.map(([route]) => route).toSorted()).toEqual(
    controlRoutes.map(({ method, path }) => `\`${method} ${path}\``).toSorted(),
  );
});

it('lists every effect of a fault', async () => {
  const rows = tableRows(sectionOf(await guide(), '## Faults'));
  expect(rows.map(([effect]) => effect)).toEqual(
    faultEffect.options.map(({ shape }) => `\`${shape.kind.value}\``),
  );
});

it('has requests that the control plane accepts', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const requests = codeBlocks(await guide(), 'sh').filter((block) => block.startsWith('curl'));
  expect(requests).toHaveLength(4);
  for (const request of requests) {
    const command = request
      .replace('curl', 'curl --fail-with-body')
      .replace('http://127.0.0.1:4010', sandbox.url);
    const { stdout } = await promisify(execFile)('bash', ['-c', command]);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  }
});
