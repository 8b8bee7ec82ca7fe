/**
 * The live stream to the page (contract/live-api.ts): server-sent events over a fetch, resumable, one customer's alone.
 *
 * Changes are kept for a while in this process's memory, so that a connection that comes back is told each missed one
 * once. Whoever was away for longer, or comes back to another process, is told to read again: the stream carries hints
 * and never state.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Middleware } from 'koa';
import type { LiveChange } from '../contract/live-api.ts';
import type { SessionState } from '../tokens/require-session.ts';

export interface LiveEvent extends LiveChange {
  /** Unique; a page names the last one it saw when it comes back. */
  id: string;
}

export interface Live {
  /** Told after the commit. */
  tell(customerId: string, event: LiveEvent): void;
  stream: Middleware<SessionState>;
  /** How many are connected. */
  connected(): number;
  /** Ends every connection: a server that stops waits for none. */
  close(): void;
}

/** Proxies cut what is silent for a minute; a page takes silence of twice this for a dead connection. */
const heartbeatMs = 15_000;
/** How many changes a customer can miss and still be told one by one. */
const keptEvents = 100;
/** How long they are kept for a customer who is not connected. */
const keptMs = 10 * 60_000;
/** One customer's tabs; the oldest makes room. */
const streamsPerCustomer = 8;
/** What a page that does not read may leave lying. */
const largestBacklogBytes = 64 * 1024;

interface Channel {
  /** Oldest first; the first entry marks where the memory begins. */
  events: (LiveEvent | { id: string; kind: null })[];
  streams: Set<PassThrough>;
  leftAtMs: number;
}

export function createLive(now: () => number = Date.now): Live {
  const channels = new Map<string, Channel>();
  let connected = 0;

  function channelOf(customerId: string): Channel {
    for (const [id, { streams, leftAtMs }] of channels)
      if (streams.size === 0 && leftAtMs + keptMs <= now()) channels.delete(id);
    const found = channels.get(customerId);
    if (found) return found;
    const events: Channel['events'] = [{ id: randomUUID(), kind: null }];
    const made: Channel = { events, streams: new Set(), leftAtMs: now() };
    channels.set(customerId, made);
    return made;
  }

  function write(stream: PassThrough, text: string): void {
    if (stream.writableLength > largestBacklogBytes) stream.destroy();
    else if (stream.writable) stream.write(text);
  }

  /** What a connection is told first: each missed change, or that it must read again. */
  function greet(stream: PassThrough, { events }: Channel, lastSeen: string): void {
    const at = events.findIndex(({ id }) => id === lastSeen);
    if (at === -1) write(stream, `id: ${events.at(-1)?.id}\nevent: reread\ndata: {}\n\n`);
    else for (const event of events.slice(at + 1)) write(stream, text(event));
  }

  /** Leaves nothing behind however it ends: the page goes, its token ends, it does not read, or the server stops. */
  function open(channel: Channel, response: ServerResponse, endsInMs: number): PassThrough {
    const stream = new PassThrough();
    const heartbeat = setInterval(() => write(stream, ':\n\n'), heartbeatMs).unref();
    const tokenEnd = setTimeout(() => stream.end(), Math.max(0, endsInMs)).unref();
    const [oldest] = channel.streams;
    if (oldest && channel.streams.size >= streamsPerCustomer) {
      channel.streams.delete(oldest);
      oldest.end();
    }
    channel.streams.add(stream);
    connected += 1;
    stream.on('error', () => {});
    stream.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(tokenEnd);
      channel.streams.delete(stream);
      channel.leftAtMs = now();
      connected -= 1;
      if (!response.writableEnded) response.destroy();
    });
    response.once('close', () => stream.destroy());
    return stream;
  }

  return {
    tell(customerId, event) {
      // Nobody listens and nobody will resume: whoever comes is told to read anyway.
      const channel = channels.get(customerId);
      if (!channel) return;
      channel.events.push(event);
      if (channel.events.length > keptEvents) channel.events.shift();
      for (const stream of channel.streams) write(stream, text(event));
    },

    async stream(ctx) {
      const { subject, expiresAt } = ctx.state.session;
      const channel = channelOf(subject);
      const stream = open(channel, ctx.res, expiresAt * 1000 - now());
      ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Connection: 'close' });
      ctx.type = 'text/event-stream';
      ctx.body = stream;
      // Koa would report each page that leaves as a failure of the answer.
      ctx.respond = false;
      ctx.res.flushHeaders();
      stream.pipe(ctx.res);
      greet(stream, channel, ctx.get('Last-Event-ID'));
    },

    connected: () => connected,

    close() {
      for (const { streams } of channels.values()) for (const stream of streams) stream.end();
    },
  };
}

function text(event: Channel['events'][number]): string {
  if (event.kind === null) return '';
  const change: LiveChange = { kind: event.kind, ref: event.ref };
  return `id: ${event.id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}
