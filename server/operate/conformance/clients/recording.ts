/** What the recorder saw of a client, and the questions that rules ask about it. */
import { deepEqual, fail } from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { faultsOf } from '../breaches.ts';
import { at } from '../endpoints.ts';
import { NotTried } from '../trial.ts';
import type { Scenario } from './scenarios.ts';

/** A response, as the client got it. */
export interface Given {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed body; undefined if it is no JSON. */
  json: unknown;
  /** Milliseconds since the epoch. */
  atMs: number;
}

/** A request of the client, and what it got. */
export interface Recorded {
  /** Counts all requests. */
  n: number;
  scenario: Scenario;
  /** An endpoint of the specification, `upload` for the storage, null for any other address. */
  endpoint: string | null;
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The parsed body; undefined if it is no JSON. */
  json: Json;
  /** When the request began, in milliseconds since the epoch. */
  atMs: number;
  /** null if the connection was cut. */
  given: Given | null;
}

/** A value of a body: of any shape, since what is missing is what rules look for. */
export type Json = ReturnType<typeof JSON.parse>;

/** A delivery of a webhook, and what the client answered. */
export interface Delivered {
  scenario: Scenario;
  eventId: string;
  type: string;
  appointmentId: string;
  /** What the recorder changed: `none` is the delivery of the service. */
  change: Change;
  /** null if nobody answered. */
  status: number | null;
  /** When the client had answered, in milliseconds since the epoch. */
  atMs: number;
}

/** What differs in a delivery. The last two are signed by the recorder, as the service would. */
export const changes = ['none', 'again', 'forged', 'stale', 'unknown type', 'unknown version'] as const;
/** One of {@link changes}. */
export type Change = (typeof changes)[number];

/** Whether a request has succeeded, and the client knows it. */
export const isDone = ({ given }: Recorded): boolean =>
  given !== null && given.status < 300 && given.json !== undefined && !isInProgress(given);
/** Whether a response says that the write under its key is still being processed. */
export const isInProgress = ({ json }: Given): boolean =>
  [(json as Json)?.data?.code, (json as Json)?.error?.details?.code].includes('IDEMPOTENCY_IN_PROGRESS');
/** The `data` of a response. */
export const dataOf = ({ given }: Recorded): Json => (given?.json as Json)?.data;
/** The parts of a path that an endpoint has in braces. */
export const idsOf = ({ endpoint, path }: Pick<Recorded, 'endpoint' | 'path'>): string[] => {
  const names = endpoint?.split(' ')[1]?.split('/') ?? [];
  return path.split('/').filter((_, n) => names[n]?.startsWith('{'));
};
/** Whether a request is a write to the service. */
export const isWrite = ({ method, endpoint }: Recorded): boolean => method === 'POST' && endpoint !== null;
/** The key of a write. */
export const keyOf = ({ headers }: Recorded): string | undefined =>
  headers['idempotency-key'] as string | undefined;

/** All that a client did. */
export class Recording {
  readonly scenarios: readonly Scenario[];
  readonly exchanges: Recorded[] = [];
  readonly deliveries: Delivered[] = [];

  constructor(scenarios: readonly Scenario[]) {
    this.scenarios = scenarios;
  }

  /** @returns the requests to these endpoints */
  of(...endpoints: string[]): Recorded[] {
    return this.exchanges.filter(({ endpoint }) => endpoint !== null && endpoints.includes(endpoint));
  }

  /** @returns the requests under the same key that came before */
  before({ scenario, n }: Recorded, ...endpoints: string[]): Recorded[] {
    return this.of(...endpoints).filter((each) => each.scenario === scenario && each.n < n);
  }

  /** @returns the requests under the same key that came after */
  after({ scenario, n }: Recorded, ...endpoints: string[]): Recorded[] {
    return this.of(...endpoints).filter((each) => each.scenario === scenario && each.n > n);
  }

  /** @returns the data that the client had got from these endpoints before a request, the newest first */
  known(before: Recorded, ...endpoints: string[]): Json[] {
    return this.before(before, ...endpoints)
      .filter(isDone)
      .map(dataOf)
      .reverse();
  }

  /** @returns what of {@link known} is about the first id in the path of the request */
  knownOf(request: Recorded, ...endpoints: string[]): Json[] {
    const [id] = idsOf(request);
    return this.before(request, ...endpoints)
      .filter((each) => isDone(each) && idsOf(each)[0] === id)
      .map(dataOf)
      .reverse();
  }

  /** @returns the writes that the client sent again, or should have: those whose result it does not know */
  get unclear(): Recorded[] {
    return this.exchanges.filter((each) => {
      if (!isWrite(each) || each.endpoint === at.webhooks) return false;
      const { given } = each;
      return (
        given === null ||
        given.status >= 500 ||
        given.status === 429 ||
        given.json === undefined ||
        isInProgress(given)
      );
    });
  }
}

/**
 * Tries each request, and reports all that fail.
 * @param doing what the client would have to do, if there is no request to try
 */
export function every<T extends Recorded | Delivered>(
  all: readonly T[],
  doing: string,
  attempt: (one: T) => void,
): void {
  if (all.length === 0) throw new NotTried(doing);
  const failed = all.flatMap((one) => {
    try {
      attempt(one);
      return [];
    } catch (error) {
      return [`${nameOf(one)}: ${(error as Error).message}`];
    }
  });
  if (failed.length > 0) fail(`${failed.length} of ${all.length}:\n${failed.slice(0, 5).join('\n')}`);
}

const nameOf = (one: Recorded | Delivered) =>
  'type' in one
    ? `${one.scenario.name}, ${one.type} (${one.change})`
    : `${one.scenario.name}, request ${one.n}, ${one.method} ${one.path}`;

/** @throws if a body is not of a shape */
export function fits(shape: z.ZodType, value: unknown): void {
  const faults = faultsOf(shape, value);
  if (faults.length > 0) fail(faults.join(', '));
}

/** @returns a rule: the body of each request to an endpoint is of a shape. @param doing as for {@link every} */
export const hasBody =
  (endpoint: string, shape: z.ZodType, doing: string) =>
  (recording: Recording): void =>
    every(recording.of(endpoint), doing, ({ json }) => fits(shape, json));

/** The parameters of a query are only these. */
export const onlyNamed = ({ query }: Recorded, names: string) =>
  deepEqual(
    [...query.keys()].filter((name) => !names.split(' ').includes(name)),
    [],
  );
