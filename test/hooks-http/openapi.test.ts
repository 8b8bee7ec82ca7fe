/** The OpenAPI document of the hooks: as the schemas have it, and clean before a public linter. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openApiOfHooks } from '../../server/hooks-http/openapi.ts';
import { lintOpenApi } from '../support/lint-openapi.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const document = path('server/hooks-openapi.json');

it('is what server/hooks-openapi.json has; run this test with -u to write it', async () => {
  await expect(`${JSON.stringify(openApiOfHooks(), null, 2)}\n`).toMatchFileSnapshot(document);
});

it('is clean before the linter', async () => {
  expect(await lintOpenApi(openApiOfHooks())).toEqual([]);
});
