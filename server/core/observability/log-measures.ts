/**
 * Counters and histograms, as a table of the log's events and what each adds to. A label is a constant of the code or a
 * word from a list, never an id and never a word from the network, so that the number of series is bounded (AUTH-12).
 */

import { Counter, Histogram, type Registry } from 'prom-client';
import { bookingEventTypes } from '../../contract/events.ts';
import {
  callOutcomes,
  oneOf,
  statusClass,
  turns,
  verbOf,
  type WriteEvent,
  writeOutcome,
} from './label-values.ts';
import { type Log, type LogEvent, type LogFields, levelOf } from './log.ts';

/** In seconds, from a read of the database to the time-out of a request. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

type Measures = { [E in LogEvent]?: (fields: LogFields<E>) => void };

/** Names of the kinds of writes, by flow. */
type WriteKindNames = Readonly<Record<string, readonly string[]>>;

/**
 * Wraps a log. Call it once for each registry.
 * @returns the same log, which also counts its events in `registry`
 */
export function measureLog(log: Log, registry: Registry, writeKinds: WriteKindNames): Log {
  const measures = {
    ...createMeasures(registry, writeKinds),
    ...createResponseMeasures(registry),
    ...createEventMeasures(registry),
  };
  const errors = new Counter({
    name: 'dx_errors_logged_total',
    help: 'Events logged as errors, each of which has more to say.',
    labelNames: ['event'],
    registers: [registry],
  });
  return (event, fields = {}) => {
    measures[event]?.(fields);
    if (levelOf(event) === 'error') errors.inc({ event });
    log(event, fields);
  };
}

function createMeasures(registry: Registry, writeKinds: WriteKindNames): Measures {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name, help, labelNames, registers, buckets });

  const requests = histogram('dx_http_request_duration_seconds', 'Requests answered, by route pattern.', [
    'method',
    'route',
    'status',
  ]);
  const calls = histogram('dx_upstream_call_duration_seconds', 'Calls to the service, each try by itself.', [
    'flow',
    'endpoint',
    'outcome',
  ]);
  const waits = histogram(
    'dx_upstream_gate_wait_seconds',
    'Waits of requests to the service for their turn.',
    ['flow', 'turn'],
  );
  const writes = counter('dx_writes_total', 'Tries of writes, by how they ended.', [
    'flow',
    'kind',
    'outcome',
  ]);
  const accepted = counter('dx_webhooks_accepted_total', 'Deliveries stored, or known before.', ['outcome']);
  const refused = counter('dx_webhooks_refused_total', 'Deliveries not taken.', ['reason']);
  const reads = counter('dx_webhook_reads_total', 'Reads that events asked for.', ['kind', 'outcome']);
  const hooks = counter('dx_hook_failures_total', 'Hooks of yours that threw.', ['hook']);

  const flowOf = (flow: unknown) => oneOf(Object.keys(writeKinds), flow);
  const kindOf = (flow: unknown, kind: unknown) => oneOf(writeKinds[flowOf(flow)] ?? [], kind);
  const countWrite =
    <E extends WriteEvent>(event: E) =>
    (fields: LogFields<E>) => {
      const { flow, kind } = fields as LogFields<WriteEvent>;
      writes.inc({ flow: flowOf(flow), kind: kindOf(flow, kind), outcome: writeOutcome(event, fields) });
    };

  return {
    request: ({ method, route, status, duration_ms }) =>
      requests.observe(
        { method: verbOf(method), route: String(route), status: statusClass(status) },
        Number(duration_ms) / 1000,
      ),
    'upstream.called': ({ flow, method, route, outcome, duration_ms }) =>
      calls.observe(
        { flow: flowOf(flow), endpoint: `${method} ${route}`, outcome: oneOf(callOutcomes, outcome) },
        Number(duration_ms) / 1000,
      ),
    'upstream.waited': ({ flow, turn, duration_ms }) =>
      waits.observe({ flow: flowOf(flow), turn: oneOf(turns, turn) }, Number(duration_ms) / 1000),
    'write.settled': countWrite('write.settled'),
    'write.retried': countWrite('write.retried'),
    'write.parked': countWrite('write.parked'),
    'write.lease_lost': countWrite('write.lease_lost'),
    'write.failed': countWrite('write.failed'),
    'webhook.accepted': ({ outcome }) => accepted.inc({ outcome: String(outcome) }),
    'webhook.refused': ({ code }) => refused.inc({ reason: String(code) }),
    'webhook.not_stored': () => refused.inc({ reason: 'event_not_stored' }),
    'webhook.read': ({ kind }) => reads.inc({ kind: String(kind), outcome: 'read' }),
    'webhook.read_failed': ({ kind, outcome }) => reads.inc({ kind: String(kind), outcome: String(outcome) }),
    'hook.failed': ({ hook }) => hooks.inc({ hook: String(hook) }),
  };
}

/** What responses of the service lack. Paths have names of our own schemas only (upstream/response-reader.ts). */
function createResponseMeasures(registry: Registry): Measures {
  const registers = [registry];
  const drift = new Counter({
    name: 'dx_upstream_drift_total',
    help: 'Fields of responses that differ from the specification and that nothing needs.',
    labelNames: ['endpoint', 'field'],
    registers,
  });
  const items = new Counter({
    name: 'dx_upstream_items_set_aside_total',
    help: 'Items of lists that could not be read.',
    labelNames: ['endpoint', 'list'],
    registers,
  });
  const unreadable = new Counter({
    name: 'dx_upstream_unreadable_total',
    help: 'Responses without a value that the next step needs.',
    labelNames: ['endpoint'],
    registers,
  });
  return {
    'upstream.difference': ({ route, path }) => drift.inc({ endpoint: String(route), field: String(path) }),
    'upstream.item_skipped': ({ route, path }) => items.inc({ endpoint: String(route), list: String(path) }),
    'upstream.unreadable': ({ route }) => unreadable.inc({ endpoint: String(route) }),
  };
}

function createEventMeasures(registry: Registry): Measures {
  const tries = new Counter({
    name: 'dx_events_total',
    help: 'Tries to deliver events to you, by how they ended.',
    labelNames: ['type', 'outcome'],
    registers: [registry],
  });
  const count =
    (outcome: string) =>
    ({ type }: LogFields<'event.delivered'>) =>
      tries.inc({ type: oneOf(Object.keys(bookingEventTypes), type), outcome });
  return {
    'event.delivered': count('delivered'),
    'event.retried': count('failed'),
    'event.parked': count('parked'),
  };
}
