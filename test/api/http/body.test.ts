/** Bodies are JSON in UTF-8 of at most 64 kB; an error names the correction. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { readJson } from '../../../server/api/http/body.ts';
import { problem } from '../../../server/contract/problem.ts';
import { eventually } from '../../support/eventually.ts';
import { httpHarness } from './http-harness.ts';

const echo = () =>
  httpHarness(async (ctx) => {
    const body = await readJson(ctx);
    ctx.body = { body: body === undefined ? 'none' : body };
  });

async function post(
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const { url } = await echo();
  const response = await fetch(`${url}/things`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

it.each<[string, BodyInit | null, unknown]>([
  ['an object', '{"a":"ü"}', { a: 'ü' }],
  ['null', 'null', null],
  [
    'many lists that are not nested, and brackets in texts',
    JSON.stringify([...Array.from({ length: 200 }, () => [[]]), '[{"\\'.repeat(100)]),
    [...Array.from({ length: 200 }, () => [[]]), '[{"\\'.repeat(100)],
  ],
  ['no body', null, 'none'],
  ['just as much as is taken', `"${'x'.repeat(65_534)}"`, 'x'.repeat(65_534)],
])('takes %s', async (_, sent, body) => {
  expect(await post(sent)).toEqual({ status: 200, body: { body } });
});

it('accepts the charset UTF-8 in upper or lower case', async () => {
  expect(await post('1', { 'content-type': 'application/json; charset=UTF-8' })).toMatchObject({
    status: 200,
  });
});

it.each<[string, BodyInit, Record<string, string>, number, string]>([
  ['broken JSON', '{"a":', { 'content-type': 'application/json' }, 400, 'malformed_json'],
  [
    'bytes that are no UTF-8',
    Buffer.from([0x22, 0xff, 0x22]),
    { 'content-type': 'application/json' },
    400,
    'malformed_body',
  ],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  ['no type', Buffer.from('{}'), {}, 415, 'unsupported_media_type'],
  [
    'another charset',
    '{}',
    { 'content-type': 'application/json; charset=latin1' },
    415,
    'unsupported_media_type',
  ],
  [
    'a compressed body',
    gzipSync('{}'),
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    415,
    'unsupported_media_type',
  ],
  [
    'one byte too many',
    `"${'x'.repeat(65_535)}"`,
    { 'content-type': 'application/json' },
    413,
    'body_too_large',
  ],
  [
    'ten thousand nested objects',
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    { 'content-type': 'application/json' },
    400,
    'body_too_deep',
  ],
  [
    'thirty thousand nested lists',
    '['.repeat(30_000) + ']'.repeat(30_000),
    { 'content-type': 'application/json' },
    400,
    'body_too_deep',
  ],
])('refuses %s', async (_, sent, headers, status, code) => {
  const answer = await post(sent, headers);
  expect(problem.parse(answer.body)).toMatchObject({ status, code });
  expect(answer.status).toBe(status);
});

it('refuses an endless body as soon as it is too large', async () => {
  const { url } = await echo();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const timer = setInterval(() => socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`), 5);
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes('\r\n\r\n')) break;
  }
  clearInterval(timer);
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
});

it('holds at most 16 MiB of bodies that are arriving: it refuses the largest, and takes a small one', async () => {
  const { url } = await echo();
  const bytes = 60_000;
  const count = 400;
  const answers: string[] = [];
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {}).on('data', (data) => void answers.push(String(data)));
    socket.write(
      `POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes + 1}\r\n\r\n`,
    );
    socket.write('1'.repeat(bytes));
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const refused = Math.ceil(count - (16 * 1024 * 1024) / bytes);
  await eventually(() => answers.length >= refused);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 2\r\n/);
    expect(answer).toContain('too_many_requests');
  }
  const small = await fetch(`${url}/things`, {
    method: 'POST',
    body: '{"small":true}',
    headers: { 'content-type': 'application/json' },
  });
  expect(small.status).toBe(200);
  expect(answers.length).toBeLessThan(count);
});
