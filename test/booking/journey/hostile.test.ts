/** Bad input on every route gets a 4xx problem with a helpful code, and never a 5xx, a stack trace or a secret. */
import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { answers } from '../../../server/contract/journey-api/answers.ts';
import { problem } from '../../../server/contract/problem.ts';
import { choosePlace } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { origin } from '../../support/full-api-server.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

let customer: Customer;
const service = await serverOfFile();
beforeAll(async () => {
  customer = service.customer('hostile');
  await choosePlace(customer, 'DEXA');
});

const journey = () => `/journeys/${customer.view?.journey_id}`;
const ifMatch = () => ({ 'If-Match': `"${customer.view?.revision}"` });

const expectProblem = (reply: { status: number; body: unknown }) => {
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  const body = problem.parse(reply.body);
  expect(body.status).toBe(reply.status);
  expect(body.code).toMatch(/^[a-z_]+$/);
  expect(JSON.stringify(body)).not.toMatch(/\bat \/|node_modules|x-api-key|\.ts:\d/);
  return body;
};

const whole = (body: string) => body;
const routes = [
  ['POST', () => '/journeys', whole],
  ['POST', journey, whole],
  ...Object.keys(answers).map(
    (step) => ['POST', journey, (body: string) => `{"step": "${step}", "answer": ${body}}`] as const,
  ),
  ['POST', () => `${journey()}/previews`, whole],
  ['POST', () => `${journey()}/revisit`, whole],
  ['PUT', journey, (body: string) => `{"step": "identity", "draft": ${body}}`],
] as const;

const bodies = [
  ['no JSON', '{"search": '],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '17'],
  ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  [
    'a foreign field',
    JSON.stringify({ branch: 'api_partner_pdf', customer_ip: '203.0.113.7', __proto__: 1 }),
  ],
  ['a huge string', JSON.stringify({ search: 'x'.repeat(70_000) })],
] as const;

describe.each(routes.map(([method, path, wrap], index) => [method, index, path, wrap] as const))(
  '%s route %#',
  (method, _index, path, wrap) => {
    it.each(bodies)('refuses %s', async (name, body) => {
      const isDraft = method === 'PUT';
      if (isDraft && name === 'a foreign field')
        return expect((await customer.call(method, path(), wrap(body), ifMatch())).status).toBe(204);
      const reply = await customer.call<unknown>(method, path(), wrap(body), {
        'content-type': 'application/json',
        ...ifMatch(),
      });
      expectProblem(reply);
    });

    it('refuses another content type', async () => {
      expectProblem(
        await customer.call<unknown>(method, path(), 'a=b', { 'content-type': 'text/plain', ...ifMatch() }),
      );
    });

    it('refuses bytes that are not UTF-8 and a foreign charset', async () => {
      const reply = await customer.call<unknown>(method, path(), '{}', {
        'content-type': 'application/json; charset=utf-16',
        ...ifMatch(),
      });
      expect(expectProblem(reply).code).toBe('unsupported_media_type');
    });
  },
);

describe('Addresses and methods', () => {
  it.each([
    ['GET', '/journeys/not-an-id', 404],
    ['GET', '/journeys/00000000-0000-4000-8000-000000000000', 404],
    ['GET', "/journeys/%00' or 1=1--", 404],
    ['GET', '/nowhere', 404],
    ['GET', '/widget/../../package.json', 404],
    ['GET', '/widget/%2e%2e/%2e%2e/package.json', 404],
    ['DELETE', '/journeys', 405],
    ['PATCH', '/token', 405],
  ])('%s %s gets a problem with status %i [AUTH-15]', async (method, path, status) => {
    const reply = await customer.call<unknown>(method, path);
    expect(reply.status).toBe(status);
    expectProblem(reply);
  });

  it('requires the revision that the page saw, and refuses an older one [IDEM-12]', async () => {
    const path = `${journey()}/revisit`;
    expect(expectProblem(await customer.call<unknown>('POST', path, { step: 'place' })).code).toBe(
      'revision_required',
    );
    expect(
      expectProblem(await customer.call<unknown>('POST', path, { step: 'place' }, { 'If-Match': '"1"' }))
        .code,
    ).toBe('journey_moved');
  });

  it('refuses an answer to a step that is not the current one [ENV-11]', async () => {
    const reply = await customer.send('review', { return_url: `${origin}/book` });
    expect(expectProblem(reply).code).toBe('journey_moved');
  });

  it('answers broken HTTP with 4xx and stays up', async () => {
    const status = await new Promise<number>((done, fail) => {
      const request = httpRequest(
        `${service.url}/token`,
        {
          method: 'POST',
          headers: { 'content-length': '5', 'content-type': 'application/x-www-form-urlencoded' },
        },
        (response) => done(response.statusCode ?? 0),
      );
      request.on('error', fail);
      request.end('a=b&c');
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe('Arbitrary input', () => {
  it('gets a 4xx problem or a view, never a 5xx', async () => {
    const steps = fc.constantFrom(...Object.keys(answers), 'order', 'nonsense', '__proto__');
    await fc.assert(
      fc.asyncProperty(steps, fc.jsonValue(), async (step, body) => {
        const reply = await customer.call<unknown>(
          'POST',
          journey(),
          JSON.stringify({ step, answer: body }),
          { 'content-type': 'application/json', ...ifMatch() },
        );
        expectProblem(reply);
      }),
      { numRuns: 150 },
    );
  });
});

describe('Another customer', () => {
  it('gets 404 at every address of the journey, as if it did not exist [AUTH-14]', async () => {
    const other = service.customer('somebody-else');
    const calls = [
      ['GET', journey(), undefined],
      ['POST', journey(), { step: 'times', answer: { primary: 'a', alternates: ['b'] } }],
      ['POST', `${journey()}/revisit`, { step: 'place' }],
      ['POST', `${journey()}/retry`, undefined],
      ['PUT', journey(), { step: 'times', draft: { a: 1 } }],
    ] as const;
    for (const [method, path, body] of calls) {
      const reply = await other.call<unknown>(method, path, body, ifMatch());
      expect([path, reply.status]).toEqual([path, 404]);
      expect(expectProblem(reply).code).toBe('journey_not_found');
    }
  });
});
