/**
 * Follows the server's live stream (contract/live-api.ts) by a fetch, because an EventSource cannot send a proof.
 *
 * It reconnects by itself and resumes after the last event, with a new token if the old one has expired. It disconnects
 * while the page is hidden, because browsers allow few connections to one server. Events are hints: the listener reads
 * the resource again.
 */
import type { LiveChange } from '../../server/contract/live-api.ts';
import { Failure, mayPass } from './failure.ts';
import { pause } from './pause.ts';
import { isHidden } from './platform.ts';
import type { Session } from './session.ts';

/** The listener of the live stream. */
export interface LiveListener {
  changed(change: LiveChange): void;
  /** Changes may have been missed: read everything again. */
  reread(): void;
}

/** The server sends something at least every 15 seconds. After this long the connection is dead. */
const silenceMs = 40_000;
/** Longer than the lifetime of any token. */
const longestStreamMs = 3_900_000;
const shortestPauseMs = 500;
const longestPauseMs = 30_000;

interface Message {
  id: string;
  event: string;
  data: string;
}

/**
 * Follows the live stream and connects again after a break. Never rejects.
 * @returns resolves when the session ends, when the sign-in is over, or when the server has no stream for this page
 */
export async function followLive(session: Session, listener: LiveListener): Promise<void> {
  const { server, signal } = session;
  let lastSeen = '';
  let failures = 0;

  function receive({ id, event, data }: Message): void {
    lastSeen = id || lastSeen;
    if (event === 'reread') listener.reread();
    if (event === 'change') listener.changed(JSON.parse(data) as LiveChange);
  }

  /** Follows one connection to its end. @returns whether another attempt makes sense */
  async function connect(): Promise<boolean> {
    const quiet = new AbortController();
    const giveUp = () => quiet.abort();
    let silence = setTimeout(giveUp, silenceMs);
    const rest = () => isHidden() && giveUp();
    globalThis.document?.addEventListener('visibilitychange', rest);
    try {
      const response = await session.call({
        method: 'GET',
        url: `${server}/live`,
        headers: lastSeen === '' ? {} : { 'last-event-id': lastSeen },
        timeoutMs: longestStreamMs,
        signal: quiet.signal,
      });
      if (!response.ok || response.body === null) return response.status >= 500 || response.status === 429;
      let text = '';
      for await (const part of read(response.body)) {
        clearTimeout(silence);
        silence = setTimeout(giveUp, silenceMs);
        failures = 0;
        const blocks = (text + part).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) receive(messageOf(block));
      }
      return true;
    } catch (error) {
      return !(error instanceof Failure) || mayPass(error);
    } finally {
      clearTimeout(silence);
      globalThis.document?.removeEventListener('visibilitychange', rest);
    }
  }

  while (!signal.aborted) {
    if (isHidden()) {
      await untilShown(signal);
      failures = 0;
    } else if (!(await connect())) return;
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** failures++);
    await pause(pauseMs * (0.5 + Math.random()), signal);
  }
}

/** Reads a body as text, in parts. Leaving the loop closes the connection. */
async function* read(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Parses one event of our own server, which sends single-line data and no CR. A block without `event` is its
 * heartbeat.
 */
function messageOf(block: string): Message {
  const message: Message = { id: '', event: '', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|event|data): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) message[name as keyof Message] = value;
  }
  return message;
}

const untilShown = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
