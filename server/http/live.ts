/**
 * The live stream to the page (contract/live-api.ts): server-sent events over a fetch, resumable, one customer's alone.
 *
 * Changes are kept for a while in this process's memory, so that a connection that comes back is told each missed one
 * once. Whoever was away for longer is told to read again: the stream carries hints and never state.
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Middleware } from 'koa';
import type { LiveChange } from '../contract/live-api.ts';
import type { Session } from '../contract/token-api.ts';
import { detachSocket, endSocket } from './detach-socket.ts';
import type { SessionState } from './session-state.ts';

export interface LiveEvent extends LiveChange {
  /** Unique; a page names the last one it saw when it comes back. */
  id: string;
}

export interface Live {
  /** Told after the commit. */
  tell(customerId: string, event: LiveEvent): void;
  /** Changes may have gone by unheard: every page is told to read again, and so is whoever comes back. */
  missed(): void;
  stream: Middleware<SessionState>;
  /** Whether a page of the customer's was told of a change of `ref` within the last `ms`. */
  wasTold(customerId: string, ref: string, ms: number): boolean;
  /** How many are connected. */
  connected(): number;
  /** Ends the connections of the sessions it holds for. */
  endStreams(ofSession: (session: Session) => boolean): void;
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
/** One timer for all streams: how exactly heartbeats and the ends of tokens are kept. */
const tickMs = 500;

type ToldEvent = (LiveEvent & { toldAtMs: number }) | { id: string; kind: null };

interface Channel {
  /** Oldest first; the first entry marks where the memory begins. */
  events: ToldEvent[];
  streams: Set<Stream>;
  leftAtMs: number;
}

interface Stream {
  socket: Socket;
  session: Session;
  /** By the clock of the timer, which no one sets. */
  beatsAtMs: number;
}

export function createLive(now: () => number = Date.now): Live {
  const channels = new Map<string, Channel>();
  const streams = new Set<Stream>();
  let ticking: NodeJS.Timeout | undefined;
  let sweptAtMs = now();

  const isForgotten = ({ streams, leftAtMs }: Channel) => streams.size === 0 && leftAtMs + keptMs <= now();

  function channelOf(customerId: string): Channel {
    const found = channels.get(customerId);
    if (found && !isForgotten(found)) return found;
    if (sweptAtMs + keptMs <= now()) {
      for (const [id, channel] of channels) if (isForgotten(channel)) channels.delete(id);
      sweptAtMs = now();
    }
    const made: Channel = { events: beginning(), streams: new Set(), leftAtMs: now() };
    channels.set(customerId, made);
    return made;
  }

  function write({ socket }: Stream, text: string): void {
    if (socket.writableLength > largestBacklogBytes) socket.destroy();
    else if (socket.writable) socket.write(text);
  }

  function tick(): void {
    for (const stream of streams) {
      if (stream.session.expiresAt * 1000 <= now()) endSocket(stream.socket);
      else if (stream.beatsAtMs <= performance.now()) {
        stream.beatsAtMs = performance.now() + heartbeatMs;
        write(stream, ':\n\n');
      }
    }
  }

  const reread = (stream: Stream, { events }: Channel) =>
    write(stream, `id: ${events.at(-1)?.id}\nevent: reread\ndata: {}\n\n`);

  /** What a connection is told first: each missed change, or that it must read again. */
  function greet(stream: Stream, channel: Channel, lastSeen: string): void {
    const { events } = channel;
    const at = events.findIndex(({ id }) => id === lastSeen);
    if (at === -1) reread(stream, channel);
    else for (const event of events.slice(at + 1)) write(stream, text(event));
  }

  /** Leaves nothing behind however it ends: the page goes, its token ends, it does not read, or the server stops. */
  function open(channel: Channel, socket: Socket, session: Session): Stream {
    const [oldest] = channel.streams;
    if (oldest && channel.streams.size >= streamsPerCustomer) {
      channel.streams.delete(oldest);
      endSocket(oldest.socket);
    }
    const stream: Stream = { socket, session, beatsAtMs: performance.now() + heartbeatMs };
    channel.streams.add(stream);
    streams.add(stream);
    ticking ??= setInterval(tick, tickMs).unref();
    socket.once('close', () => {
      channel.streams.delete(stream);
      channel.leftAtMs = now();
      streams.delete(stream);
      if (streams.size > 0) return;
      clearInterval(ticking);
      ticking = undefined;
    });
    return stream;
  }

  return {
    tell(customerId, event) {
      // Nobody listens and nobody will resume: whoever comes is told to read anyway.
      const channel = channels.get(customerId);
      if (!channel) return;
      const told = { ...event, toldAtMs: now() };
      channel.events.push(told);
      if (channel.events.length > keptEvents) channel.events.shift();
      for (const stream of channel.streams) write(stream, text(told));
    },

    missed() {
      for (const channel of channels.values()) {
        channel.events = beginning();
        for (const stream of channel.streams) reread(stream, channel);
      }
    },

    async stream(ctx) {
      const { session } = ctx.state;
      const lastSeen = ctx.get('Last-Event-ID');
      ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      ctx.type = 'text/event-stream';
      ctx.status = 200;
      if (ctx.method === 'HEAD') return;
      const channel = channelOf(session.subject);
      const socket = detachSocket(ctx);
      // Left while it was let in: no end of it is told any more.
      if (socket.destroyed) return;
      greet(open(channel, socket, session), channel, lastSeen);
    },

    wasTold(customerId, ref, ms) {
      const last = channels
        .get(customerId)
        ?.events.findLast((event) => event.kind !== null && event.ref === ref);
      return last !== undefined && last.kind !== null && last.toldAtMs > now() - ms;
    },

    connected: () => streams.size,

    endStreams(ofSession) {
      for (const { socket, session } of streams) if (ofSession(session)) endSocket(socket);
    },

    close() {
      for (const { socket } of streams) endSocket(socket);
    },
  };
}

/** Where a channel's memory begins. A UUID of Node stays in memory as the dozen pieces that it was put together from. */
const beginning = (): Channel['events'] => [{ id: randomBytes(15).toString('base64url'), kind: null }];

function text(event: Channel['events'][number]): string {
  if (event.kind === null) return '';
  const change: LiveChange = { kind: event.kind, ref: event.ref };
  return `id: ${event.id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}
