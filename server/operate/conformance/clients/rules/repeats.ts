/** Idempotency keys, repeated requests, and waits. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import {
  every,
  isInProgress,
  isWrite,
  type Json,
  keyOf,
  type Recorded,
  type Recording,
} from '../recording.ts';

const { rules: keyRules, must, should, told } = defineRules('keys', 'Limits');
/** The rules of keys. */
export const keys = keyRules;

const write = 'Book an appointment';
/** Writes for which the specification names no key. */
const unstated: (string | null)[] = [at.abandon, at.webhooks, at.handoff];
const writesOf = ({ exchanges }: Recording) => exchanges.filter(isWrite);

// Also [CONS-17] [CONS-32] [PRE-16] [ORD-02] [QST-11] [SCH-02]
must`present: each write for which a key is stated has one [IDEM-01]`((recording) =>
  every(
    writesOf(recording).filter(({ endpoint }) => !unstated.includes(endpoint)),
    write,
    (each) => ok(keyOf(each)?.trim(), 'has none'),
  ),
);

should`every: each other write has one too [IDEM-01]`((recording) =>
  every(
    writesOf(recording).filter(({ endpoint }) => unstated.includes(endpoint)),
    'Do the task co-branded or webhooks',
    (each) => ok(keyOf(each)?.trim(), 'has none'),
  ),
);

should`reads: no read has one [IDEM-01]`((recording) =>
  every(
    recording.exchanges.filter(({ method }) => method === 'GET'),
    write,
    (each) => equal(keyOf(each), undefined),
  ),
);

// Also [CONS-46]
must`one: a key is of one address and of the same bytes [IDEM-13] [IDEM-04]`((recording) =>
  every(
    writesOf(recording).filter((each) => keyOf(each)),
    write,
    (each) => {
      const first = recording.exchanges.find(
        (other) => isWrite(other) && keyOf(other) === keyOf(each) && other.scenario === each.scenario,
      );
      equal(each.path, first?.path);
      ok(first?.body.equals(each.body), `has other bytes than request ${first?.n}`);
    },
  ),
);

told`form: what the keys look like [IDEM-01]`((recording) => {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  return [...new Set(writesOf(recording).flatMap((each) => keyOf(each) ?? []))].every((key) => uuid.test(key))
    ? 'uuid'
    : 'other';
});

const { rules: repeatRules, must: mustRepeat, should: shouldRepeat } = defineRules('repeats', 'Errors');
/** The rules of repeated requests. */
export const repeats = repeatRules;

const isSame = (one: Recorded, other: Recorded) =>
  one.path === other.path && keyOf(one) === keyOf(other) && one.body.equals(other.body);

/** A request whose result is not known is followed by the same request. */
const repeated = (recording: Recording, task: string, isMeant: (each: Recorded) => boolean) =>
  every(recording.unclear.filter(isMeant), `Do the task ${task}`, (each) => {
    const later = recording.after(each, each.endpoint ?? '');
    ok(
      later.some((other) => isSame(each, other)),
      'was not sent again with the same key and bytes',
    );
    const others = later.filter((other) => other.body.equals(each.body) && other.path === each.path);
    deepEqual(
      others.filter((other) => !isSame(each, other)).map(({ n }) => n),
      [],
      'was sent under another key',
    );
  });

mustRepeat`unanswered: a write without an answer is sent again, with its key and its bytes [IDEM-04] [IDEM-16]`(
  (recording) => repeated(recording, 'cut-before or cut-after', ({ given }) => given === null),
);

mustRepeat`in-progress: a write that is in progress is sent again, with its key and its bytes [IDEM-07] [IDEM-09]`(
  (recording) =>
    repeated(
      recording,
      'in-progress',
      ({ given }) => given !== null && isInProgress(given) && given.status === 202,
    ),
);

mustRepeat`cancel-in-progress: so is a cancel, whose answer is 409 [ERR-22] [IDEM-10]`((recording) =>
  repeated(
    recording,
    'changes',
    ({ given }) => given !== null && isInProgress(given) && given.status === 409,
  ),
);

shouldRepeat`unavailable: after 503, 429 and what is no JSON as well [ERR-29] [UPL-22]`((recording) =>
  repeated(
    recording,
    'unavailable, limited or no-json',
    ({ given }) => given !== null && !isInProgress(given),
  ),
);

mustRepeat`calendar: the times are read again after 503 [ERR-35]`((recording) =>
  every(
    recording.of(at.times).filter(({ given }) => given?.status === 503),
    'Do the task unavailable',
    (each) =>
      ok(
        recording.after(each, at.times).some(({ path }) => path === each.path),
        'were not read again',
      ),
  ),
);

const { rules: waitRules, must: mustWait, should: shouldWait } = defineRules('waits', 'Errors');
/** The rules of waits. */
export const waits = waitRules;

/** What the measure of a wait may be short by. */
const toleranceMs = 100;

/** A request that is sent again comes after what `secondsOf` says. */
const waited = (recording: Recording, task: string, secondsOf: (each: Recorded) => number) =>
  every(
    recording.exchanges.filter((each) => each.given && secondsOf(each) > 0),
    `Do the task ${task}`,
    (each) => {
      const next = recording.after(each, each.endpoint ?? '').find((other) => isSame(each, other));
      const waitedMs = next && each.given ? next.atMs - each.given.atMs : Number.POSITIVE_INFINITY;
      ok(
        waitedMs >= secondsOf(each) * 1000 - toleranceMs,
        `came after ${waitedMs} ms, in place of ${secondsOf(each)} s`,
      );
    },
  );

const headerSeconds = ({ given }: Recorded) => Number(given?.headers['retry-after'] ?? 0);
const bodySeconds = ({ given }: Recorded): number => {
  const { data, error } = (given?.json as Json) ?? {};
  return data?.retry_after_seconds ?? error?.details?.retry_after_seconds ?? 0;
};
const inProgress = ({ given }: Recorded) => given !== null && isInProgress(given);

mustWait`in-progress: a write that is in progress is sent again after one of the two times [IDEM-09] [LIM-15]`(
  (recording) =>
    waited(recording, 'in-progress', (each) =>
      inProgress(each) ? Math.min(headerSeconds(each), bodySeconds(each)) : 0,
    ),
);

shouldWait`larger: if they differ, it is the larger one [IDEM-15]`((recording) =>
  waited(recording, 'in-progress', (each) =>
    inProgress(each) ? Math.max(headerSeconds(each), bodySeconds(each)) : 0,
  ),
);

shouldWait`retry-after: after 429 and 503 a request is sent again after Retry-After [ERR-29]`((recording) =>
  waited(recording, 'unavailable or limited', (each) =>
    [429, 503].includes(each.given?.status ?? 0) ? headerSeconds(each) : 0,
  ),
);
