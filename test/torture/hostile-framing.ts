/** Faults in the head of a request and in the layout of its bytes. */
import type { Random } from './hostile-shapes.ts';

export interface Parts {
  method: string;
  path: string;
  headers: [string, string][];
  body: Buffer;
}

const set = (name: string, value: string) => (headers: [string, string][]) => {
  const at = headers.findIndex(([known]) => known === name);
  if (at >= 0) headers.splice(at, 1);
  headers.push([name, value]);
};
const again = (name: string) => (headers: [string, string][]) => {
  const found = headers.find(([known]) => known.toLowerCase() === name);
  headers.push([name, found?.[1] ?? 'twice']);
};

/** Faults in the head. */
export const heads: readonly ((headers: [string, string][], random: Random) => void)[] = [
  ...[
    'text/plain',
    'application/pdf',
    'application/json; charset=utf-16',
    'application/json;;;',
    'multipart/form-data; boundary=',
    '',
    '\xff',
    'application/x-www-form-urlencoded',
  ].map((type) => set('Content-Type', type)),
  ...['authorization', 'dpop', 'content-type', 'origin', 'if-match', 'host'].map(again),
  set('Content-Encoding', 'gzip'),
  set('Content-Encoding', 'br, gzip, deflate'),
  set('X-Large', 'x'.repeat(20_000)),
  (headers) => headers.push(...Array.from({ length: 3000 }, (_, n): [string, string] => [`x-${n}`, '1'])),
  set('Expect', '100-continue'),
  set('Expect', 'a miracle'),
  set('Upgrade', 'websocket'),
  (headers) =>
    headers.push(['Connection', 'Upgrade'], ['Upgrade', 'h2c'], ['HTTP2-Settings', 'AAMAAABkAAQAAP__']),
  set('Host', ''),
  set('Host', 'evil.example'),
  set('X-Forwarded-For', '203.0.113.7, ::1, unknown, "\\"'),
  set('X-Forwarded-Host', 'evil.example'),
  set('X-HTTP-Method-Override', 'DELETE'),
  set('Last-Event-ID', '\x01'),
  set('Last-Event-ID', 'x'.repeat(9000)),
  set('__proto__', '1'),
  set('constructor', '1'),
  set('Cookie', 'a=b; '.repeat(500)),
  set('Range', 'bytes=0-,1-,2-,3-'),
  set('If-None-Match', '"'.repeat(5000)),
  set('Accept-Encoding', 'identity;q=0, *;q=0'),
  set('Access-Control-Request-Method', 'POST'),
];

const head = ({ method, path, headers }: Parts, version = 'HTTP/1.1', line = '\r\n') =>
  Buffer.from(
    `${method} ${path} ${version}${line}${headers.map(([n, v]) => `${n}: ${v}${line}`).join('')}`,
    'latin1',
  );
const withHeaders = (parts: Parts, added: string, ...body: (Buffer | string)[]) =>
  Buffer.concat([head(parts), Buffer.from(`${added}\r\n`), ...body.map((each) => Buffer.from(each))]);
const length = ({ body }: Parts) => `Content-Length: ${body.length}\r\n`;
const chunk = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
const smuggled = 'GET /appointments HTTP/1.1\r\nHost: a\r\nX-Smuggled: 1\r\n\r\n';

/** Layouts of the bytes; the first is valid. */
export const framings: readonly [(parts: Parts) => Buffer, ...((parts: Parts) => Buffer)[]] = [
  (parts) => withHeaders(parts, length(parts), parts.body),
  (parts) =>
    withHeaders(
      parts,
      'Transfer-Encoding: chunked\r\n',
      ...(parts.body.length > 0 ? [chunk(parts.body)] : []),
      '0\r\n\r\n',
    ),
  (parts) => withHeaders(parts, `Content-Length: ${parts.body.length + 10}\r\n`, parts.body),
  (parts) =>
    withHeaders(parts, `Content-Length: ${Math.max(0, parts.body.length - 2)}\r\n`, parts.body, smuggled),
  (parts) => withHeaders(parts, 'Content-Length: -1\r\n', parts.body),
  (parts) => withHeaders(parts, 'Content-Length: 1e3\r\n', parts.body),
  (parts) => withHeaders(parts, 'Content-Length: 99999999999999999999\r\n', parts.body),
  (parts) => withHeaders(parts, `${length(parts)}Content-Length: 0\r\n`, parts.body, smuggled),
  (parts) => withHeaders(parts, `${length(parts)}Transfer-Encoding: chunked\r\n`, '0\r\n\r\n', smuggled),
  (parts) =>
    withHeaders(
      parts,
      `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n${length(parts)}`,
      chunk(parts.body),
      smuggled,
    ),
  (parts) => withHeaders(parts, 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n', smuggled),
  (parts) => withHeaders(parts, 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n', smuggled),
  (parts) => withHeaders(parts, 'Transfer-Encoding: chunked\r\n', 'zz\r\nabc\r\n0\r\n\r\n'),
  (parts) => withHeaders(parts, 'Transfer-Encoding: chunked\r\n', 'ffffffffffffffff1\r\nabc\r\n'),
  (parts) =>
    withHeaders(parts, 'Transfer-Encoding: chunked\r\n', `5;${'x'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`),
  (parts) =>
    withHeaders(
      parts,
      'Transfer-Encoding: chunked\r\n',
      '0\r\nTrailer: 1\r\nContent-Length: 5\r\n\r\n',
      smuggled,
    ),
  (parts) => withHeaders(parts, ' folded: 1\r\n\tand more\r\n', parts.body),
  (parts) => withHeaders(parts, 'X-Nul: a\0b\r\n', parts.body),
  (parts) => withHeaders(parts, 'No colon at all\r\n', parts.body),
  (parts) => withHeaders(parts, ': no name\r\n', parts.body),
  (parts) => Buffer.concat([head(parts, 'HTTP/1.1', '\n'), Buffer.from('\n'), parts.body]),
  (parts) => Buffer.concat([head(parts, 'HTTP/1.0'), Buffer.from(`${length(parts)}\r\n`), parts.body]),
  (parts) => Buffer.concat([head(parts, 'HTTP/9.9'), Buffer.from(`${length(parts)}\r\n`), parts.body]),
  (parts) => Buffer.concat([head(parts, ''), Buffer.from('\r\n')]),
  (parts) => withHeaders({ ...parts, path: `http://evil.example${parts.path}` }, length(parts), parts.body),
  (parts) => withHeaders({ ...parts, path: '*' }, length(parts), parts.body),
  (parts) => withHeaders({ ...parts, path: '//evil.example/..//' }, length(parts), parts.body),
  (parts) => withHeaders({ ...parts, path: `${parts.path} ${parts.path}` }, length(parts), parts.body),
  (parts) => withHeaders({ ...parts, path: `/widget/..%2f..%2fpackage.json` }, length(parts), parts.body),
  (parts) => withHeaders({ ...parts, path: `/widget/../../server/main.ts\0.js` }, length(parts), parts.body),
  (parts) => withHeaders({ ...parts, path: `/${'a/'.repeat(20_000)}` }, length(parts), parts.body),
  // A second, valid request on the same connection.
  (parts) => {
    const open = { ...parts, headers: parts.headers.filter(([name]) => name !== 'Connection') };
    return Buffer.concat([
      withHeaders(open, length(parts), parts.body),
      withHeaders(parts, length(parts), parts.body),
    ]);
  },
  () => Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
  () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  () => Buffer.from('\0'.repeat(1000)),
];
