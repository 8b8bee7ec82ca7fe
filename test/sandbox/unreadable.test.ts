/** Requests that no HTTP client sends: bytes that Node's parser rejects, invalid addresses, and clients that disconnect midway. */
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { harnessOfFile } from './fresh-partner.ts';
import type { Partner } from './sandbox-harness.ts';

const harness = await harnessOfFile();
let partner: Partner;
beforeAll(async () => {
  partner = await harness.partner();
});

/** Writes the bytes as they are and reads until the sandbox closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(harness.url).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const close = 'Connection: close\r\n\r\n';
const cases: [what: string, status: number, bytes: () => string][] = [
  ['bytes that are no HTTP', 400, () => '\u0000\u0001\u0002\r\n\r\n'],
  ['an unknown method', 400, () => 'BOOK /v1/orders HTTP/1.1\r\nHost: a\r\n\r\n'],
  [
    'a header with a control character',
    400,
    () => 'GET /v1/orders HTTP/1.1\r\nHost: a\r\nx-api-key: \u0000\r\n\r\n',
  ],
  [
    'headers without end',
    431,
    () => `GET /v1/orders HTTP/1.1\r\nHost: a\r\nx-api-key: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'two lengths',
    400,
    () => 'POST /v1/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
  ],
  [
    'a broken chunk',
    400,
    () => 'POST /v1/orders HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ],
  ['a proxy’s request', 405, () => 'CONNECT partner.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['an address that is none', 400, () => `GET http://[ HTTP/1.1\r\nHost: a\r\n${close}`],
  [
    'a path that decodes to nothing',
    404,
    () => `GET /v1/%E0%A4%A HTTP/1.1\r\nx-api-key: ${partner.apiKey}\r\n${close}`,
  ],
  ['no Host', 404, () => `GET /v1/nothing HTTP/1.1\r\nx-api-key: ${partner.apiKey}\r\n${close}`],
  ['an expectation', 401, () => `GET /v1/locations HTTP/1.1\r\nHost: a\r\nExpect: gold\r\n${close}`],
];

it.each(cases)('answers %s with %i in the envelope [ERR-01] [ERR-02]', async (_what, status, bytes) => {
  const [head = '', body = ''] = (await exchange(bytes())).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(body)).toEqual({
    code: status,
    data: null,
    error: {
      details: null,
      message: expect.any(String),
      path: expect.any(String),
      request_id: expect.any(String),
      timestamp: expect.any(String),
    },
  });
});

it('continues when a client disconnects before its body is complete', async () => {
  const socket = connect(Number(new URL(harness.url).port), '127.0.0.1', () =>
    socket.write('POST /v1/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{', () =>
      socket.destroy(),
    ),
  );
  await new Promise((resolve) => socket.on('close', resolve));
  expect((await partner.get('/v1/integration-configuration')).status).toBe(200);
});

it.each([
  ['a body over a mebibyte', 413, JSON.stringify({ a: 'x'.repeat(1024 * 1024) })],
  ['a text that is too long', 400, JSON.stringify({ first_name: 'x'.repeat(5000) })],
  ['nesting that is too deep', 400, '['.repeat(5000) + ']'.repeat(5000)],
])('refuses %s with %i [GAP-111]', async (_what, status, body) => {
  const answer = await fetch(`${harness.url}/v1/api-first/identities`, {
    method: 'POST',
    headers: { 'x-api-key': partner.apiKey, 'idempotency-key': 'one' },
    body,
  });
  expect([answer.status, (await answer.json()).code]).toEqual([status, status]);
});
