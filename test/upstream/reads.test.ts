/** The journey's reads against the sandbox, and what they make of answers that do not fit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnreadableResponse } from '../../server/core/errors.ts';
import { createLog } from '../../server/core/observability/log.ts';
import { startSandbox } from '../../server/sandbox/sandbox.ts';
import { createAppointmentReads } from '../../server/upstream/appointments/reads.ts';
import { createReads, type JourneyReads } from '../../server/upstream/full-api-reads.ts';
import { assumptionsWith } from '../support/assumptions.ts';
import { Sandbox } from '../support/sandbox.ts';
import { raw, scriptedServer, success } from '../support/scripted-server.ts';
import { upstreamHttp } from '../support/upstream-client.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('against the sandbox', () => {
  let running: Awaited<ReturnType<typeof startSandbox>>;
  let sandbox: Sandbox;
  let reads: JourneyReads;

  beforeAll(async () => {
    running = await startSandbox();
    sandbox = new Sandbox(running.url);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    await sandbox.clearFaults();
    const { api_key: apiKey } = await sandbox.permanentKey();
    reads = createReads(upstreamHttp(running.url, { apiKey }), assumptionsWith());
  });

  it('reads the provisioned configuration', async () => {
    expect(await reads.configuration()).toMatchObject({
      customer_consent: { mode: 'service_consent_api' },
      physician_order: { mode: 'service_service' },
    });
  });

  it('follows a location to its product and its times [DISC-26]', async () => {
    const found = await reads.locations({ lat: 40.7128, lng: -74.006, test_types: 'CALST,DEXA' });
    const test = found.partners_within_radius[0]?.tests[0];
    expect(test).toBeDefined();
    if (!test) return;
    const { product } = await reads.product(test.catalog_id, test.offering_id);
    expect(product.test_type).toBe(test.test_type);
    expect((await reads.schedule(test.catalog_id, test.offering_id)).offering_id).toBe(test.offering_id);
  });

  it('retries while the calendar does not respond [ERR-35]', async () => {
    const found = await reads.locations({ lat: 40.7128, lng: -74.006, test_types: 'CALST' });
    const test = found.partners_within_radius[0]?.tests[0];
    if (!test) throw new Error('the catalog has no such place');
    await sandbox.fault(
      'GET',
      '/v1/locations/*/offerings/*/schedule',
      { kind: 'status', status: 503 },
      { times: 2 },
    );
    expect((await reads.schedule(test.catalog_id, test.offering_id)).test_type).toBe('CALST');
  });

  it('reads a consent bundle once and revalidates it from then on [CONS-15] [GAP-20]', async () => {
    const sent = (await sandbox.requests()).length;
    const [first, second] = [await reads.consentBundle('CALST'), await reads.consentBundle('CALST')];
    expect(second).toEqual(first);
    expect((await sandbox.requests()).slice(sent).map(({ status }) => status)).toEqual([200, 304]);
    await sandbox.publish('consent', 'CALST');
    const third = await reads.consentBundle('CALST');
    expect(third.template.content_hash).not.toBe(first.template.content_hash);
  });

  it('reads the prescreen form and an empty list of appointments', async () => {
    expect((await reads.prescreenForm('CALST')).copy.sections.length).toBeGreaterThan(0);
    expect((await reads.appointments({ updated_after: '2026-11-02T08:30:00+02:00' })).items).toEqual([]);
  });

  it.each<[string, (reads: JourneyReads) => Promise<unknown>]>([
    ['an identity', (reads) => reads.identity(unknownId)],
    ['a consent session', (reads) => reads.consentSession(unknownId)],
    ['an appointment', (reads) => reads.appointment(unknownId)],
    ['a questionnaire', (reads) => reads.appointmentQuestionnaire(unknownId)],
    ['a product', (reads) => reads.product(unknownId, unknownId)],
  ])('has no %s when it is missing', async (_, read) => {
    await expect(read(reads)).rejects.toMatchObject({ status: 404, requestId: expect.any(String) });
  });
});

async function readsOf(...answers: Parameters<typeof scriptedServer>) {
  const { url, received } = await scriptedServer(...answers);
  const logged: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const deps = [upstreamHttp(url), assumptionsWith(), log] as const;
  return {
    reads: createReads(...deps),
    appointmentReads: createAppointmentReads(...deps),
    received,
    logged,
  };
}

const configuration = {
  configuration_version: 'cfg_1',
  customer_consent: { mode: 'service_consent_api' },
  physician_order: { mode: 'service_service' },
  environment: 'staging',
  updated_at: '2026-11-02T10:00:00.000Z',
};

it('keeps unknown fields and modes [VER-02] [VER-09]', async () => {
  const grown = { ...configuration, customer_consent: { mode: 'new_mode', since: 2 }, more: [1] };
  const { reads } = await readsOf(success(grown));
  expect(await reads.configuration()).toEqual(grown);
});

it('stops at a needed value that is missing, and logs where and not what [GAP-113]', async () => {
  const { reads, logged } = await readsOf(
    success({ ...configuration, physician_order: { mode: ['canary'] } }),
  );
  await expect(reads.configuration()).rejects.toBeInstanceOf(UnreadableResponse);
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      event: 'upstream.unreadable',
      route: 'GET /v1/integration-configuration',
      paths: 'physician_order.mode',
    },
  ]);
  expect(logged.join()).not.toContain('canary');
});

it('uses a response that differs where nothing is needed, and logs each field once [GAP-113]', async () => {
  const differs = success({ ...configuration, environment: { canary: 1 }, updated_at: undefined });
  const { reads, logged } = await readsOf(differs, differs);
  for (let n = 0; n < 2; n += 1) expect(await reads.configuration()).toMatchObject({ environment: null });
  const lines = logged.map((line) => JSON.parse(line) as { event: string; path: string });
  expect(lines.filter(({ event }) => event === 'upstream.drift').map(({ path }) => path)).toEqual([
    'environment',
    'updated_at',
  ]);
  // Each time, for the metric.
  expect(lines.filter(({ event }) => event === 'upstream.difference')).toHaveLength(4);
  expect(logged.join()).not.toContain('canary');
});

it('accepts fallback places of any shape, and drops only what it cannot read [GAP-07]', async () => {
  const lists = {
    partners_within_radius: [],
    nearest_partners: [
      { city: 'Reno', lat: 'north', distance_miles: null, tests: [{ test_type: 'DEXA' }], own: 1 },
    ],
    alternate_test_partners: [{}],
    meta: {
      alternate_partners_per_test_limit: 10,
      nearest_partners_limit: 2,
      pagination_applies_to: '',
      fallback_behavior: {},
    },
    pagination: { page: 1, page_size: 25, total: 0, total_pages: 0 },
  };
  const { reads } = await readsOf(success(lists));
  const { nearest_partners: nearest, alternate_test_partners: alternates } = await reads.locations({});
  expect(nearest).toMatchObject([{ city: 'Reno', lat: null, distance_miles: null, tests: [], own: 1 }]);
  expect(alternates).toMatchObject([{ city: null, tests: [] }]);
});

it('reads results to the last page, and asks no further than the records go [GAP-75]', async () => {
  const page = (has_more: boolean, ...names: string[]) =>
    success({ items: names.map((name) => ({ name })), pagination: { has_more } });
  const { appointmentReads: reads, received } = await readsOf(
    page(true, 'a', 'b'),
    page(true, 'c'),
    page(false, 'd'),
  );
  expect(await reads.results(unknownId)).toEqual({
    items: ['a', 'b', 'c', 'd'].map((name) => ({ name })),
    pagination: { has_more: false },
  });
  expect(received.map(({ url }) => new URL(url, 'http://x').searchParams.get('offset'))).toEqual([
    ...[null, '2', '3'],
  ]);
  const endless = await readsOf(page(true, 'a'), page(true));
  expect(await endless.appointmentReads.results(unknownId)).toMatchObject({ pagination: { has_more: true } });
  expect(endless.received).toHaveLength(2);
});

it('parses an equal schedule once, and a changed one anew', async () => {
  const scheduleOf = (...times: string[]) => ({
    schedule: {
      offering_id: unknownId,
      test_type: 'DEXA',
      available_dates: [
        { available_date: '2026-12-01', available_times: times.map((time) => ({ available_time: time })) },
      ],
    },
  });
  const [eight, nine] = ['2026-12-01T08:00:00-05:00', '2026-12-01T09:00:00-05:00'];
  const [open, taken] = [success(scheduleOf(eight, nine)), success(scheduleOf(nine))];
  const { reads, received } = await readsOf(open, open, taken, open);
  const read = () => reads.schedule(unknownId, unknownId);
  const first = await read();
  expect(await read()).toBe(first);
  const changed = await read();
  expect(changed.available_dates[0]?.available_times).toEqual([{ available_time: nine }]);
  expect(await read()).toEqual(first);
  expect(received).toHaveLength(4);
});

it('logs each schedule that does not fit', async () => {
  const unreadable = success({ schedule: {} });
  const { reads, logged } = await readsOf(unreadable, unreadable);
  for (let n = 0; n < 2; n += 1)
    await expect(reads.schedule(unknownId, unknownId)).rejects.toMatchObject({ status: 0 });
  expect(logged.filter((line) => line.includes('upstream.unreadable'))).toHaveLength(2);
});

it('keeps no bundle that came without an ETag [GAP-20]', async () => {
  const bundle = {
    cache: {},
    canonicalization_version: '1',
    payload_schema_version: '1',
    required_decision_ids: [],
    required_section_ids: [],
    template: {
      canonical_test_type: 'DEXA',
      content: { decisions: [] },
      content_hash: 'h',
      id: unknownId,
      version: 1,
    },
  };
  const { reads, received } = await readsOf(success(bundle));
  await reads.consentBundle('DEXA');
  await reads.consentBundle('DEXA');
  expect(received.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
});

it('treats an unrequested 304 as no response', async () => {
  const { reads } = await readsOf(raw(304, ''));
  await expect(reads.configuration()).rejects.toMatchObject({ status: 0 });
});

describe('a finalized questionnaire', () => {
  const definition = {
    id: unknownId,
    name: 'n',
    version: 1,
    status: 'active',
    canonical_test_type: 'DEXA',
    content_hash: 'h',
    content: { sections: [], fields: [], acknowledgements: [] },
  };
  const submission = {
    appointment_id: unknownId,
    questionnaire_definition_id: unknownId,
    questionnaire_submission_id: unknownId,
    questionnaire_version: 1,
    content_hash: 'h',
    completed_at: '2026-11-02T10:00:00.000Z',
    status: 'finalized',
    outcome: { status: 'accepted', code: null },
  };

  it.each<[string, object, boolean]>([
    ['under submission', { ...definition, submission }, true],
    ['beside the definition', { ...submission, ...definition }, true],
    ['nowhere', definition, false],
    ['nowhere, said as null', { ...definition, submission: null }, false],
  ])('is found %s [GAP-59]', async (_, data, found) => {
    const { reads } = await readsOf(success(data));
    const read = await reads.appointmentQuestionnaire(unknownId);
    expect(read.submission?.questionnaire_submission_id ?? null).toBe(found ? unknownId : null);
  });
});
