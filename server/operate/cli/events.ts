/** `dx-booking events list|replay`: lists the stored events of bookings, and sends them again. It names no user. */
import { z } from 'zod';
import { type Config, readConfig } from '../../config/config.ts';
import {
  createEventLog,
  type EventFilter,
  type EventLog,
  type ListedEvent,
} from '../../partner/events/event-log.ts';
import { hookReceiver, receiverOf } from '../../partner/events/receivers.ts';
import { CommandError } from './command-error.ts';
import type { Subcommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

/** The options of both commands, as typed. */
interface SelectOptions {
  /** The id of a booking. */
  booking?: string;
  /** ISO 8601, such as 2026-11-22T10:00:00Z. */
  since?: string;
}

const sinceSchema = z.iso.datetime({ offset: true }).or(z.iso.date()).optional();
const limitSchema = z.coerce.number().int().min(1).max(10_000);

/**
 * `events list`: prints the stored events, the newest first.
 * @param options.limit how many at most. @default 50
 * @returns the exit code
 * @throws CommandError if an option is invalid
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const eventsList: Subcommand<
  SelectOptions & { state?: EventFilter['state']; limit?: string; json?: boolean }
> = async (env, { state, limit = '50', json = false, ...options }, print) => {
  const read = limitSchema.safeParse(limit);
  if (!read.success) throw new CommandError('--limit is a number from 1 to 10000.');
  const selected = { ...filterOf(options), ...(state ? { state } : {}) };
  return withEvents(env, async (log, config) => {
    const receivers = new Map(config.EVENTS_URL.map((url) => [receiverOf(url), new URL(url).host]));
    const shown = (await log.list(selected, read.data)).map((event) => ({
      ...event,
      receiver:
        event.receiver === hookReceiver ? 'onEvent' : (receivers.get(event.receiver) ?? 'not configured'),
    }));
    if (json) print(JSON.stringify(shown));
    else for (const event of shown) print(lineOf(event));
    return 0;
  });
};

/**
 * `events replay`: makes stored events due again. Running servers send them.
 * @param options.ids the ids of events. @default those that the other options select
 * @param options.parked selects the events that are parked. @default false
 * @returns the exit code: 1 if there is nothing to replay
 * @throws CommandError if no event is selected or an option is invalid
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export const eventsReplay: Subcommand<SelectOptions & { ids?: string[]; parked?: boolean }> = async (
  env,
  { ids = [], parked = false, ...options },
  print,
) => {
  if (ids.length === 0 && !parked && options.since === undefined)
    throw new CommandError('Name the ids of events, --parked or --since TIME.');
  const selected: EventFilter = {
    ...filterOf(options),
    ...(ids.length > 0 ? { ids } : {}),
    ...(parked ? { state: 'parked' } : {}),
  };
  return withEvents(env, async (log) => {
    const { length: count } = await log.replay(selected);
    print(
      count === 0
        ? 'No stored event matches. Events that are due are sent anyway.'
        : `${count} ${count === 1 ? 'delivery is' : 'deliveries are'} due again. Running servers send them within seconds.`,
    );
    return count === 0 ? 1 : 0;
  });
};

function filterOf({ booking, since }: SelectOptions): EventFilter {
  if (!sinceSchema.safeParse(since).success)
    throw new CommandError('--since is a time in ISO 8601, such as 2026-11-22T10:00:00Z.');
  return {
    ...(booking === undefined ? {} : { bookingId: booking }),
    ...(since === undefined ? {} : { sinceMs: Date.parse(since) }),
  };
}

function withEvents<T>(
  env: NodeJS.ProcessEnv,
  work: (log: EventLog, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  return withDatabase(config, ({ store, encryption }) =>
    work(createEventLog(store, encryption, Date.now), config),
  );
}

const lineOf = ({ id, type, state, receiver, attempts, bookingId, sequence, createdAtMs }: ListedEvent) =>
  [
    new Date(createdAtMs).toISOString(),
    id,
    (type ?? 'unreadable').padEnd(32),
    state.padEnd(9),
    `${attempts} ${attempts === 1 ? 'try' : 'tries'}`.padEnd(8),
    `${bookingId}#${sequence}`,
    receiver,
  ].join('  ');
