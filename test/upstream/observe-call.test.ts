/** The report of an upstream request: method, path template and outcome, without contents. */
import { expect, it } from 'vitest';
import type { UpstreamCall } from '../../server/upstream/observe-call.ts';
import { type Answer, cut, failure, raw, scriptedServer, success } from '../support/scripted-server.ts';
import { upstreamHttp } from '../support/upstream-client.ts';

const route = '/v1/appointments/{appointmentId}';
const params = { appointmentId: 'canary' };
const write = {
  route: `${route}/cancel`,
  path: '/v1/appointments/canary/cancel',
  idempotencyKey: 'canary',
  body: '{"reason":"canary"}',
};

async function called(script: Answer[], limit: { timeoutMs?: number } = {}) {
  const { url } = await scriptedServer(...script);
  const calls: UpstreamCall[] = [];
  return {
    calls,
    http: upstreamHttp(url, { ...limit, onCalled: (call) => void calls.push(call) }),
  };
}

it('reports each attempt of a read by itself', async () => {
  const { http, calls } = await called([
    failure(503, { code: 'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE' }),
    success({}),
  ]);
  await http.read(route, { params, query: { cursor: 'canary' } });
  expect(calls).toMatchObject([
    { method: 'GET', route, status: 503, outcome: 'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE' },
    { method: 'GET', route, status: 200, outcome: '2xx' },
  ]);
  expect(calls.every(({ duration_ms }) => duration_ms > 0)).toBe(true);
  expect(JSON.stringify(calls)).not.toContain('canary');
});

it.each<[string, Answer, Partial<UpstreamCall>]>([
  ['an answer', success({}, 201), { status: 201, outcome: '2xx' }],
  [
    'what is still under way',
    failure(409, { code: 'IDEMPOTENCY_IN_PROGRESS' }),
    { outcome: 'IDEMPOTENCY_IN_PROGRESS' },
  ],
  ['a refusal by a known code', failure(409, { code: 'SLOT_UNAVAILABLE' }), { outcome: 'SLOT_UNAVAILABLE' }],
  [
    'a refusal by a code that nobody knows',
    failure(422, { code: 'CANARY' }),
    { status: 422, outcome: '4xx' },
  ],
  ['a failure', failure(500), { status: 500, outcome: '5xx' }],
  ['a page of a proxy', raw(200, '<html>canary</html>'), { status: 200, outcome: 'unreadable' }],
  ["a proxy's 404", raw(404, '<html>canary</html>'), { status: 404, outcome: 'unreadable' }],
  ['a cut connection', cut, { status: 0, outcome: 'network' }],
  ['silence', () => {}, { status: 0, outcome: 'timeout' }],
])('reports a write with the outcome %s', async (_, answer, expected) => {
  const { http, calls } = await called([answer], expected.outcome === 'timeout' ? { timeoutMs: 300 } : {});
  await http.attempt(write);
  expect(calls).toMatchObject([{ method: 'POST', route: write.route, ...expected }]);
  expect(JSON.stringify(calls)).not.toMatch(/canary/i);
});

it('reports a document by its status', async () => {
  const { http, calls } = await called([raw(200, '%PDF-'), raw(404, '')]);
  for (let times = 0; times < 2; times++) (await http.stream('/v1/documents/form')).body.resume();
  expect(calls.map(({ outcome }) => outcome)).toEqual(['2xx', '4xx']);
});
