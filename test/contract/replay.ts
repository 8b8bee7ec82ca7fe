/**
 * Sends the requests of the fixtures to a sandbox and compares its responses with theirs. The sandbox makes ids, hashes and
 * times of its own: the replay reads them from the responses, and sends them in place of the fixture's.
 */
import { expect } from 'vitest';
import { type Answer, call, type Partner } from '../sandbox/sandbox-harness.ts';
import { exchangeNamed, type Json, type JsonObject } from './wire-fixtures.ts';
import { differences } from './wire-shape.ts';

export interface Replay {
  /** Makes a value of the fixtures stand for one of the sandbox. */
  bind(values: Record<string, string>): void;
  /**
   * Sends the request of an exchange and expects its response.
   * @param changes fields of the body that the state decides, and the key of a repeated write
   */
  play<T = JsonObject>(name: string, changes?: { body?: object; key?: string }): Promise<Answer<T>>;
}

const standsForAnother = /(?:^|_)(?:id|hash|version|time)$/;

/** The names of the exchanges that any replay has sent. */
export const played = new Set<string>();

export function openReplay(url: string, partner: Partner): Replay {
  const known = new Map<string, string>();
  const substituted = (value: Json): Json => {
    if (typeof value === 'string') return known.get(value) ?? value;
    if (Array.isArray(value)) return value.map(substituted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, substituted(inner)]));
  };
  const learn = (fixture: Json | undefined, actual: Json | undefined, key = ''): void => {
    if (typeof fixture === 'string' && typeof actual === 'string') {
      if (standsForAnother.test(key)) known.set(fixture, actual);
    } else if (typeof fixture === 'object' && fixture !== null && typeof actual === 'object')
      for (const [name, inner] of Object.entries(fixture))
        learn(inner, Reflect.get(actual ?? {}, name), Array.isArray(fixture) ? key : name);
  };
  return {
    bind(values) {
      for (const [fixture, actual] of Object.entries(values)) known.set(fixture, actual);
    },
    async play<T>(name: string, { body = {}, key }: { body?: object; key?: string } = {}) {
      const { operation, request, response, open = [] } = exchangeNamed(name);
      const [method = ''] = operation.split(' ');
      const path = request.path.replaceAll(/[^/?&=]+/g, (part) => known.get(part) ?? part);
      const headers: Record<string, string> = { ...request.headers, 'x-api-key': partner.apiKey };
      if (key !== undefined) headers['Idempotency-Key'] = key;
      const sent = request.body && { ...(substituted(request.body) as JsonObject), ...body };
      const answer = await call<T>(url + path, method, headers, sent);
      if (!open.includes('status')) expect([name, answer.status]).toEqual([name, response.status]);
      expect(answer.json).toMatchObject({ code: answer.status });
      expectHeaders(answer.headers, response.headers, open);
      const compared = open.includes('status') ? [...open, 'code'] : open;
      expect(differences(answer.json as Json, response.body, compared), name).toEqual([]);
      learn(response.body, answer.json as Json);
      played.add(name);
      return answer;
    },
  };
}

/** Expects every header that the fixture has. */
export function expectHeaders(
  actual: Headers,
  fixture: Record<string, string> = {},
  open: readonly string[] = [],
): void {
  for (const name of Object.keys(fixture))
    if (!open.includes(`headers.${name}`)) expect([name, actual.has(name)]).toEqual([name, true]);
}
