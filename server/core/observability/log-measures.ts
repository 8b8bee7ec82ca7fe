/**
 * Counters and histograms, as a table of the log's events and what each adds to. A label is a constant of the code or a
 * word from a list, never an id and never a word from the network, so that the number of series is bounded (AUTH-12).
 * A counter whose labels are from lists begins at 0 for each of their values: a series that begins at 1 has no increase,
 * and an alert would miss the first event.
 */

import { Counter, type CounterConfiguration, Histogram, type Registry } from 'prom-client';
import { bookingEventTypes } from '../../contract/events.ts';
import { journeyOperations } from '../../contract/server-api/journey-operations.ts';
import { readKinds } from '../../contract/upstream-webhooks.ts';
import {
  callOutcomes,
  guardedHooks,
  oneOf,
  readOutcomes,
  statusClass,
  turns,
  verbOf,
  type WriteEvent,
  webhookRefusals,
  writeOutcome,
  writeOutcomes,
} from './label-values.ts';
import { type Log, type LogEvent, type LogFields, levelOf, logEvents } from './log.ts';

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
    ...createWriteMeasures(registry, writeKinds),
    ...createWebhookMeasures(registry),
    ...createResponseMeasures(registry),
    ...createEventMeasures(registry),
  };
  const errors = createCounter(registry, 'dx_errors_logged_total', 'Log events of level error.', {
    event: logEvents.filter((event) => levelOf(event) === 'error'),
  });
  return (event, fields = {}) => {
    measures[event]?.(fields);
    if (levelOf(event) === 'error') errors.inc({ event });
    log(event, fields);
  };
}

/**
 * Creates a counter. If all its labels have lists, it begins at 0 for each combination of their values.
 * @param labels the list of each label's values; null for names of our own schemas, which no list holds
 */
export function createCounter<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labels: Readonly<Record<L, readonly string[] | null>>,
): Counter<L> {
  const lists = Object.entries(labels) as [L, readonly string[] | null][];
  const labelNames = lists.map(([label]) => label);
  const counter = new Counter<L>({
    name,
    help,
    labelNames,
    registers: [registry],
  } as CounterConfiguration<L>);
  const combined = lists.reduce<Record<string, string>[]>(
    (all, [label, values]) =>
      all.flatMap((one) => (values ?? []).map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
  for (const values of combined) counter.inc(values as Record<L, string>, 0);
  return counter;
}

function createMeasures(registry: Registry, writeKinds: WriteKindNames): Measures {
  const histogram = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name, help, labelNames, registers: [registry], buckets });
  const requests = histogram('dx_http_request_duration_seconds', 'Requests answered, by route pattern.', [
    'method',
    'route',
    'status',
  ]);
  // The objective of answered steps counts the failed ones of each process from the first on.
  for (const [method = '', path = ''] of Object.keys(journeyOperations).map((name) => name.split(' ')))
    requests.zero({ method, route: path.replaceAll(/\{(\w+)\}/g, ':$1'), status: '5xx' });
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
  const hooks = createCounter(registry, 'dx_hook_failures_total', 'Hooks of yours that threw.', {
    hook: guardedHooks,
  });
  const flowOf = (flow: unknown) => oneOf(Object.keys(writeKinds), flow);
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
    'hook.failed': ({ hook }) => hooks.inc({ hook: oneOf(guardedHooks, hook) }),
  };
}

function createWriteMeasures(registry: Registry, writeKinds: WriteKindNames): Measures {
  const writes = createCounter(registry, 'dx_writes_total', 'Tries of writes, by how they ended.', {
    flow: null,
    kind: null,
    outcome: null,
  });
  for (const [flow, kinds] of Object.entries(writeKinds))
    for (const kind of kinds) for (const outcome of writeOutcomes) writes.inc({ flow, kind, outcome }, 0);
  const count =
    <E extends WriteEvent>(event: E) =>
    (fields: LogFields<E>) => {
      const { flow: givenFlow, kind: givenKind } = fields as LogFields<WriteEvent>;
      const flow = oneOf(Object.keys(writeKinds), givenFlow);
      const kind = oneOf(writeKinds[flow] ?? [], givenKind);
      writes.inc({ flow, kind, outcome: writeOutcome(event, fields) });
    };
  return {
    'write.settled': count('write.settled'),
    'write.retried': count('write.retried'),
    'write.parked': count('write.parked'),
    'write.lease_lost': count('write.lease_lost'),
    'write.failed': count('write.failed'),
  };
}

function createWebhookMeasures(registry: Registry): Measures {
  const accepted = createCounter(
    registry,
    'dx_webhooks_accepted_total',
    'Deliveries stored, or known before.',
    { outcome: ['new', 'duplicate'] },
  );
  const refused = createCounter(registry, 'dx_webhooks_refused_total', 'Deliveries not taken.', {
    reason: webhookRefusals,
  });
  const reads = createCounter(registry, 'dx_webhook_reads_total', 'Reads that events asked for.', {
    kind: readKinds,
    outcome: readOutcomes,
  });
  const readOf = (kind: unknown, outcome: unknown) =>
    reads.inc({ kind: oneOf(readKinds, kind), outcome: oneOf(readOutcomes, outcome) });
  return {
    'webhook.accepted': ({ outcome }) => accepted.inc({ outcome: String(outcome) }),
    'webhook.refused': ({ code }) => refused.inc({ reason: oneOf(webhookRefusals, code) }),
    'webhook.not_stored': () => refused.inc({ reason: 'event_not_stored' }),
    'webhook.read': ({ kind }) => readOf(kind, 'read'),
    'webhook.read_unknown': ({ kind, outcome }) => readOf(kind, outcome),
    'webhook.read_failed': ({ kind, outcome }) => readOf(kind, outcome),
  };
}

/** What responses of the service lack. Paths have names of our own schemas only (upstream/response-reader.ts). */
function createResponseMeasures(registry: Registry): Measures {
  const drift = createCounter(
    registry,
    'dx_upstream_drift_total',
    'Fields of responses that differ from the specification and that nothing needs.',
    { endpoint: null, field: null },
  );
  const items = createCounter(
    registry,
    'dx_upstream_items_set_aside_total',
    'Items of lists that could not be read.',
    { endpoint: null, list: null },
  );
  const unreadable = createCounter(
    registry,
    'dx_upstream_unreadable_total',
    'Responses without a value that the next step needs.',
    { endpoint: null },
  );
  return {
    'upstream.difference': ({ route, path }) => drift.inc({ endpoint: String(route), field: String(path) }),
    'upstream.item_skipped': ({ route, path }) => items.inc({ endpoint: String(route), list: String(path) }),
    'upstream.unreadable': ({ route }) => unreadable.inc({ endpoint: String(route) }),
  };
}

function createEventMeasures(registry: Registry): Measures {
  const types = Object.keys(bookingEventTypes);
  const tries = createCounter(
    registry,
    'dx_events_total',
    'Tries to deliver events to you, by how they ended.',
    { type: types, outcome: ['delivered', 'failed', 'parked'] },
  );
  const count =
    (outcome: string) =>
    ({ type }: LogFields<'event.delivered'>) =>
      tries.inc({ type: oneOf(types, type), outcome });
  return {
    'event.delivered': count('delivered'),
    'event.retried': count('failed'),
    'event.parked': count('parked'),
  };
}
