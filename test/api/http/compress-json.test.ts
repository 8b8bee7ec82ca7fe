/** JSON on the wire, as node:http sees it: `fetch` hides the encoding. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { httpHarness } from './http-harness.ts';

const times = { times: Array.from({ length: 200 }, (_, day) => `2026-03-${day}T09:30:00-05:00`) };

async function ask(body: unknown, accepted?: string): Promise<IncomingMessage & { bytes: Buffer }> {
  const { url } = await httpHarness((ctx) => {
    ctx.body = body;
  });
  const [response] = (await once(
    get(`${url}/things/1`, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }),
    'response',
  )) as [IncomingMessage];
  return Object.assign(response, { bytes: await buffer(response) });
}

it('compresses a large JSON response to a fraction of its bytes', async () => {
  const { headers, bytes } = await ask(times, 'gzip, deflate, br');
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.length),
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(bytes.length).toBeLessThan(JSON.stringify(times).length / 5);
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(times);
});

it.each([
  ['a client that does not name gzip', times, undefined],
  ['a client that refuses gzip', times, 'gzip;q=0'],
  ['a client that asks for little', { times: [] }, 'gzip'],
])('sends JSON as it is to %s', async (_, body, accepted) => {
  const { headers, bytes } = await ask(body, accepted);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toMatch(/accept-encoding/i);
  expect(JSON.parse(bytes.toString())).toEqual(body);
});

it.each([
  ['a file', () => Buffer.alloc(5000, 'a')],
  ['a stream', () => Readable.from([Buffer.alloc(5000, 'a')])],
])('sends %s as it is', async (_, body) => {
  const { headers, bytes } = await ask(body(), 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
  expect(bytes.toString()).toBe('a'.repeat(5000));
});
