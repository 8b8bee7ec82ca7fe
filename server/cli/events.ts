/**
 * `node server/cli/events.ts list|replay`: lists the stored events of bookings, and sends them again. It names no user.
 *
 * list [--state due|parked|delivered] [--booking ID] [--since TIME] [--limit N] [--json]
 * replay EVENT_ID... | --parked | --since TIME [--booking ID]
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Config, readConfig } from '../config/config.ts';
import { createEventLog, type EventFilter, type EventLog, type ListedEvent } from '../events/event-log.ts';
import { hookReceiver, receiverOf } from '../events/receivers.ts';
import { createEncryption } from '../store/encryption.ts';
import { openStore } from '../store/store.ts';
import { runCommand } from './run-command.ts';

const options = {
  state: { type: 'string' },
  parked: { type: 'boolean', default: false },
  booking: { type: 'string' },
  since: { type: 'string' },
  limit: { type: 'string', default: '50' },
  json: { type: 'boolean', default: false },
} as const;

const usage = [
  'events list [--state due|parked|delivered] [--booking ID] [--since TIME] [--limit N] [--json]',
  'events replay EVENT_ID... | --parked | --since TIME [--booking ID]',
  'TIME is ISO 8601, such as 2026-11-22T10:00:00Z.',
];

const filter = z.object({
  state: z.enum(['due', 'parked', 'delivered']).optional(),
  booking: z.string().optional(),
  since: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  limit: z.coerce.number().int().min(1).max(10_000),
});

/**
 * Runs the command.
 * @returns the exit code: 1 if the arguments are wrong, or if there is nothing to replay
 * @throws TypeError if an option is unknown
 * @throws Error if a setting is at fault or the database cannot be opened
 */
export async function events(
  env: NodeJS.ProcessEnv,
  args: string[],
  print: (line: string) => void,
): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [action, ...ids] = positionals;
  const read = filter.safeParse({ ...values, state: values.parked ? 'parked' : values.state });
  const isList = action === 'list' && ids.length === 0;
  const isReplay = action === 'replay' && (ids.length > 0 || values.parked || values.since !== undefined);
  if (!read.success || !(isList || isReplay)) {
    for (const line of usage) print(line);
    return 1;
  }
  const { state, booking, since, limit } = read.data;
  const selected: EventFilter = {
    ...(ids.length > 0 ? { ids } : {}),
    ...(state ? { state } : {}),
    ...(booking === undefined ? {} : { bookingId: booking }),
    ...(since === undefined ? {} : { sinceMs: Date.parse(since) }),
  };
  const config = readConfig(env);
  const store = await openStore(config);
  try {
    const log = createEventLog(store, createEncryption(config.storeKeys, store.separateKeys), Date.now);
    return isReplay
      ? await replay(log, selected, print)
      : await list(log, selected, { limit, json: values.json, config, print });
  } finally {
    await store.close();
  }
}

async function list(
  log: EventLog,
  selected: EventFilter,
  deps: { limit: number; json: boolean; config: Config; print: (line: string) => void },
): Promise<number> {
  const { limit, json, config, print } = deps;
  const receivers = new Map(config.events.urls.map((url) => [receiverOf(url), new URL(url).host]));
  const shown = (await log.list(selected, limit)).map((event) => ({
    ...event,
    receiver:
      event.receiver === hookReceiver ? 'onEvent' : (receivers.get(event.receiver) ?? 'not configured'),
  }));
  if (json) print(JSON.stringify(shown));
  else for (const event of shown) print(lineOf(event));
  return 0;
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

async function replay(log: EventLog, selected: EventFilter, print: (line: string) => void): Promise<number> {
  const count = await log.replay(selected);
  print(
    count === 0
      ? 'No stored event matches. Events that are due are sent anyway.'
      : `${count} ${count === 1 ? 'delivery is' : 'deliveries are'} due again. Running servers send them within seconds.`,
  );
  return count === 0 ? 1 : 0;
}

if (import.meta.main) await runCommand(events);
