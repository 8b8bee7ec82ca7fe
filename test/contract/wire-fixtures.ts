/** The fixtures of the service's wire, typed from its specification: requests, responses, events and messages. */
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

interface WireResponse {
  status: number;
  headers?: Record<string, string>;
  /** The whole envelope; none for a PDF. */
  body?: JsonObject;
}

interface Typed {
  /** The sections of the specification that it is typed from. */
  section: string;
  /** Paths for which the specification shows no type: `data.items[].id`, `status`, `headers.X`, `request.body.answers`. */
  open?: string[];
}

/** A successful request with its response. */
export interface Exchange extends Typed {
  name: string;
  /** Method and path template. */
  operation: string;
  request: { path: string; headers: Record<string, string>; body?: JsonObject };
  response: WireResponse;
}

/** An error, or a response that is not final. */
export interface ErrorExchange extends Typed {
  name: string;
  operation: string;
  path: string;
  response: WireResponse & { body: JsonObject };
}

/** The body of a delivery to a callback. */
export interface EventFixture extends Typed {
  type: string;
  body: JsonObject;
}

/** A message of the hosted page. */
export interface MessageFixture extends Typed {
  message: { type: string; payload: JsonObject };
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../server/contract/fixtures/${name}.json`, import.meta.url), 'utf8'));

const groups = [
  'discovery',
  'identity',
  'consent',
  'consent-evidence',
  'booking',
  'physician-evidence',
  'physician-order',
  'appointments',
];

export const exchanges: Exchange[] = groups.flatMap(read);
export const errors: ErrorExchange[] = read('errors');
export const events: EventFixture[] = read('events');
export const messages: MessageFixture[] = read('messages');

/** @throws Error if no exchange has the name */
export function exchangeNamed(name: string): Exchange {
  const found = exchanges.find((exchange) => exchange.name === name);
  if (found === undefined) throw new Error(`no exchange is called ${name}`);
  return found;
}

/** The query of an exchange's path. */
export const queryOf = ({ request }: Exchange): Record<string, string> =>
  Object.fromEntries(new URL(request.path, 'http://service.example').searchParams);
