/** One hostile request, drawn from a seed: a route, credentials and a fault. The result is the bytes on the wire. */
import { createHmac } from 'node:crypto';
import { accessTokenType, grantType } from '../../server/contract/token-api.ts';
import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import type { Caller } from '../bench/caller.ts';
import { framings, heads } from './hostile-framing.ts';
import { bodies, ids, pick, type Random, values } from './hostile-shapes.ts';
import { origin } from './main-process.ts';
import type { Route } from './report-state.ts';

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
