/**
 * Follows the server's live stream (contract/live-api.ts): a fetch that goes on, since an EventSource can prove no key.
 *
 * It comes back by itself where it left off, with a new token where the old one ended, and rests while nobody looks at
 * the page: browsers grant few connections to one server. The stream carries hints; what they are about is read anew.
 */
import type { LiveChange } from '../../server/contract/live-api.ts';
import { Failure, mayPass } from './failure.ts';
import { pause } from './pause.ts';
import type { Session } from './session.ts';

export interface LiveListener {
  changed(change: LiveChange): void;
  /** Changes may have gone by unseen: whatever is on show is read again. */
  reread(): void;
}

/** The server says something at least every 15 seconds; after this long the connection is dead. */
const silenceMs = 40_000;
/** Longer than any token lives. */
const longestStreamMs = 3_900_000;
const shortestPauseMs = 500;
const longestPauseMs = 30_000;

interface Message {
  id: string;
  event: string;
  data: string;
}

/** Resolves when `signal` ends it, when the sign-in is over, or when the server has no such stream for this page. */
export async function followLive(session: Session, listener: LiveListener): Promise<void> {
  const { server, signal } = session;
  let lastSeen = '';
  let failures = 0;

  function hear({ id, event, data }: Message): void {
    lastSeen = id || lastSeen;
    if (event === 'reread') listener.reread();
    if (event === 'change') listener.changed(JSON.parse(data) as LiveChange);
  }

  /** One connection, to its end; true where another makes sense. */
  async function connect(): Promise<boolean> {
    const quiet = new AbortController();
    const giveUp = () => quiet.abort();
    let silence = setTimeout(giveUp, silenceMs);
    const rest = () => document.hidden && giveUp();
    document.addEventListener('visibilitychange', rest);
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
        for (const block of blocks) hear(messageOf(block));
      }
      return true;
    } catch (error) {
      return !(error instanceof Failure) || mayPass(error);
    } finally {
      clearTimeout(silence);
      document.removeEventListener('visibilitychange', rest);
    }
  }

  while (!signal.aborted) {
    if (document.hidden) {
      await untilShown(signal);
      failures = 0;
    } else if (!(await connect())) return;
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** failures++);
    await pause(pauseMs * (0.5 + Math.random()), signal);
  }
}

/** A body as text, in parts; leaving the loop lets the connection go. */
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

/** A block without `event` is the server's heartbeat. */
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
