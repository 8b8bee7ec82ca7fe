/**
 * The live stream to the page (contract/live-api.ts): server-sent events over a fetch, resumable, for one customer.
 *
 * The changes of the last minutes are kept in this process's memory, so that a connection that comes back receives each
 * missed one once. A connection that was away for longer is asked to read again: the stream carries hints, never state.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { LiveChange } from '../../contract/live-api.ts';
import type { Session } from '../../contract/token-api.ts';
import type { Clock } from '../../core/clock.ts';
import type { RouteContext } from './route.ts';

/** A change with an id, as the live stream sends it. */
export interface LiveEvent extends LiveChange {
  /** Unique; a page names the last one it saw when it comes back. */
  id: string;
}

/** The live streams of this process. */
export interface Live {
  /** Sends an event to the customer's pages at this process. Call it after the commit. */
  emit(customerId: string, event: LiveEvent): void;
  /** Sends an event that another process emitted to the pages of the customer with this tag. */
  emitToTag(tag: string, event: LiveEvent): void;
  /** Events may have been lost: asks every page to read again, also each page that comes back later. */
  emitGap(): void;
  /** Handles GET /live: responds with the stream of the signed-in customer. */
  stream(ctx: RouteContext): Promise<void>;
  /**
   * Whether a change of `ref` was emitted to the customer within the last `ms` milliseconds. False if no page of the
   * customer has been connected to this process.
   */
  wasEmitted(customerId: string, ref: string, ms: number): boolean;
  /** @returns how many streams are connected */
  connected(): number;
  /** Ends the streams of the sessions that `ofSession` holds for. */
  endStreams(ofSession: (session: Session) => boolean): void;
  /** Ends every stream, and each that opens later at once: a server that stops waits for none. */
  close(): void;
}

/** Proxies close connections that are silent for a minute; a page treats twice this silence as a dead connection. */
const heartbeatMs = 15_000;
/** How many changes a customer can miss and still receive one by one. */
const keptEvents = 100;
/** How long events are kept for a customer who is not connected. */
const keptMs = 10 * 60_000;
/** The tabs of one customer; beyond this the oldest stream ends. */
const streamsPerCustomer = 8;
/** How long a client has to read what was sent before an ended stream. */
const endsWithinMs = 5_000;
/** How many unsent bytes a stream may have before it is closed. */
const largestBacklogBytes = 64 * 1024;
/** One timer serves all streams: the precision of heartbeats and of the ends of tokens. */
const tickMs = 500;

type KeptEvent = (LiveEvent & { emittedAtMs: number }) | { id: string; kind: null };

/** One customer's events and streams. */
interface Channel {
  /** Oldest first; the first entry marks the start of the memory. */
  events: KeptEvent[];
  streams: Set<Stream>;
  leftAtMs: number;
}

interface Stream {
  response: ServerResponse;
  session: Session;
  /** By `Clock.elapsed`. */
  beatsAtMs: number;
}

/**
 * Creates the live streams of this process.
 * @param tagOf names a customer's events, the same at every process (store/server-keys.ts)
 */
export function createLive(tagOf: (customerId: string) => string, clock: Clock): Live {
  const { elapsed } = clock;
  const channels = createChannels(elapsed);
  const streams = createStreams(clock);
  let isClosed = false;

  function emitToTag(tag: string, event: LiveEvent): void {
    // Without a channel no page is connected or can resume; a new page reads again in any case.
    const channel = channels.find(tag);
    if (!channel) return;
    const kept = { ...event, emittedAtMs: elapsed() };
    channel.events.push(kept);
    if (channel.events.length > keptEvents) channel.events.shift();
    for (const stream of channel.streams) write(stream, textOf(kept));
  }

  return {
    emitToTag,
    emit: (customerId, event) => emitToTag(tagOf(customerId), event),

    emitGap() {
      for (const channel of channels.all()) {
        channel.events = beginning();
        for (const stream of channel.streams) askToReread(stream, channel);
      }
    },

    async stream(ctx) {
      const { session } = ctx.state;
      const lastSeen = ctx.get('Last-Event-ID');
      ctx.set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no', Connection: 'close' });
      ctx.type = 'text/event-stream';
      ctx.status = 200;
      if (ctx.method === 'HEAD') return;
      ctx.respond = false;
      // The connection ended during the sign-in, and no further event will report it.
      if (ctx.res.destroyed) return;
      ctx.res.flushHeaders();
      const channel = channels.open(tagOf(session.subject));
      const stream = streams.open(channel, ctx.res, session);
      greet(stream, channel, lastSeen);
      if (isClosed) streams.end(stream);
    },

    wasEmitted(customerId, ref, ms) {
      const last = channels
        .find(tagOf(customerId))
        ?.events.findLast((event) => event.kind !== null && event.ref === ref);
      return last !== undefined && last.kind !== null && last.emittedAtMs > elapsed() - ms;
    },

    connected: () => streams.all.size,

    endStreams(ofSession) {
      for (const stream of streams.all) if (ofSession(stream.session)) streams.end(stream);
    },

    close() {
      isClosed = true;
      for (const stream of streams.all) streams.end(stream);
    },
  };
}

/** The channels by the customer's tag. A channel without streams is dropped after `keptMs`. */
function createChannels(elapsed: Clock['elapsed']) {
  const channels = new Map<string, Channel>();
  let checkedAtMs = elapsed();
  const isOver = ({ streams, leftAtMs }: Channel) => streams.size === 0 && leftAtMs + keptMs <= elapsed();

  return {
    find: (tag: string) => channels.get(tag),
    all: () => channels.values(),
    /** The customer's channel, or a new one. */
    open(tag: string): Channel {
      const found = channels.get(tag);
      if (found && !isOver(found)) return found;
      if (checkedAtMs + keptMs <= elapsed()) {
        for (const [each, channel] of channels) if (isOver(channel)) channels.delete(each);
        checkedAtMs = elapsed();
      }
      const made: Channel = { events: beginning(), streams: new Set(), leftAtMs: elapsed() };
      channels.set(tag, made);
      return made;
    },
  };
}

/** All streams, with one timer for their heartbeats and the ends of their tokens. */
function createStreams(clock: Clock) {
  const { now, elapsed } = clock;
  const all = new Set<Stream>();
  let cancelTick: (() => void) | null = null;

  const tickLater = () => {
    cancelTick = clock.after(tickMs, tick);
  };

  function tick(): void {
    tickLater();
    for (const stream of all) {
      if (stream.session.expiresAt * 1000 <= now()) end(stream);
      else if (stream.beatsAtMs <= elapsed()) {
        stream.beatsAtMs = elapsed() + heartbeatMs;
        write(stream, ':\n\n');
      }
    }
  }

  function end({ response }: Stream): void {
    if (response.destroyed || response.writableEnded) return;
    response.end();
    response.once(
      'close',
      clock.after(endsWithinMs, () => response.destroy()),
    );
  }

  return {
    all: all as ReadonlySet<Stream>,
    /** Ends a stream. A client that does not read loses the connection five seconds later. */
    end,
    /** Adds a stream. It is removed when it ends: by the page, its token, a full backlog, or the server. */
    open(channel: Channel, response: ServerResponse, session: Session): Stream {
      const [oldest] = channel.streams;
      if (oldest && channel.streams.size >= streamsPerCustomer) {
        channel.streams.delete(oldest);
        end(oldest);
      }
      const stream: Stream = { response, session, beatsAtMs: elapsed() + heartbeatMs };
      channel.streams.add(stream);
      all.add(stream);
      if (!cancelTick) tickLater();
      response.once('close', () => {
        channel.streams.delete(stream);
        channel.leftAtMs = elapsed();
        all.delete(stream);
        if (all.size > 0) return;
        cancelTick?.();
        cancelTick = null;
      });
      return stream;
    },
  };
}

function write({ response }: Stream, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.writableLength > largestBacklogBytes) response.destroy();
  else response.write(text);
}

/** Sends a new connection each event that it missed, or asks it to read again. */
function greet(stream: Stream, channel: Channel, lastSeen: string): void {
  const { events } = channel;
  const at = events.findIndex(({ id }) => id === lastSeen);
  if (at === -1) askToReread(stream, channel);
  else for (const event of events.slice(at + 1)) write(stream, textOf(event));
}

const askToReread = (stream: Stream, { events }: Channel) =>
  write(stream, `id: ${events.at(-1)?.id}\nevent: reread\ndata: {}\n\n`);

/** The start of a channel's memory. Node stores a UUID as a dozen strings; these random bytes are one string. */
const beginning = (): KeptEvent[] => [{ id: randomBytes(15).toString('base64url'), kind: null }];

function textOf(event: KeptEvent): string {
  if (event.kind === null) return '';
  const change: LiveChange = { kind: event.kind, ref: event.ref };
  return `id: ${event.id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}
