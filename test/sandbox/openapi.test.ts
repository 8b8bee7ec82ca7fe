/** The OpenAPI document of `/v1`: served, complete, and clean before a public linter. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventTypes } from '../../server/contract/upstream-webhooks.ts';
import type { OpenApiDocument } from '../../server/sandbox/openapi/document.ts';
import type { Operation } from '../../server/sandbox/openapi/operation.ts';
import { events } from '../contract/wire-fixtures.ts';
import { lintOpenApi } from '../support/lint-openapi.ts';
import { harnessOfFile } from './fresh-partner.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

const harness = await harnessOfFile();
let document: OpenApiDocument;
let operations: Map<string, Operation>;
beforeAll(async () => {
  document = (await harness.control<OpenApiDocument>('GET', '/openapi.json')).json;
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
});

/** Each endpoint of the index at the end of requirements.md, and whether its Idempotency-Key is required. */
async function endpoints(): Promise<Map<string, string>> {
  const markdown = await readFile(join(here, '../requirements.md'), 'utf8');
  const rows = markdown.matchAll(/^\| \d+ \| `((?:GET|POST) \S+)` \| [^|]+ \| ([^|]+) \|/gm);
  return new Map([...rows].map(([, endpoint = '', key = '']) => [endpoint, key]));
}

describe('the OpenAPI document', () => {
  it('is served as OpenAPI 3.1 [ENV-02]', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.components.securitySchemes.apiKey).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
    });
  });

  it('is clean before the linter, which finds what is wrong', async () => {
    expect(await lintOpenApi(document)).toEqual([]);
    const { paths, ...rest } = document;
    const [path = '', ...others] = Object.keys(paths);
    const twice = Object.fromEntries(others.map((other) => [other, paths[path]]));
    expect((await lintOpenApi({ ...rest, paths: { ...paths, ...twice } })).length).toBeGreaterThan(0);
  });

  it('has each endpoint of the specification, and no other [VER-01]', async () => {
    expect([...operations.keys()].sort()).toEqual([...(await endpoints()).keys()].sort());
  });

  it('requires an Idempotency-Key if the specification does', async () => {
    for (const [endpoint, key] of await endpoints()) {
      const header = operations.get(endpoint)?.parameters.find(({ name }) => name === 'Idempotency-Key');
      const asked = header === undefined ? '-' : header.required ? 'yes' : 'not stated';
      expect([endpoint, asked]).toEqual([endpoint, key]);
    }
  });

  it('describes every success of every operation, and its refusals', () => {
    for (const [endpoint, { summary, responses }] of operations) {
      const statuses = Object.keys(responses);
      expect([endpoint, summary]).not.toEqual([endpoint, '']);
      expect([endpoint, statuses.some((status) => /^20[01]$/.test(status) || responses[202])]).toEqual([
        endpoint,
        true,
      ]);
      expect([endpoint, statuses]).toEqual([endpoint, expect.arrayContaining(['4XX', '5XX'])]);
    }
  });

  it('gives each operation an id of its own', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has each event with its object, and the messages of the hosted page [WHK-07] [EMB-01]', () => {
    const { webhooks, 'x-hosted-page-message': message } = document;
    expect(Object.keys(webhooks)).toEqual(eventTypes);
    const faultOf = ({ type, body }: (typeof events)[number]) => {
      const schema = webhooks[type]?.post.requestBody?.content['application/json'].schema;
      return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(body).error;
    };
    // The specification shows no object of an evidence event (GAP-89).
    const shown = events.filter(({ type }) => type.startsWith('appointment.'));
    expect(shown.map(faultOf)).toEqual(shown.map(() => undefined));
    const [first] = shown;
    if (!first) throw new Error('there is no event');
    expect(faultOf({ ...first, body: { ...first.body, sequence: 'one' } })).toBeDefined();
    expect(message.oneOf ?? message.anyOf).toHaveLength(7);
  });
});
