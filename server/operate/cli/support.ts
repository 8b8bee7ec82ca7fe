/** `dx-booking support lookup|list|retry|release|note`: what an operator does about a booking (server/support.md). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import {
  type ActionResult,
  noteRequest,
  type SupportRecords,
  type WaitingRequest,
  waitingRequest,
} from '../../contract/admin-api/views.ts';
import { jsonOrNull } from '../../core/json.ts';
import { CommandError } from './command-error.ts';
import { withOperator } from './open-operator.ts';
import type { Print, Subcommand } from './run-command.ts';

/** The options of every support command. */
interface ReferenceOptions {
  /** From the user's screen, an id of the log, or the partner's own id of the user. */
  reference: string;
  /** @default false */
  json?: boolean;
  /** The server's log, which has the references of failed requests. @default none */
  log?: string | undefined;
  /** Who asks, for the access log. @default the user of the system */
  operator?: string | undefined;
}

const noBooking = 'No booking has this reference.';
const onlyInLog =
  'If it is of a user who could not sign in, or of an older failure, only the log has it, as request_id or ' +
  'upstream_request_id: name the log with --log.';

/**
 * `support lookup`: prints the records of the user.
 * @param options.notes prints the texts of notes. @default false
 * @returns the exit code: 1 if a record does not fit its schema
 * @throws CommandError if nothing is found, or if the log cannot be read
 * @throws Error as {@link withOperator}
 */
export const supportLookup: Subcommand<ReferenceOptions & { notes?: boolean }> = (
  env,
  { notes = false, ...options },
  print,
) =>
  onBooking(env, options, async (reference, actions) => {
    const records = await actions.lookup(reference, { notes });
    if (options.json) print(JSON.stringify(records));
    else printRecords(records, print);
    return 0;
  });

/**
 * `support retry`: makes the waiting and parked work of the user due. Running servers do it.
 * @returns the exit code: 1 if there was nothing to retry, or if a record does not fit its schema
 * @throws CommandError if nothing is found, or if the log cannot be read
 * @throws Error as {@link withOperator}
 */
export const supportRetry: Subcommand<ReferenceOptions> = (env, options, print) =>
  onBooking(env, options, async (reference, actions) => {
    const result = await actions.retry(reference);
    return printResult(result, options, print, 'Nothing waits for another try.');
  });

/** The options of the commands about the work of all users. */
interface WaitingOptions {
  /** The reason of a parked write. @default any */
  reason?: string | undefined;
  /** A time in ISO 8601. @default any */
  since?: string | undefined;
  json?: boolean;
  operator?: string | undefined;
}

/** @throws CommandError if `since` is no time */
function requestOf({ reason, since }: WaitingOptions): WaitingRequest {
  const { data } = waitingRequest.safeParse({ reason, since });
  if (!data) throw new CommandError('--since is a time in ISO 8601, such as 2026-11-22T10:00:00Z.');
  return data;
}

/**
 * `support list`: prints the work of all users that is parked, or without an outcome for a minute.
 * @returns the exit code
 * @throws CommandError if an option is invalid
 * @throws Error as {@link withOperator}
 */
export const supportList: Subcommand<WaitingOptions> = async (env, options, print) => {
  const request = requestOf(options);
  return withOperator(env, { operator: options.operator }, async ({ actions }) => {
    const waiting = await actions.waiting(request);
    if (options.json) print(JSON.stringify(waiting));
    else if (waiting.items.length === 0) print('Nothing waits.');
    else {
      for (const group of waiting.groups) print(lineOf(group));
      print('');
      for (const item of waiting.items) print(lineOf(item));
    }
    return 0;
  });
};

/**
 * `support retry --parked`: makes the parked work of all users due. Running servers send them.
 * @returns the exit code: 1 if there was none
 * @throws CommandError if an option is invalid
 * @throws Error as {@link withOperator}
 */
export const supportRetryParked: Subcommand<WaitingOptions> = async (env, options, print) => {
  const request = requestOf(options);
  return withOperator(env, { operator: options.operator }, async ({ actions }) =>
    printResult(await actions.retryParked(request), options, print, 'Nothing is parked.'),
  );
};

/**
 * `support release`: gives up a parked write if that is safe.
 * @returns the exit code: 1 if nothing was given up, or if a record does not fit its schema
 * @throws CommandError if nothing is found, or if the log cannot be read
 * @throws Error as {@link withOperator}
 */
export const supportRelease: Subcommand<ReferenceOptions> = (env, options, print) =>
  onBooking(env, options, async (reference, actions) => {
    const result = await actions.release(reference);
    return printResult(result, options, print, 'Nothing was given up.');
  });

/**
 * `support note`: attaches a note to the booking, or to the user if the reference names no booking.
 * @param options.text 1 to 2,000 characters
 * @returns the exit code
 * @throws CommandError if nothing is found, if the text is empty or too long, or if the log cannot be read
 * @throws Error as {@link withOperator}
 */
export const supportNote: Subcommand<ReferenceOptions & { text: string }> = (
  env,
  { text, ...options },
  print,
) =>
  onBooking(env, options, async (reference, actions) => {
    const read = noteRequest.shape.text.safeParse(text);
    if (!read.success) throw new CommandError(read.error.issues[0]?.message ?? '');
    const note = await actions.note(reference, read.data);
    const about = note.booking_id === null ? 'the user' : `booking ${note.booking_id}`;
    print(options.json ? JSON.stringify(note) : `Added a note of ${note.length} characters about ${about}.`);
    return 0;
  });

type Actions = Parameters<Parameters<typeof withOperator>[2]>[0]['actions'];

async function onBooking(
  env: NodeJS.ProcessEnv,
  { reference, log, operator }: ReferenceOptions,
  act: (reference: string, actions: Actions) => Promise<number>,
): Promise<number> {
  const logged = log === undefined ? null : await requestInLog(log, reference);
  const nothing =
    log === undefined
      ? `${noBooking} ${onlyInLog}`
      : `No booking has this reference, and the log does not lead to one.${logged ? ` ${sentenceOf(logged)}` : ''}`;
  return withOperator(env, { operator, nothing }, async ({ actions, countInvalid }) => {
    const code = await act(logged?.record_id ?? reference, actions);
    return countInvalid() > 0 ? 1 : code;
  });
}

const failedRequest = z.object({
  event: z.literal('request'),
  request_id: z.string(),
  upstream_request_id: z.string().optional(),
  record_id: z.string().optional(),
  time: z.string().optional(),
  method: z.string(),
  route: z.string(),
  status: z.number(),
  code: z.string().optional(),
});
type FailedRequest = z.infer<typeof failedRequest>;

const sentenceOf = ({ time, method, route, status, code }: FailedRequest) =>
  [
    'The request was',
    `${method} ${route}`,
    time && `at ${time}`,
    `and failed with ${status}`,
    code && `(${code})`,
  ]
    .filter(Boolean)
    .join(' ')
    .concat('.');

/** Finds the request in the log that has this reference. @throws CommandError */
async function requestInLog(file: string, reference: string): Promise<FailedRequest | null> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) {
      if (!line.includes(reference)) continue;
      const { data } = failedRequest.safeParse(jsonOrNull(line));
      if (data && [data.request_id, data.upstream_request_id].includes(reference)) return data;
    }
    return null;
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

function printRecords(
  { subject, found_by, booking_id, failed_request, ...kinds }: SupportRecords,
  print: Print,
): void {
  const booking = booking_id === null ? '' : `, booking ${booking_id}`;
  const user = subject === null ? 'a user of whom nothing is stored' : `user ${subject}`;
  print(`${user}, found by ${found_by}${booking}`);
  if (failed_request) print(`\nfailed_request\n  ${lineOf(failed_request)}`);
  for (const [kind, rows] of Object.entries(kinds)) {
    if (rows.length > 0) print(`\n${kind}`);
    for (const row of rows) print(`  ${lineOf(row)}`);
  }
}

/** The values that are set, with their names. */
const lineOf = (row: object): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('  ');

function printResult(
  result: ActionResult,
  { json = false }: Pick<ReferenceOptions, 'json'>,
  print: Print,
  nothing: string,
): number {
  const { done, refused } = result;
  if (json) print(JSON.stringify(result));
  else {
    if (done.length === 0) print(nothing);
    else print('Done. A running server goes on within five seconds.');
    for (const item of done) print(lineOfItem(item));
    if (refused.length > 0) print('Not done:');
    for (const item of refused) print(lineOfItem(item));
  }
  return done.length > 0 ? 0 : 1;
}

const lineOfItem = ({ kind, id, write, message }: ActionResult['done'][number]) =>
  `  ${write ?? kind} ${id}  ${message}`;
