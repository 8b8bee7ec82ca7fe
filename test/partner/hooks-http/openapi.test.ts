/** The OpenAPI document of the hooks. */
import { expect, it } from 'vitest';
import { hookNames } from '../../../server/contract/hooks-api.ts';
import { openApiOfHooks } from '../../../server/partner/hooks-http/openapi.ts';
import { lintOpenApi } from '../../support/lint-openapi.ts';

it('has a path for each hook, with a schema of its request and its result', () => {
  const { paths } = openApiOfHooks();
  expect(Object.keys(paths)).toEqual([...hookNames, 'check'].map((hook) => `/${hook}`));
  for (const { post } of Object.values(paths))
    expect([post.requestBody.content, post.responses['200'].content]).toEqual(
      Array(2).fill({ 'application/json': { schema: expect.objectContaining({ type: 'object' }) } }),
    );
});

it('is clean before the linter', async () => {
  expect(await lintOpenApi(openApiOfHooks())).toEqual([]);
});
