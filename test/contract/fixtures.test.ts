/** The fixtures of the service's wire cover the specification, and the client's schemas read them without loss. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { envelope, errorBody, inProgress } from '../../server/contract/upstream-api/envelope.ts';
import { errorCodes } from '../../server/contract/upstream-api/error-codes.ts';
import { frameMessage } from '../../server/contract/upstream-frame.ts';
import {
  appointmentEventTypes,
  eventEnvelope,
  eventTypes,
  formObject,
  lifecycleObject,
} from '../../server/contract/upstream-webhooks.ts';
import { operations } from './operations.ts';
import { schemaKeys, valueKeys } from './schema-keys.ts';
import { type Exchange, errors, events, exchanges, type Json, messages, queryOf } from './wire-fixtures.ts';

describe('the fixtures', () => {
  it('have each of the 43 endpoints', () => {
    expect(Object.keys(operations)).toHaveLength(43);
    expect([...new Set(exchanges.map(({ operation }) => operation))].sort()).toEqual(
      Object.keys(operations).sort(),
    );
  });

  it('have each of the 15 events', () => {
    const types = [
      'appointment.created',
      'appointment.requested',
      'appointment.confirmed',
      'appointment.rescheduled',
      'appointment.canceled',
      'appointment.no_show',
      'appointment.results_in_progress',
      'appointment.results_ready',
      'appointment.form_available',
      'customer_consent_evidence.accepted',
      'customer_consent_evidence.rejected',
      'customer_consent_evidence.failed',
      'physician_order_evidence.accepted',
      'physician_order_evidence.rejected',
      'physician_order_evidence.failed',
    ];
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(events.map(({ body }) => body.type)).toEqual(types);
    expect(eventTypes).toEqual(types);
  });

  it('have each of the 7 messages', () => {
    const names = ['ready', 'resize', 'complete', 'return', 'profile', 'exit', 'error'];
    const types = names.map((name) => `service.embed.${name}`);
    expect(messages.map(({ message }) => message.type)).toEqual(types);
    expect(frameMessage.options.map(({ shape }) => shape.type.value)).toEqual(types);
  });

  it('have each error code', () => {
    const codes = errors.map(
      ({ response: { body } }) => envelope.parse(body).error?.details ?? envelope.parse(body).data,
    );
    const named = codes.flatMap((details) => (details && 'code' in details ? [details.code] : []));
    expect([...new Set(named)].sort()).toEqual([...errorCodes].sort());
  });

  it('name the section that they are typed from', () => {
    for (const { section } of [...exchanges, ...errors, ...events, ...messages])
      expect(section).toMatch(/^[A-Z]/);
  });

  it.each([...exchanges, ...errors])('have a path of their operation: $name', (exchange) => {
    const path = 'request' in exchange ? exchange.request.path : exchange.path;
    const [method = '', template = ''] = exchange.operation.split(' ');
    const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
    expect(path.split('?')[0]).toMatch(new RegExp(`^${pattern}$`));
    expect(operations[exchange.operation]).toBeDefined();
    if ('request' in exchange) expect('Idempotency-Key' in exchange.request.headers).toBe(method === 'POST');
  });
});

/** Parses without loss. */
function expectParsed(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  expect(parsed.error?.issues ?? []).toEqual([]);
  expect(parsed.data).toEqual(value);
}

/** Each key of the value is a name of the schema. An object of the schema without names may have any. */
function expectNamed(schema: z.ZodType, value: Json, path: string, open: readonly string[]): void {
  const named = schemaKeys(schema, path);
  for (const [at, keys] of valueKeys(value, path, open)) {
    const names = named.get(at);
    if (names !== undefined)
      expect(
        [...keys].filter((key) => !names.has(key)),
        at,
      ).toEqual([]);
  }
}

/** Each name of the schema is a key of one of the values. */
function expectSeen(
  schema: z.ZodType,
  path: string,
  values: { value: Json; open: readonly string[] }[],
): void {
  const opened = values.flatMap(({ open }) => open);
  const isOpen = (at: string) =>
    opened.some((each) => at === each || at.startsWith(`${each}.`) || at.startsWith(`${each}[]`));
  const seen = values.map(({ value, open }) => valueKeys(value, path, open));
  for (const [at, names] of schemaKeys(schema, path)) {
    if (isOpen(at)) continue;
    const keys = new Set(seen.flatMap((each) => [...(each.get(at) ?? [])]));
    const unseen = [...names].filter((name) => !keys.has(name) && !isOpen(`${at}.${name}`));
    expect(unseen, at).toEqual([]);
  }
}

const openOf = ({ open = [] }: { open?: string[] }) => open;
const dataOf = ({ response }: Exchange) => (response.body?.data ?? {}) as Json;
const isInProgress = ({ response }: Exchange) => inProgress.safeParse(response.body?.data).success;

/** The values of all exchanges by the schema that reads them. */
function valuesBySchema(part: 'request' | 'data', read: (exchange: Exchange) => Json) {
  const found = new Map<z.ZodType, { value: Json; open: readonly string[] }[]>();
  for (const exchange of exchanges) {
    const schema = operations[exchange.operation]?.[part];
    if (schema === undefined || (part === 'data' && isInProgress(exchange))) continue;
    found.set(schema, [...(found.get(schema) ?? []), { value: read(exchange), open: openOf(exchange) }]);
  }
  return found;
}

describe("the client's schemas", () => {
  it.each(exchanges)('read $operation: $name', (exchange) => {
    const { query, request, data } = operations[exchange.operation] ?? {};
    const open = openOf(exchange);
    const { body } = exchange.request;
    const asked = Object.fromEntries(
      Object.entries(queryOf(exchange)).map(([name, text]) => [
        name,
        /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text,
      ]),
    );
    if (query !== undefined) expectParsed(query, asked);
    else expect(asked).toEqual({});
    if (request !== undefined) {
      expectParsed(request, body);
      expectNamed(request, body ?? {}, 'request.body', open);
    } else expect(body).toBeUndefined();
    if (data === undefined) return expect(exchange.response.body).toBeUndefined();
    expectParsed(envelope, exchange.response.body);
    if (open.includes('data')) return;
    const schema = isInProgress(exchange) ? inProgress : data;
    expectParsed(schema, dataOf(exchange));
    expectNamed(schema, dataOf(exchange), 'data', open);
  });

  it.each(Object.entries(operations))('name no parameter that no fixture has: %s', (operation, { query }) => {
    const own = exchanges.filter((exchange) => exchange.operation === operation);
    const names = new Set(own.flatMap((exchange) => Object.keys(queryOf(exchange))));
    // The path has the appointment, which is of one customer and one test.
    const implied =
      operation.endsWith('}/physician-order-evidence') && query
        ? ['customer_identity_id', 'canonical_test_type']
        : [];
    const unseen = Object.keys(query?.shape ?? {}).filter((name) => !names.has(name));
    expect(unseen).toEqual(implied);
  });

  it('name no field that no fixture has', () => {
    const sent = valuesBySchema('request', (exchange) => exchange.request.body ?? {});
    for (const [schema, values] of sent) expectSeen(schema, 'request.body', values);
    const received = valuesBySchema('data', dataOf);
    for (const [schema, values] of received) expectSeen(schema, 'data', values);
  });

  it.each(errors)('read the error: $name', ({ response: { status, body } }) => {
    expectParsed(envelope, body);
    expect(body.code).toBe(status);
    if (body.error === null) return expectParsed(inProgress, body.data);
    expectParsed(errorBody, body.error);
    expect(Object.keys(body.error ?? {}).sort()).toEqual(Object.keys(errorBody.shape).sort());
  });

  it.each(events)('read the event $type', ({ type, body, open = [] }) => {
    expectParsed(eventEnvelope, body);
    expectNamed(eventEnvelope, body, '', open);
    if (!appointmentEventTypes.some((each) => each === type)) return;
    const schema = type === 'appointment.form_available' ? formObject : lifecycleObject;
    const { object = {} } = body.data as { object?: Json };
    expectParsed(schema, object);
    expectNamed(schema, object, 'data.object', open);
    expectSeen(schema, 'data.object', [{ value: object, open: [] }]);
  });

  it.each(messages)('read the message $message.type', ({ message }) => {
    expectParsed(frameMessage, message);
  });
});
