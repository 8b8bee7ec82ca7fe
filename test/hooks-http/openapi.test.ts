/** The OpenAPI document of the hooks: as the schemas have it, and clean before a public linter. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openApiOfHooks } from '../../server/hooks-http/openapi.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const document = path('server/hooks-openapi.json');

it('is what server/hooks-openapi.json has; run this test with -u to write it', async () => {
  await expect(`${JSON.stringify(openApiOfHooks(), null, 2)}\n`).toMatchFileSnapshot(document);
});

it('is clean before the linter', async () => {
  const redocly = path('node_modules/@redocly/cli/bin/cli.js');
  const rules = path('test/sandbox/redocly.yaml');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [redocly, 'lint', document, '--config', rules, '--format', 'json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  ).catch((failure: { stdout: string }) => failure);
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: { message: string }[] };
  expect(problems.map(({ message }) => message)).toEqual([]);
});
