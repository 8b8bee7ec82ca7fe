/** The control plane: catalog, templates, journal, ledger, reset; and the sandbox as a process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../support/folders.ts';
import { identify, identityBody, schedule } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { customerData, handedOff } from './handoff-requests.ts';
import { nobody, openHarness, partnerOf } from './sandbox-harness.ts';

eachWithPartner();

describe('the other controls', () => {
  it('list the catalog with its traits [ENV-16]', async () => {
    const { json } = await harness.control<{ offerings: { traits: string[] }[] }>('GET', '/catalog');
    expect(Object.keys(json.offerings[0] ?? {}).sort()).toEqual([
      'catalog_id',
      'offering_id',
      'test_type',
      'traits',
    ]);
    expect(new Set(json.offerings.flatMap(({ traits }) => traits))).toEqual(
      new Set(['empty_schedule', 'calendar_unavailable', 'additional_note', 'dst_change', 'non_us_currency']),
    );
  });

  it('publish the next version of a template [VER-06]', async () => {
    const publish = () => harness.control('POST', '/templates', { kind: 'consent', test_type: 'DEXA' });
    expect(await publish()).toEqual({
      status: 201,
      json: { id: expect.any(String), version: 2, content_hash: expect.any(String) },
    });
    expect((await publish()).json).toMatchObject({ version: 3 });
    const { status, json } = await harness.control('POST', '/templates', {
      kind: 'consent',
      test_type: 'MRI',
    });
    expect([status, json]).toEqual([400, { error: expect.stringContaining('test_type') }]);
  });

  it('place an order, which its key can hand over', async () => {
    const { json: key } = await harness.control<{ prefix: string; api_key: string }>('POST', '/keys', {
      ...{ flow: 'co_branded', customer_consent_mode: 'service_consent_api' },
      physician_order_mode: 'service_service',
    });
    const { status, json: order } = await harness.control<{ order_id: string; times: string[] }>(
      ...(['POST', '/orders', { prefix: key.prefix, test_type: 'VO2' }] as const),
    );
    expect([status, order.times.length]).toEqual([201, 4]);
    const [primary, ...alternates] = order.times;
    const handoff = await partnerOf(harness.url, key.api_key).post(
      `/v1/orders/${order.order_id}/schedule-handoff`,
      {
        ...{ selected_appointment_date: primary, alternate_availabilities: alternates },
        customer_data: customerData(),
      },
    );
    expect(handoff.status).toBe(201);
    const unknown = await harness.control('POST', '/orders', { prefix: 'unknown' });
    expect(unknown).toEqual({ status: 404, json: { error: expect.stringContaining('prefix') } });
  });

  it('confirm an appointment when its time has come, and refuse other transitions [APT-32]', async () => {
    const { id: appointmentId, path: appointmentPath } = await schedule(partner);
    const move = (to: string, id = appointmentId) =>
      harness.control('POST', `/appointments/${id}/transition`, { to });
    expect([(await move('results_ready')).status, (await move('schedule')).status]).toEqual([409, 409]);
    expect((await move('')).status).toBe(400);
    expect((await move('confirmed', nobody)).status).toBe(404);
    await harness.control('PATCH', '/settings', { confirm_after_seconds: 600 });
    const statusAfter = async (advance_seconds: number) => {
      await harness.control('POST', '/clock', { advance_seconds });
      return (await partner.get<{ status: string }>(appointmentPath)).data.status;
    };
    expect([await statusAfter(500), await statusAfter(200)]).toEqual(['pending_confirmation', 'confirmed']);
  });

  it('keep a journal without bodies and secrets, oldest first', async () => {
    await partner.post('/v1/api-first/identities', identityBody(), 'one');
    await partner.get('/v1/locations?page=2');
    const { json } = await harness.control<{ requests: object[] }>('GET', '/requests');
    expect(json.requests).toEqual([
      {
        n: 1,
        at: expect.stringMatching(/^\S+\.\d{3}Z$/),
        method: 'POST',
        path: '/v1/api-first/identities',
        query: '',
        api_key_prefix: partner.prefix,
        idempotency_key: 'one',
        body_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        status: 201,
      },
      expect.objectContaining({
        n: 2,
        query: 'page=2',
        idempotency_key: null,
        body_sha256: null,
        status: 200,
      }),
    ]);
    expect(
      (await harness.control<{ requests: object[] }>('GET', '/requests?after=1')).json.requests,
    ).toHaveLength(1);
    expect((await harness.control('GET', '/requests?after=x')).status).toBe(400);
  });

  it('keep the calls of hosted pages in the journal without their tokens, and no others', async () => {
    const { url } = await handedOff(await harness.partner({ flow: 'co_branded' }));
    await fetch(url);
    await fetch(`${url}/view`);
    await fetch(`${harness.url}/favicon.ico`);
    const { json } = await harness.control<{ requests: { path: string }[] }>('GET', '/requests');
    const paths = json.requests.map(({ path }) => path);
    expect(paths.slice(-2)).toEqual(['/hosted/schedule/*', '/hosted/schedule/*/view']);
    expect(paths.every((path) => path.startsWith('/v1/') || path.startsWith('/hosted/'))).toBe(true);
  });

  it('count every effect in the ledger, and nothing after a reset', async () => {
    await schedule(partner, 'CALST');
    const { json } = await harness.control('GET', '/ledger');
    expect(json).toEqual({
      identities: 1,
      consent_sessions: 1,
      consent_grants: 1,
      consent_evidence: 0,
      prescreens: 1,
      orders: 1,
      appointments: 1,
      questionnaire_submissions: 1,
      schedule_requests: 1,
      cancels: 0,
      reschedules: 0,
      physician_evidence: 0,
      physician_sessions: 0,
      physician_finalizations: 0,
      handoffs: 0,
      webhook_endpoints: 0,
      events: 2,
    });
    expect((await harness.control('POST', '/reset')).status).toBe(204);
    expect(new Set(Object.values((await harness.control<object>('GET', '/ledger')).json))).toEqual(
      new Set([0]),
    );
    expect((await partner.get('/v1/locations')).status).toBe(401);
  });

  it('list themselves, with the schemas of their bodies', async () => {
    const { json } = await harness.control<{ operations: { method: string; path: string }[] }>(
      'GET',
      '/operations',
    );
    const found = (method: string, path: string) =>
      json.operations.find((each) => each.method === method && each.path === path);
    expect(found('GET', '/sandbox/operations')).toEqual({
      method: 'GET',
      path: '/sandbox/operations',
      label: 'List the routes of the control plane',
      body: null,
    });
    expect(found('POST', '/sandbox/templates')).toMatchObject({
      label: 'Publish a version of a template',
      body: {
        type: 'object',
        required: ['kind', 'test_type'],
        properties: { kind: { enum: ['consent', 'questionnaire', 'physician'] } },
      },
    });
  });

  it('refuse an unknown route and a body that is not JSON', async () => {
    expect(await harness.control('GET', '/levers')).toMatchObject({
      status: 404,
      json: { error: expect.any(String) },
    });
    const response = await fetch(`${harness.url}/sandbox/clock`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });
});

describe('the same requests', () => {
  it('give the same ids after the same start [ENV-08]', async () => {
    const run = async () => {
      await harness.control('POST', '/reset');
      const { id, orderId, identifiers } = await schedule(await harness.partner(), 'CALST');
      return { id, orderId, identifiers };
    };
    expect(await run()).toEqual(await run());
  });
});

describe('the process', () => {
  it('prints its address in one line, serves everything there, and stops on SIGTERM [ENV-02]', async () => {
    const main = fileURLToPath(new URL('../../server/sandbox/main.ts', import.meta.url));
    const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: string[] = [];
    const output = createInterface({ input: child.stdout });
    output.on('line', (line) => lines.push(line));
    await once(output, 'line');
    const url = lines[0]?.replace('sandbox ready ', '') ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/sandbox/ledger`)).status).toBe(200);
    expect((await fetch(`${url}/v1/locations`)).status).toBe(401);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(lines).toHaveLength(1);
  });

  it('keeps its state in a data folder', async () => {
    const dataFolder = folderOfTest();
    const first = await openHarness({ dataFolder });
    const own = await first.partner();
    const id = await identify(own);
    await first.close();
    const second = await openHarness({ dataFolder });
    expect((await partnerOf(second.url, own.apiKey).get(`/v1/api-first/identities/${id}`)).status).toBe(200);
    await second.close();
  });
});
