/**
 * Ten thousand malformed requests over every operation are refused in the envelope, commit nothing and break nothing.
 * MALFORMED_SEED repeats a run.
 */
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import type { ConsentSession } from '../../server/contract/upstream-api/consent.ts';
import { openApiDocument } from '../../server/sandbox/openapi/document.ts';
import { order, readyToSchedule, sessionBody } from './booking.ts';
import { type Fixtures, type Malformed, malformedRequests } from './malformed-requests.ts';
import { type Harness, openHarness } from './sandbox-harness.ts';

const seed = Number(process.env.MALFORMED_SEED ?? Date.now() % 2 ** 31);
const requests = 10_000;
const atATime = 8;

/**
 * A customer, an offering, an open consent session and an appointment, so that a request with one fault passes the
 * other checks.
 */
async function fixturesOf(harness: Harness): Promise<Fixtures> {
  const partner = await harness.partner();
  const coBranded = await harness.partner({ flow: 'co_branded' });
  const { appointmentId, identityId, pair } = await readyToSchedule(partner);
  const { orderId } = await order(coBranded, 'DEXA');
  const session = await partner.post<ConsentSession>(
    '/v1/api-first/consent-sessions',
    await sessionBody(partner, identityId, 'VO2'),
  );
  return {
    ids: {
      catalogId: pair.catalog_id,
      offeringId: pair.offering_id,
      testType: 'DEXA',
      sessionId: session.data.id,
      identityId,
      appointmentId,
      orderId,
    },
    apiKey: (path) => (path.endsWith('/schedule-handoff') ? coBranded.apiKey : partner.apiKey),
  };
}

/** The fault of the response, or null. */
async function faultOf(url: string, dispatcher: Agent, { method, path, headers, body }: Malformed) {
  const answer = await request(url + path, { method, headers, body: body ?? null, dispatcher });
  const text = await answer.body.text();
  const { code, data, error } = text.startsWith('{"code":') ? JSON.parse(text) : Object();
  const refused = answer.statusCode >= 400 && answer.statusCode < 500;
  return refused && code === answer.statusCode && data === null && typeof error.message === 'string'
    ? null
    : `${answer.statusCode} ${text.slice(0, 200)}`;
}

it(`refuses ${requests} malformed requests in the envelope (MALFORMED_SEED=${seed}) [ERR-01] [ERR-02] [ERR-10]`, async () => {
  const harness = await openHarness();
  const document = openApiDocument();
  const malformed = malformedRequests(document, await fixturesOf(harness));
  const waiting = fc.sample(malformed, { numRuns: requests, seed });
  const before = (await harness.control('GET', '/ledger')).json;
  const sent = new Set(waiting.map(({ operationId }) => operationId));
  const dispatcher = new Agent({ connections: atATime });

  const faults: string[] = [];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const fault = await faultOf(harness.url, dispatcher, next).catch(String);
      if (fault !== null)
        faults.push(`${next.flaw}: ${next.method} ${next.path} ${next.body?.slice(0, 300)}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  await dispatcher.close();

  expect(faults.slice(0, 5)).toEqual([]);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect([...sent].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  expect((await harness.control('GET', '/ledger')).json).toEqual(before);
  await harness.close();
}, 60_000);
