/** A service whose difference no entry covers, behind the adapter that the guide writes (VER-02, GAP-113). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadAdapter } from '../../server/config/load-adapter.ts';
import { doctor } from '../../server/operate/cli/doctor.ts';
import { learn } from '../operate/cli/learn.ts';
import { book } from '../support/booked-appointment.ts';
import { choosePlace } from '../support/booking.ts';
import { codeBlocksOf, readDocument } from '../support/documents.ts';
import { folderOfTest } from '../support/folders.ts';
import { operator } from '../support/operator.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { dataOf } from './differences.ts';

const rewrite = dataOf(/\/v1\/orders$/, (order) => ({ order }));
/** An order and a product stand within another object. */
const bothWithin: Rewrite = (request, answer) =>
  dataOf(/\/products$/, (offering) => ({ offering }))(request, rewrite(request, answer));

/** Writes a file. @returns its path */
async function fileWith(code: string): Promise<string> {
  const folder = folderOfTest();
  const path = join(folder, 'adapter.mjs');
  await writeFile(path, code);
  return path;
}
const ofGuide = async () => codeBlocksOf(await readDocument('server/adapter.md'))[0]?.code ?? '';

async function start(code: string) {
  const loaded = await loadAdapter({ ADAPTER_MODULE: await fileWith(code) });
  if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
  const server = await serverOfTest({ rewrite, ...loaded });
  return server;
}

it("lets a booking through with the guide's example", async () => {
  const server = await start(await ofGuide());
  await book(server, 'ines', 'CALST');
  expect(await server.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
  expect(server.logged()).not.toContain('upstream.unreadable');
});

it('reads a response as it came when the function throws, and logs the route without a value', async () => {
  const server = await start(
    `export const adapter = { 'GET /v1/locations': (body) => { throw new TypeError(JSON.stringify(body)); } };`,
  );
  await choosePlace(server.customer('ines'), 'CALST');
  const failed = server
    .logged()
    .split('\n')
    .find((line) => line.includes('upstream.adapter_failed'));
  expect(JSON.parse(failed ?? '{}')).toMatchObject({ route: 'GET /v1/locations', error_class: 'TypeError' });
  expect(failed).not.toContain('catalog_id');
});

it('serves doctor and conformance too', async () => {
  const file = await fileWith(
    `${await ofGuide()}adapter['GET /v1/locations/{place}/offerings/{id}/products'] = (body) => ({ ...body, data: body.data.offering });`,
  );
  const installation = await operator({ rewrite: bothWithin, env: { ADAPTER_MODULE: file } });
  expect((await installation.run(doctor)).output).toContain(
    'The adapter rewrites responses of POST /v1/orders, GET /v1/locations/{place}/offerings/{id}/products.',
  );
  expect(await learn(installation, { area: ['scheduling'] })).toMatchObject({ code: 0, differing: [] });
  const without = await operator({ rewrite: bothWithin });
  expect((await learn(without, { area: ['scheduling'] })).code).toBe(1);
});

it.each([
  [
    'throw new RangeError()',
    'ADAPTER_MODULE cannot be loaded (RangeError): run its file with node to see why',
  ],
  ['export const other = {};', 'ADAPTER_MODULE exports no "adapter"'],
  [
    `export const adapter = { '/v1/orders': (body) => body };`,
    'ADAPTER_MODULE: "/v1/orders" is no route; name it as in "GET /v1/locations"',
  ],
  [`export const adapter = { 'GET /v1/orders': {} };`, 'ADAPTER_MODULE: "GET /v1/orders" is no function'],
])('refuses a file with %s', async (code, sentence) => {
  expect(await loadAdapter({ ADAPTER_MODULE: await fileWith(code) })).toEqual({ faults: [sentence] });
});
