/**
 * The server's log: events by name, each with the fields listed here and no others (AUTH-12). A value is a code, a
 * number or an id.
 */
import { type DestinationStream, pino } from 'pino';
import { logOutput } from './log-output.ts';

/** The values of LOG_LEVEL. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const events = {
  'server.starting': ['info', 'version'],
  'server.listening': ['info', 'host', 'port'],
  'metrics.listening': ['info', 'host', 'port'],
  'admin.listening': ['info', 'host', 'port'],
  'server.stopping': ['info', 'signal'],
  /** Lines that standard output has not taken, and that were not kept: its disk was full, for example. */
  'log.dropped': ['error', 'count'],
  /** A promise was rejected that nobody waits for. The server goes on. */
  'process.rejected': ['error', 'error_class', 'error_code', 'at'],
  /** Nobody caught an exception. The process stops in order. */
  'process.failed': ['error', 'error_class', 'error_code', 'at'],
  'settings.unknown': ['warn', 'setting', 'near'],
  /** Once for a process. */
  'proxy.not_trusted': ['warn'],
  request: [
    'info',
    'method',
    'route',
    'status',
    'code',
    'duration_ms',
    'request_id',
    'upstream_request_id',
    'record_id',
  ],
  'request.failed': ['error', 'request_id', 'error_class', 'error_code', 'at'],
  'request.broken': ['warn', 'request_id', 'error_class', 'error_code', 'at'],
  'token.refused': ['warn', 'code', 'at', 'host', 'paths', 'request_id'],
  'revocations.not_read': ['warn', 'error_class', 'error_code', 'at'],
  'journey.opened': ['info', 'journey_id'],
  'journey.search_failed': ['warn', 'journey_id', 'upstream_request_id'],
  'journey.step': ['info', 'journey_id', 'step'],
  'journey.notice': ['info', 'journey_id', 'step', 'code'],
  'journey.stopped': ['error', 'journey_id', 'step', 'code'],
  'handoff.settled': ['info', 'handoff_id', 'code', 'upstream_request_id'],
  'handoff.ordering': ['info', 'purchase_id', 'kind', 'status'],
  'handoff.stopped': ['error', 'purchase_id', 'kind', 'status', 'code', 'upstream_request_id'],
  'handoff.prescreen_differs': ['warn', 'test_type', 'code'],
  'handoff.unusable': ['error', 'handoff_id', 'code'],
  'hook.failed': [
    'error',
    'hook',
    'error_class',
    'error_code',
    'at',
    'host',
    'paths',
    'request_id',
    'record_id',
  ],
  /** Once for a process. */
  'hook.field_ignored': ['warn', 'hook', 'path', 'request_id'],
  'configuration.mismatch': ['error', 'code'],
  'configuration.changed': ['warn', 'from_version', 'to_version'],
  'configuration.incomplete': ['error', 'setting'],
  'notices.interrupted': ['warn', 'error_class', 'error_code', 'at'],
  'notices.not_sent': ['warn', 'error_class', 'error_code', 'at'],
  'store.migrated': ['info', 'migration'],
  'store.migration_waits': ['warn', 'migration', 'attempts'],
  'store.exposed': ['warn', 'suffix'],
  'store.upkeep_failed': ['error', 'error_class', 'error_code', 'at'],
  'documents.refused': ['error', 'route', 'code', 'host'],
  'upstream.called': ['debug', 'flow', 'method', 'route', 'status', 'outcome', 'duration_ms'],
  'upstream.waited': ['debug', 'flow', 'turn', 'duration_ms'],
  'upstream.slowed': ['warn', 'flow', 'per_second', 'wait_ms'],
  'upstream.read_failed': ['warn', 'route', 'status', 'code', 'reason', 'upstream_request_id'],
  'upstream.unreadable': ['error', 'route', 'paths', 'reference'],
  'upstream.adapter_failed': ['error', 'route', 'error_class', 'error_code', 'at'],
  'upstream.drift': ['warn', 'route', 'path'],
  'upstream.item_set_aside': ['warn', 'route', 'path', 'id', 'paths'],
  /** Each time, for the metrics; `upstream.drift` and `upstream.item_set_aside` are logged once. */
  'upstream.difference': ['debug', 'route', 'path'],
  'upstream.item_skipped': ['debug', 'route', 'path'],
  'assumption.unmet': ['warn', 'entry', 'path', 'keys'],
  'write.retried': ['warn', 'write_id', 'flow', 'kind', 'attempts', 'reason', 'wait_ms'],
  'write.settled': ['info', 'write_id', 'flow', 'kind', 'attempts', 'status', 'code', 'upstream_request_id'],
  'flow.mismatch': ['error', 'flow', 'write_id', 'kind', 'upstream_request_id'],
  'write.parked': ['error', 'write_id', 'flow', 'kind', 'attempts', 'reason'],
  'write.lease_lost': ['warn', 'write_id', 'flow', 'kind', 'attempts'],
  'write.failed': ['error', 'write_id', 'flow', 'kind', 'error_class', 'error_code', 'at'],
  'evidence.moved': ['info', 'evidence_id', 'kind', 'phase', 'code'],
  'evidence.failed': ['error', 'evidence_id', 'error_class', 'error_code', 'at'],
  'physician.moved': ['info', 'appointment_id', 'phase', 'code', 'upstream_request_id'],
  'physician.stopped': ['error', 'appointment_id', 'code', 'upstream_request_id'],
  'physician.failed': ['error', 'appointment_id', 'error_class', 'error_code', 'at'],
  'webhook.accepted': ['info', 'event_id', 'type', 'outcome'],
  'webhook.refused': ['warn', 'code'],
  'webhook.header_differs': ['warn', 'event_id', 'header'],
  'webhook.not_stored': ['error', 'error_class', 'error_code', 'at'],
  'webhook.read': ['info', 'kind', 'ref', 'attempts'],
  'webhook.read_unknown': ['info', 'kind', 'ref', 'attempts', 'outcome'],
  'webhook.read_failed': ['warn', 'kind', 'ref', 'attempts', 'outcome', 'error_class', 'error_code', 'at'],
  'webhook.worker_failed': ['error', 'error_class', 'error_code', 'at'],
  'webhook.reconciled': ['info', 'flow', 'duration_ms'],
  'webhook.reconcile_failed': ['error', 'flow', 'error_class', 'error_code', 'at'],
  'event.delivered': ['info', 'event_id', 'type', 'receiver', 'attempts'],
  'event.retried': ['warn', 'event_id', 'type', 'receiver', 'attempts', 'reason', 'wait_ms'],
  'event.parked': ['error', 'event_id', 'type', 'receiver', 'attempts', 'reason'],
  'event.lease_lost': ['warn', 'event_id', 'receiver', 'attempts'],
  'event.worker_failed': ['error', 'error_class', 'error_code', 'at'],
  'erasure.moved': ['info', 'erasure_id', 'state'],
  'erasure.failed': ['error', 'erasure_id', 'error_class', 'error_code', 'at'],
  'record.invalid': ['error', 'kind', 'record_id', 'column', 'fields'],
  'retention.deleted': ['info', 'kind', 'count'],
  'retention.failed': ['error', 'error_class', 'error_code', 'at'],
  'access_log.not_written': ['error', 'count', 'error_class', 'error_code', 'at'],
  'access_log.delivery_retried': ['warn', 'attempts', 'reason', 'wait_ms'],
  'access_log.delivery_failed': ['error', 'error_class', 'error_code', 'at'],
  'failed_requests.not_written': ['error', 'count', 'error_class', 'error_code', 'at'],
  'access_log.altered': ['error', 'chain'],
  'access_log.dropped': ['error'],
  'jobs.poll_failed': ['error', 'error_class', 'error_code', 'at'],
  'write.worker_failed': ['error', 'error_class', 'error_code', 'at'],
} as const satisfies Record<string, readonly [LogLevel, ...string[]]>;

/** The name of an event of the log. */
export type LogEvent = keyof typeof events;
/** The names of all events. */
export const logEvents = Object.keys(events) as LogEvent[];
/** Finds the level at which an event is logged. */
export const levelOf = (event: LogEvent): LogLevel => events[event][0];
type Field<E extends LogEvent> = Exclude<(typeof events)[E][number], LogLevel>;
/** The fields that an event may have. */
export type LogFields<E extends LogEvent> = { [F in Field<E>]?: string | number | null | undefined };
/** Writes one event. Never pass a secret or a value that a person typed. */
export type Log = <E extends LogEvent>(event: E, fields?: LogFields<E>) => void;

/** A log that drops all events. */
export const silentLog: Log = () => {};

/** The longest field, in characters: no logged value is prose. */
const longestField = 300;

/**
 * Creates the log.
 * @param level events below this level are dropped
 * @param destination receives the lines. @default standard output
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const output = destination ?? logOutput((count) => log('log.dropped', { count }));
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  const log: Log = (event, fields = {}) => {
    const [eventLevel, ...allowed] = events[event];
    if (!logger.isLevelEnabled(eventLevel)) return;
    const line: Record<string, string | number> = { event };
    for (const name of allowed) {
      const value = (fields as Record<string, unknown>)[name];
      if (typeof value === 'number') line[name] = value;
      if (typeof value === 'string') line[name] = value.slice(0, longestField);
    }
    logger[eventLevel](line);
  };
  return log;
}
