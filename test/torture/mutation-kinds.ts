/** The kinds of faults that are put between the conformance suite and a sandbox. */
import type { Passed, RecordedRequest } from '../support/recording-proxy.ts';

/** A delivery of a webhook, and what the receiver answers to it. */
export interface Relayed {
  headers: Record<string, string>;
  body: string;
  /** How often it is delivered. */
  times: number;
  answer: (status: number) => number;
}

/** A fault of a service. */
export interface Mutation {
  what: string;
  /** An endpoint and, for an answer, its status: `POST /v1/orders 201`. `*` stands for any. */
  on: string;
  request?: (request: RecordedRequest) => void | Promise<void>;
  answer?: (answer: Passed) => void;
  delivery?: (delivery: Relayed) => void;
}

/** An object of a body. */
export type Json = Record<string, unknown>;
/** @returns what a value becomes */
export type Change = (was: unknown, holder: Json) => unknown;

/** Changes the values at a path such as `data.items.0.id`; `*` is each item. Undefined removes the value. */
function change(root: unknown, path: string, to: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (typeof root !== 'object' || root === null) return;
  const holder = root as Json;
  for (const key of name === '*' ? Object.keys(holder) : [name]) {
    if (rest.length > 0) change(holder[key], rest.join('.'), to);
    else if (to === undefined) delete holder[key];
    else if (key in holder || typeof to !== 'function')
      holder[key] = typeof to === 'function' ? (to as Change)(holder[key], holder) : to;
  }
}

/** A value of a response is another; without `to`, it is missing. */
export const answered = (what: string, on: string, path: string, to?: unknown): Mutation => ({
  what,
  on,
  answer: ({ body }) => change(body, path, to),
});
/** A response has another status. */
export const status = (what: string, on: string, to: number): Mutation => ({
  what,
  on,
  answer: (answer) => {
    answer.status = to;
    change(answer.body, 'code', to);
  },
});
/** An error has another code. */
export const coded = (what: string, on: string, to: string) => answered(what, on, 'error.details.code', to);
/** A header is another, or missing. */
export const headed = (what: string, on: string, name: string, to?: string): Mutation => ({
  what,
  on,
  answer: ({ headers }) => {
    if (to === undefined) delete headers[name];
    else headers[name] = to;
  },
});
/** A value of a request is mended before the service sees it, so that it takes what it should refuse. */
export const asked = (what: string, on: string, path: string, to: unknown): Mutation => ({
  what,
  on,
  request: (request) => {
    if (!request.body) return;
    const body = JSON.parse(request.body) as unknown;
    change(body, path, to);
    request.body = JSON.stringify(body);
  },
});
/** A query is another. */
export const searched = (what: string, on: string, edit: (query: URLSearchParams) => void): Mutation => ({
  what,
  on,
  request: (request) => {
    const url = new URL(request.url, 'http://local');
    edit(url.searchParams);
    request.url = url.pathname + url.search;
  },
});
/** A parameter of a query is ignored. */
export const ignored = (name: string, on: string) =>
  searched(`${name} is ignored`, on, (query) => query.delete(name));
let used = 0;
/** A text that was not used before. */
export const fresh = () => `fresh-${++used}`;
/** The idempotency key is another. */
export const keyed = (what: string, on: string, to: (key: string | undefined) => string): Mutation => ({
  what,
  on,
  request: ({ headers }) => {
    headers['idempotency-key'] = to(headers['idempotency-key'] as string | undefined);
  },
});
/** The idempotency key is ignored. */
export const keyIgnored = (on: string) =>
  keyed(`${on}: the key is ignored`, on, (key) => (key?.trim() ? fresh() : ''));
/** @param edit what is different in a delivery */
export const delivered = (what: string, edit: (delivery: Relayed) => Partial<Relayed>): Mutation => ({
  what,
  on: 'delivery',
  delivery: (delivery) => void Object.assign(delivery, edit(delivery)),
});

/** A header of a delivery is another. */
export const withHeader = (what: string, name: string, to: (was: string) => string) =>
  delivered(what, ({ headers }) => {
    const header = `x-service-${name}`;
    return { headers: { ...headers, [header]: to(headers[header] ?? '') } };
  });

/** Whose key first saw an id. Another partner then reads with it. */
const owners = new Map<string, string>();
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** Another partner's resource is shown. */
export const foreign = (on: string): Mutation => ({
  what: `${on}: another partner's is answered`,
  on: on.replace(/ \d+$/, ''),
  request: ({ url, headers }) => {
    const [id = ''] = url.match(uuid) ?? [];
    headers['x-api-key'] = owners.get(id) ?? headers['x-api-key'];
  },
});
/** Remembers the key of each id in a response that succeeded. */
export function rememberOwners({ headers }: RecordedRequest, { status: code, body }: Passed): void {
  if (code >= 300) return;
  for (const id of JSON.stringify(body ?? '').match(uuid) ?? [])
    if (!owners.has(id)) owners.set(id, String(headers['x-api-key']));
}
