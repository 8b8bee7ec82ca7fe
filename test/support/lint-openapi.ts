/** Checks an OpenAPI document with a public linter. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folderOfTest } from './folders.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

/** Runs the linter with the rules of this repository. @returns its findings */
export async function lintOpenApi(document: unknown): Promise<string[]> {
  const file = join(folderOfTest(), 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const rules = ['--config', path('test/sandbox/redocly.yaml'), '--format', 'json'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path('node_modules/@redocly/cli/bin/cli.js'), 'lint', file, ...rules],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    // The linter exits with 1 if it finds something.
  ).catch((failure: { stdout: string }) => failure);
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: { message: string }[] };
  return problems.map(({ message }) => message);
}
