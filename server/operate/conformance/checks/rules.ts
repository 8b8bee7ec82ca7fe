/** What holds for all endpoints: the envelope, keys and scopes, idempotency, malformed input, limits. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import {
  answered,
  consentBody,
  consentSessions,
  nobody,
  order,
  orderBody,
  prescreenBody,
  questionnaireBody,
  ready,
  scheduleBody,
  sessionBody,
} from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client, call } from '../client.ts';
import { identify, identities, identityBody } from '../customer.ts';
import { endpoints } from '../endpoints.ts';
import type { Shape } from '../shapes.ts';

const { must, should, told, checks } = defineArea('rules', 'Errors; Authentication; Limits', {
  customer_consent_mode: 'service_consent_api',
});
/** The checks of this area. */
export const rules = checks;

must.read`envelope: a failure has null data and exactly five error fields [ERR-01] [ERR-02] [ERR-03]`(
  async ({ partner }) => {
    const path = `/v1/appointments/${nobody}`;
    const { error } = await partner.get(path);
    deepEqual(Object.keys(error).sort(), ['details', 'message', 'path', 'request_id', 'timestamp']);
    equal(error.path, path);
    answers(await partner.get('/v1/nothing'), 404);
    const { headers } = await partner.get('/v1/locations', { origin: 'https://partner.example' });
    equal(headers.get('access-control-allow-origin'), null);
  },
);

/** A request to each endpoint, with ids that no record has. */
const requests = [...endpoints.keys()].map((endpoint) => {
  const [method = '', template = ''] = endpoint.split(' ');
  return { endpoint, method, path: template.replace('{type}', 'DEXA').replaceAll('{id}', nobody) };
});

must.read`key-missing: every endpoint answers 401 without a key, and to a key of another environment or with another secret [AUTH-02] [AUTH-03] [AUTH-04] [AUTH-08] [ENV-07] [ERR-16] [VER-01]`(
  ({ base, partner }) => {
    const foreign = ['pk_nobody.secret', `${partner.prefix}.wrong`, partner.prefix, 'pk_live_1f3a.5f2e'];
    return each(requests, async ({ endpoint, method, path }) => {
      const without = await call(base + path, method);
      answers(without, 401);
      ok(without.error.message.includes('x-api-key'));
      const key = foreign[endpoint.length % foreign.length] ?? '';
      answers(await call(base + path, method, { 'x-api-key': key }), 401);
    });
  },
);

must.levers`inactive: an inactive key is 403 [AUTH-05]`(async (trial) => {
  answers(await (await trial.key({ status: 'inactive' })).get('/v1/locations'), 403);
});

must.levers`scope: a missing scope is 403 and named, and the configuration needs none [AUTH-06] [AUTH-09] [CFG-04] [ORD-20]`(
  async (trial) => {
    const bare = await trial.key({ scopes: [] });
    const refused = await bare.post('/v1/orders', {});
    answers(refused, 403);
    ok(refused.error.message.includes('write:orders'));
    answers(await bare.get('/v1/integration-configuration'), 200);
  },
);

told.levers`scopes: which routes without a named scope need one [GAP-101] [GAP-102] [GAP-103]`(
  async (trial) => {
    const bare = await trial.key({ scopes: [] });
    return {
      details: (await bare.post('/v1/orders', {})).error.details,
      identities: brief(await bare.post(identities, identityBody())),
      appointments: brief(await bare.get('/v1/appointments')),
      assessment: brief(await bare.get('/v1/documents/vo2-physician-assessment')),
      token: brief(await bare.post('/v1/token', {})),
    };
  },
);

must.levers`disabled: a disabled endpoint is 404 [AUTH-07]`((trial) =>
  each(
    [
      ['GET /v1/locations', '/v1/locations'],
      ['GET /v1/appointments/{appointmentId}', `/v1/appointments/${nobody}`],
      ['GET /v1/tests/*/prescreen-form', '/v1/tests/CALST/prescreen-form'],
    ] as const,
    async ([entry, path]) => {
      await trial.set({ disabled_endpoints: [entry] });
      answers(await trial.partner.get(path), 404);
      answers(await trial.partner.get('/v1/integration-configuration'), 200);
    },
  ),
);

must.read`uuids: a malformed id in a path is 400, with an array of strings [ERR-10] [APT-10]`(({ partner }) =>
  each(
    [...endpoints.keys()].filter(
      (endpoint) => endpoint.includes('{id}') && !/physician|evidence|handoff/.test(endpoint),
    ),
    async (endpoint) => {
      const [method, template = ''] = endpoint.split(' ');
      const path = template.replace('{id}', 'not-an-id').replaceAll('{id}', nobody);
      const answer = await (method === 'GET' ? partner.get(path) : partner.post(path, {}));
      answers(answer, 400);
      const details = answer.error.details as unknown[];
      ok(details.length > 0 && details.every((one) => typeof one === 'string'));
    },
  ),
);

/** The codes of the specification. */
const codes = new Set([
  ...['CONSENT_GRANT_REQUIRED', 'CONSENT_SESSION_OPEN', 'CUSTOMER_CONSENT_NOT_REQUIRED'],
  ...['INTEGRATION_CONFIGURATION_UNAVAILABLE', 'INVALID_CUSTOMER_PROFILE', 'WITHIN_24_HOUR_WINDOW'],
  ...['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_CONFLICT', 'QUESTIONNAIRE_VALIDATION_FAILED'],
  ...['QUESTIONNAIRE_VERSION_MISMATCH', 'QUESTIONNAIRE_ALREADY_SUBMITTED', 'SLOT_UNAVAILABLE'],
  ...['FLOW_ENDPOINT_MISMATCH', 'PHYSICIAN_ORDER_PENDING', 'ARTIFACT_NOT_AVAILABLE'],
  ...['STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED', 'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED'],
  'PHYSICIAN_ORDER_CALENDAR_UNAVAILABLE',
]);

should.read`codes: a refusal has a code of the specification, or none [ERR-27]`(({ partner }) =>
  each(requests, async ({ endpoint, method, path }) => {
    const { status, code } = await (method === 'GET' ? partner.get(path) : partner.post(path, {}, null));
    if (status >= 400 && code !== undefined)
      ok(codes.has(String(code)) || String(code).startsWith('SANDBOX_'), `${endpoint}: ${code}`);
  }),
);

should.read`no-json: a body that is no JSON is refused in the envelope [ERR-01] [GAP-111]`(({ partner }) =>
  each(['{"external_customer_id":', '[]', '"x"', 'null', '7'], async (text) =>
    answers(await partner.post(identities, text), 400),
  ),
);

told.read`malformed: unknown test types and parameters, and ids in capitals [GAP-16] [GAP-111] [GAP-37]`(
  async ({ partner }) => {
    const paths = [
      '/v1/api-first/consent-bundles/MRI',
      '/v1/tests/MRI/prescreen-form',
      '/v1/tests/dexa/scheduling-questionnaire',
      '/v1/integration-configuration?verbose=1',
    ];
    const answered: Record<string, unknown> = {};
    for (const path of paths) answered[path] = brief(await partner.get(path));
    answered.details = (await partner.post(identities, identityBody({ email: undefined }))).error.details;
    return answered;
  },
);

must.levers`rate: requests beyond the limit are 429 with Retry-After [ERR-28] [GAP-107]`(async (trial) => {
  const { partner } = trial;
  await trial.set({ rate_limit_per_second: 2 });
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => partner.get('/v1/integration-configuration')));
  const [refused] = all.filter(({ status }) => status === 429);
  ok(refused);
  equal(refused.error.message, 'Rate limit exceeded');
  ok(Number(refused.headers.get('retry-after')) >= 1);
  await trial.advance(1);
  answers(await partner.get('/v1/integration-configuration'), 200);
});

/** A write with its own preconditions. */
interface Write {
  name: string;
  /** What a sandbox counts. */
  counts: string;
  prepare: (client: Client) => Promise<{ path: string; body: object; other: object }>;
}
const write = (name: string, counts: string, prepare: Write['prepare']): Write => ({ name, counts, prepare });

const writes = [
  write('identity', 'identities', async () => {
    const body = identityBody();
    return { path: identities, body, other: { ...body, last_name: 'Renamed' } };
  }),
  write('consent session', 'consent_sessions', async (client) => {
    const id = await identify(client);
    const body = await sessionBody(client, id, 'DEXA');
    return { path: consentSessions, body, other: await sessionBody(client, id, 'VO2') };
  }),
  write('consent finalize', 'consent_grants', async (client) => {
    const body = await sessionBody(client, await identify(client), 'DEXA');
    const { id } = await done(client.post<Shape<'consentSession'>>(consentSessions, body));
    const path = `${consentSessions}/${id}/finalize`;
    return { path, body: consentBody(), other: consentBody({ typed_name: 'Another Name' }) };
  }),
  write('prescreen', 'prescreens', async (client) => {
    const { identifiers } = await ready(client, 'CALST');
    return {
      path: '/v1/tests/CALST/prescreen-form/submissions',
      body: { ...identifiers, prescreen: prescreenBody() },
      other: { ...identifiers, prescreen: prescreenBody({ smoker: true }) },
    };
  }),
  write('order', 'orders', async (client) => {
    const from = await ready(client, 'DEXA');
    const other = orderBody(from, { external_payment_reference: 'payment-2' });
    return { path: '/v1/orders', body: orderBody(from), other };
  }),
  write('questionnaire', 'questionnaire_submissions', async (client) => {
    const ordered = await order(client);
    const body = await questionnaireBody(client, ordered);
    const other = await questionnaireBody(client, ordered, Object.keys(body.answers));
    return { path: `${ordered.path}/scheduling-questionnaire`, body, other };
  }),
  write('schedule', 'schedule_requests', async (client) => {
    const ordered = await answered(client);
    const body = await scheduleBody(client, ordered);
    const other = { ...body, alternate_availabilities: body.alternate_availabilities.slice(1) };
    return { path: `${ordered.path}/schedule`, body, other };
  }),
];
const slugOf = (name: string) => name.replace(' ', '-');

for (const { name, counts, prepare } of writes) {
  must.write`key-${slugOf(name)}: the ${name} needs a key, is replayed under it, and conflicts with another payload [IDEM-02] [IDEM-03] [ERR-08] [ERR-23] [ORD-14] [ORD-16]`(
    async (trial) => {
      const { partner } = trial;
      const { path, body, other } = await prepare(partner);
      for (const key of [null, ' ']) {
        const without = await partner.post(path, body, key);
        answers(without, 400);
        ok(/idempotency-key/i.test(without.error.message));
      }
      const first = await partner.post(path, body, 'one');
      ok(first.status < 300, brief(first));
      const turned = Object.fromEntries(Object.entries(body).reverse());
      const again = await partner.post(path, turned, 'one');
      deepEqual(again.data, first.data);
      if (name === 'order') deepEqual([first.status, again.status], [201, 200]);
      else equal(again.status, first.status);
      answers(await partner.post(path, other, 'one'), '409 IDEMPOTENCY_CONFLICT');
      await trial.committed({ [counts]: 1 });
    },
  );

  must.levers`in-progress-${slugOf(name)}: the ${name} under way is 202, then its final response [IDEM-06] [IDEM-08] [GAP-109]`(
    async (trial) => {
      const { partner } = trial;
      const { path, body } = await prepare(partner);
      await trial.fault('POST', path, { kind: 'in_progress', retry_after_seconds: 3 }, 2);
      for (const _ of [1, 2]) {
        const { json, headers } = await partner.post(path, body, 'one');
        const data = { status: 'in_progress', code: 'IDEMPOTENCY_IN_PROGRESS', retry_after_seconds: 3 };
        deepEqual(json, { code: 202, data, error: null });
        equal(headers.get('retry-after'), '3');
      }
      await trial.committed({ [counts]: 1 });
      const final = await partner.post(path, body, 'one');
      ok(final.status < 300 && final.status !== 202, brief(final));
      await trial.committed({ [counts]: 1 });
    },
  );
}

told.write`refused-key: whether a refused request binds its key, for each write [GAP-67] [GAP-68] [GAP-108]`(
  async ({ partner }) => {
    const answered: Record<string, unknown> = {};
    for (const { name, prepare } of writes) {
      const { path, body } = await prepare(partner);
      const refused = await partner.post(path, { ...body, unknown: true }, 'one');
      answered[name] = [brief(refused), brief(await partner.post(path, body, 'one'))];
    }
    return answered;
  },
);

must.write`key-scope: a key belongs to its partner and its route, and two at once are one write [IDEM-14]`(
  async (trial) => {
    const { partner } = trial;
    const stranger = await trial.stranger();
    await done(partner.post(identities, identityBody(), 'one'));
    ok((await stranger.post(identities, identityBody(), 'one')).status < 300);
    const body = orderBody(await ready(partner, 'DEXA'));
    const all = await Promise.all(
      [1, 2, 3].map(() => partner.post<{ order_id: string }>('/v1/orders', body, 'one')),
    );
    ok(
      all.every(({ status }) => [200, 201, 202].includes(status)),
      all.map(brief).join(),
    );
    equal(new Set(all.flatMap(({ data }) => data.order_id ?? [])).size, 1);
    await trial.committed({ orders: 1 });
  },
);

must.write`grant-key: an order that lacked its grant is corrected under the same key [GAP-68] [ERR-37]`(
  async ({ partner }) => {
    const from = await ready(partner, 'DEXA');
    const without = await partner.post('/v1/orders', orderBody(from, { consent_grant_id: undefined }), 'one');
    equal(without.code, 'CONSENT_GRANT_REQUIRED');
    answers(await partner.post('/v1/orders', orderBody(from), 'one'), 201);
  },
);
