/** The receivers of events: each address of EVENTS_URL, and the hook `onEvent`. */
import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { BookingEvent } from '../../contract/events.ts';
import { traceHeaders } from '../../core/observability/spans.ts';
import { postSigned } from '../../core/standard-webhooks.ts';
import type { Hooks } from '../hooks.ts';

/** The part of the config that names receivers. */
export interface EventsConfig {
  urls: readonly string[];
  /** The keys of EVENTS_SECRET: each request is signed with all of them. */
  keys: readonly Buffer[];
}

/** One of the receivers: an address, or the hook. */
export interface Receiver {
  /** As stored: `hook`, or `url-` and a hash of the address, so that the database does not show it. */
  name: string;
  /** For the log; null for the hook. */
  host: string | null;
  /**
   * Delivers an event once.
   * @param signal ends the wait, with the reason `timeout`
   * @returns null if it has arrived; else the reason, without data
   */
  deliver(event: BookingEvent, signal: AbortSignal): Promise<string | null>;
}

/** The name of the hook's receiver. */
export const hookReceiver = 'hook';

/** The name of an address's receiver. */
export const receiverOf = (url: string): string =>
  `url-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;

/**
 * Creates the configured receivers; none without EVENTS_URL and `onEvent`.
 * @param deps.dispatcher the connections to the addresses
 * @param deps.now milliseconds since the epoch
 */
export function createReceivers(deps: {
  config: EventsConfig;
  onEvent: Hooks['onEvent'];
  dispatcher: Dispatcher;
  now: () => number;
}): Receiver[] {
  const { config, onEvent } = deps;
  return [
    ...(onEvent ? [{ name: hookReceiver, host: null, deliver: callHook(onEvent) }] : []),
    ...config.urls.map((url) => ({
      name: receiverOf(url),
      host: new URL(url).host,
      deliver: post(url, deps),
    })),
  ];
}

const callHook =
  (onEvent: NonNullable<Hooks['onEvent']>): Receiver['deliver'] =>
  async (event, signal) => {
    const { promise: timeUp, resolve } = Promise.withResolvers<string>();
    const end = () => resolve('timeout');
    signal.addEventListener('abort', end, { once: true });
    try {
      // A hook that is not async may throw at once.
      const called = Promise.resolve(onEvent(event)).then(() => null);
      return await Promise.race([called, timeUp]);
    } catch {
      return 'hook_failed';
    } finally {
      signal.removeEventListener('abort', end);
    }
  };

const post =
  (
    url: string,
    { config, dispatcher, now }: { config: EventsConfig; dispatcher: Dispatcher; now: () => number },
  ): Receiver['deliver'] =>
  (event, signal) => {
    const message = { id: event.id, body: JSON.stringify(event), headers: traceHeaders() };
    return postSigned(url, { ...message, keys: config.keys, now: now(), signal, dispatcher });
  };
