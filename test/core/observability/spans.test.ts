/** The spans of the whole server: their names, what belongs to what, and the few words that they carry. */
import { SpanKind, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventHeaders } from '../../../server/contract/upstream-webhooks.ts';
import { inSpan, requestSpan } from '../../../server/core/observability/spans.ts';
import { book } from '../../support/booked-appointment.ts';
import { at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { recordSpans } from '../../support/recorded-spans.ts';
import { scriptedServer, success } from '../../support/scripted-server.ts';
import { upstreamHttp } from '../../support/upstream-client.ts';
import { newEvent, secret, signatureOf } from '../../support/webhook-harness.ts';

const recorded = recordSpans();
let service: FullApiServer | undefined;
beforeEach(() => recorded.forget());
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

/** All that a span may ever carry. */
const attributes = [
  'dx.flow',
  'dx.read.kind',
  'dx.read.outcome',
  'dx.write.attempt',
  'dx.write.kind',
  'dx.write.outcome',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.template',
];

it('names requests by route, upstream requests by template and attempts by kind, in one tree', async () => {
  service = await startFullApiServer();
  await book(service, 'patron-1');
  const spans = recorded.spans();
  const answer = 'POST /journeys/:id';
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: answer,
      parent: null,
      attributes: {
        'http.request.method': 'POST',
        'http.route': answer.slice(5),
        'http.response.status_code': 200,
      },
    }),
  );
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: 'write order.place',
      parent: answer,
      attributes: {
        'dx.flow': 'full_api',
        'dx.write.kind': 'order.place',
        'dx.write.attempt': 1,
        'dx.write.outcome': 'settled',
      },
    }),
  );
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: 'POST /v1/orders',
      parent: 'write order.place',
      attributes: {
        'http.request.method': 'POST',
        'url.template': '/v1/orders',
        'http.response.status_code': 201,
        'dx.flow': 'full_api',
      },
    }),
  );
  expect(spans.map(({ name }) => name)).toContain(
    'GET /v1/locations/{catalogId}/offerings/{offeringId}/schedule',
  );
  expect(
    [...new Set(spans.flatMap((span) => Object.keys(span.attributes)))].filter(
      (name) => !attributes.includes(name),
    ),
  ).toEqual([]);
  expect(recorded.text()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

it('has a span for each attempt of a write, and marks the failed one', async () => {
  service = await startFullApiServer();
  const customer = service.customer('patron-2');
  at(await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA'))), 'identity');
  await service.sandbox.fault('POST', '/v1/api-first/identities', { kind: 'status', status: 503 });
  await customer.answer('identity', profile);
  const tries = () => recorded.spans().filter(({ name }) => name === 'write identity.save');
  await eventually(() => tries().length >= 2);
  expect(
    tries()
      .slice(0, 2)
      .map((span) => [span.attributes['dx.write.attempt'], span.attributes['dx.write.outcome']]),
  ).toEqual([
    [1, 'postponed'],
    [2, 'settled'],
  ]);
  const [call] = recorded.spans().filter(({ name }) => name === 'POST /v1/api-first/identities');
  expect(call).toMatchObject({
    failed: true,
    attributes: { 'error.type': '5xx', 'http.response.status_code': 503 },
  });
});

it('accepts no trace from outside, and names a request to an unknown route by its method only', async () => {
  service = await startFullApiServer();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${service.url}/canary/1?canary`, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: 'canary=1' },
  });
  expect(recorded.spans()).toMatchObject([
    { name: 'GET', parent: null, attributes: { 'http.response.status_code': 404 } },
  ]);
  expect(recorded.spans()[0]?.traceId).not.toBe(traceId);
  expect(recorded.text()).not.toContain('canary');
});

it('begins a trace with each request, independent of open spans', async () => {
  await inSpan('around', {}, async () => requestSpan()({ method: 'GET' } as never, async () => {}));
  expect(recorded.spans().map(({ name, parent }) => [name, parent])).toEqual([
    ['GET', null],
    ['around', null],
  ]);
});

it('reads the appointment of an event in its own trace, also when the delivery triggers it', async () => {
  service = await startFullApiServer({ env: { WEBHOOK_SECRETS: secret } });
  const { id } = await book(service, 'patron-3');
  const body = JSON.stringify(newEvent({ data: { object: { appointment_id: id } } }));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = {
    [eventHeaders.timestamp]: timestamp,
    [eventHeaders.signature]: signatureOf(timestamp, body),
  };
  recorded.forget();
  await fetch(`${service.url}/webhooks`, { method: 'POST', headers: signed, body });
  const read = () => recorded.spans().find(({ name }) => name === 'webhook read appointment');
  await eventually(() => read() !== undefined);
  expect(read()).toMatchObject({
    parent: null,
    attributes: { 'dx.read.kind': 'appointment', 'dx.read.outcome': 'read' },
  });
  expect(recorded.spans()).toContainEqual(
    expect.objectContaining({
      name: 'GET /v1/appointments/{appointmentId}',
      parent: 'webhook read appointment',
    }),
  );
});

it('sends no trace to the service', async () => {
  const { url, received } = await scriptedServer(success({}));
  const http = upstreamHttp(url);
  await inSpan('around', { kind: SpanKind.SERVER }, async () => {
    expect(trace.getActiveSpan()?.isRecording()).toBe(true);
    await http.read('/v1/locations');
  });
  expect(recorded.spans().map(({ name, parent }) => [name, parent])).toEqual([
    ['GET /v1/locations', 'around'],
    ['around', null],
  ]);
  expect(Object.keys(received[0]?.headers ?? {}).filter((name) => /trace|baggage|b3/.test(name))).toEqual([]);
});

it('records only the class of an error', async () => {
  const thrown = inSpan('work', {}, async () => {
    throw new RangeError('canary');
  });
  await expect(thrown).rejects.toThrow('canary');
  expect(recorded.spans()).toMatchObject([{ failed: true, attributes: { 'error.type': 'RangeError' } }]);
  expect(recorded.text()).not.toContain('canary');
});
