/** One hostile request, drawn from a seed: a route, credentials and a fault. The result is the bytes on the wire. */
import { createHmac } from 'node:crypto';
import { accessTokenType, grantType } from '../../server/contract/token-api.ts';
import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import type { Caller } from '../bench/caller.ts';
import type { Route } from '../support/faults/report-state.ts';
import { origin } from '../support/service.ts';
import { bodies, ids, pick, type Random, values } from './hostile-shapes.ts';

interface Parts {
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
const heads: readonly ((headers: [string, string][], random: Random) => void)[] = [
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
const framings: readonly [(parts: Parts) => Buffer, ...((parts: Parts) => Buffer)[]] = [
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

export interface Field {
  routes: Route[];
  host: string;
  webhookSecret: string;
  customers: Caller[];
  staff: Caller;
  /** The ids of existing journeys and appointments, of all customers. */
  ids: string[];
}

const steps = ['place', 'times', 'identity', 'consent', 'prescreen', 'review', 'questionnaire', 'document'];
const methods = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'G\0T',
];
/** The share of requests with each fault. */
const [wrongMethod, wrongIds, wrongHead, wrongFrame] = [0.1, 0.25, 0.25, 0.3];

function pathOf(random: Random, field: Field, { path }: Route): string {
  const filled = path
    .replace(':id', () => (random() < wrongIds ? pick(random, ids) : pick(random, field.ids)))
    .replace(':step', () => (random() < wrongIds ? pick(random, ids) : pick(random, steps)));
  const query =
    random() < 0.1
      ? pick(random, ['?', '?a=1&a=2', '?__proto__[x]=1', `?${'q'.repeat(9000)}`, '?%', '#'])
      : '';
  return filled + query;
}

/** Draws the credentials: none, a customer's, the staff's, or forged ones. */
function credentials(random: Random, field: Field, method: string, path: string): [string, string][] {
  const [bare = path] = path.split(/[?#]/);
  const real = pick(random, random() < 0.8 ? field.customers : [field.staff]).headers(method, bare);
  const other = pick(random, field.customers).headers(method, bare);
  const [head = '', , signature = ''] = `${real.authorization}`.slice(5).split('.');
  const claims = Buffer.from(JSON.stringify({ sub: 'user-a', role: 'physician', exp: 9e9 })).toString(
    'base64url',
  );
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  const kind = random();
  if (kind < 0.15) return [];
  if (kind < 0.7) return Object.entries(real);
  const forged = pick(random, [
    { authorization: `DPoP ${head}.${claims}.${signature}` },
    { authorization: `DPoP ${none}.${claims}.` },
    { authorization: `Bearer ${real.authorization?.slice(5)}` },
    { authorization: `DPoP ${'x'.repeat(7000)}` },
    { authorization: 'DPoP' },
    { dpop: `${other.dpop}` },
    { dpop: `${real.dpop}`.replace(/\.[^.]*$/, '.AAAA') },
    { dpop: `${real.dpop}, ${other.dpop}` },
    { dpop: '..' },
    { dpop: Buffer.from('{"jwk":{"kty":"oct","k":"AA"}}').toString('base64url').concat('.e30.AA') },
    {
      origin: pick(random, [
        'null',
        'https://clinic.example.evil.example',
        '',
        'https://clinic.example:443/',
      ]),
    },
  ] as Record<string, string>[]);
  return Object.entries({ ...real, ...forged });
}

function bodyOf(random: Random, { path }: Route): Buffer {
  if (path === '/token' && random() < 0.7)
    return Buffer.from(
      pick(random, [
        new URLSearchParams({
          grant_type: grantType,
          subject_token: `user-${values(random)}`,
          subject_token_type: accessTokenType,
        }).toString(),
        `grant_type=${encodeURIComponent(grantType)}&subject_token=%ff%00%&subject_token_type=%`,
        'grant_type=a&grant_type=b',
        '&'.repeat(20_000),
        `__proto__=1&constructor[prototype][x]=${'%20'.repeat(500)}`,
      ]),
    );
  return bodies(random);
}

function signed(body: Buffer, secret: string): [string, string][] {
  const at = String(Math.floor(Date.now() / 1000));
  return [
    [eventHeaders.timestamp, at],
    [eventHeaders.signature, createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')],
  ];
}

export function hostileRequest(random: Random, field: Field): Buffer {
  const route = pick(random, field.routes);
  const method = random() < wrongMethod ? pick(random, methods) : route.method;
  const path = pathOf(random, field, route);
  const body = ['GET', 'HEAD'].includes(method) && random() < 0.8 ? Buffer.alloc(0) : bodyOf(random, route);
  const type = ['/token', '/first-view'].includes(route.path)
    ? 'application/x-www-form-urlencoded'
    : 'application/json';
  const headers: [string, string][] = [
    ['Host', field.host],
    ['Connection', 'close'],
    ['Origin', origin],
    [
      'If-Match',
      random() < 0.8
        ? `"${Math.floor(random() * 12)}"`
        : pick(random, ['*', '""', '"-1"', '"1e9"', 'W/"1"', '"\xff"']),
    ],
    ['Content-Type', type],
  ];
  for (const [name, value] of credentials(random, field, method, path)) {
    const at = headers.findIndex(([known]) => known.toLowerCase() === name);
    if (at >= 0) headers.splice(at, 1);
    headers.push([name, value]);
  }
  if (route.path === '/webhooks' && random() < 0.8) headers.push(...signed(body, field.webhookSecret));
  if (random() < wrongHead) pick(random, heads)(headers, random);
  const frame = random() < wrongFrame ? pick(random, framings) : framings[0];
  return frame({ method, path, headers, body });
}
