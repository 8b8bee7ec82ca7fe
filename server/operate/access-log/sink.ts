/** The sinks of the access log: a file, an address or a syslog server. */
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { openConnections } from '../../core/connections.ts';
import { postSigned } from '../../core/standard-webhooks.ts';

/** One line for the sink: JSON, without a line break. */
export type SinkLine = string;

/** Where the records go besides the database. It may get a record twice. */
export interface Sink {
  /**
   * Sends lines, in order.
   * @param id names the batch, so that a receiver can drop a repeated one
   * @returns null if the sink has them; else the reason, without data
   */
  send(id: string, lines: readonly SinkLine[], signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

const newline = '\n'.charCodeAt(0);

/**
 * Creates a sink that is a file with one line for each record. Only its owner can read it. Another program may rotate it.
 * @param url a `file:` address
 */
function createFileSink(url: URL): Sink {
  const path = fileURLToPath(url);
  return {
    async send(_id, lines) {
      let file: FileHandle | undefined;
      try {
        file = await open(path, 'a+', 0o600);
        const separator = (await endsInside(file)) ? '\n' : '';
        await file.appendFile(separator + lines.map((line) => `${line}\n`).join(''));
        await file.datasync();
        return null;
      } catch (error) {
        return error instanceof Error && 'code' in error ? `file_${String(error.code)}` : 'file_failed';
      } finally {
        await file?.close();
      }
    },
    async close() {},
  };
}

/** Whether the file ends inside a line: an earlier append failed in the middle. */
async function endsInside(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== newline;
}

/**
 * Creates a sink that is an address. Requests are signed as events are (Standard Webhooks).
 * @param keys each makes one signature. @param now milliseconds since the epoch
 */
function createHttpsSink(url: URL, keys: readonly Buffer[], now: () => number): Sink {
  const dispatcher = openConnections({ connections: 1 });
  return {
    send: (id, lines, signal) =>
      postSigned(url, { id, body: `{"lines":[${lines.join(',')}]}`, keys, now: now(), signal, dispatcher }),
    close: () => dispatcher.close(),
  };
}

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6;
const ports: Record<string, number> = { 'syslog:': 601, 'syslog+tls:': 6514 };

/**
 * Creates a sink that is a syslog server: RFC 5424 messages over TCP or TLS, framed by their length (RFC 6587, RFC 5425).
 * Syslog has no acknowledgement. The server closes the connection after each batch and takes the end of the connection by
 * the syslog server as the sign that it has read everything.
 * @param url `syslog://host:port` or `syslog+tls://host:port`. @default for the port: 601 or 6514
 */
function createSyslogSink(url: URL): Sink {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const address = { host, port: Number(url.port) || (ports[url.protocol] ?? 0) };
  const isTls = url.protocol === 'syslog+tls:';
  // TLS has no server name for a literal address. The certificate is verified against the address.
  const tlsAddress = isIP(host) === 0 ? { ...address, servername: host } : address;
  return {
    async send(_id, lines, signal) {
      const socket = isTls ? connectTls(tlsAddress) : connect(address);
      try {
        await once(socket, isTls ? 'secureConnect' : 'connect', { signal });
        await sendAll(socket, lines.map(frame).join(''), signal);
        return null;
      } catch (error) {
        if (signal.aborted) return 'timeout';
        return error instanceof Error && 'code' in error ? `syslog_${String(error.code)}` : 'syslog_failed';
      } finally {
        socket.destroy();
      }
    },
    async close() {},
  };
}

async function sendAll(socket: Socket, text: string, signal: AbortSignal): Promise<void> {
  const closed = once(socket, 'close', { signal });
  socket.resume();
  socket.end(text);
  await closed;
}

function frame(line: string): string {
  const message = `<${priority}>1 ${new Date().toISOString()} ${hostname() || '-'} dx-booking ${pid} access - ${line}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

/** The sink as settings name it: an address, and the keys of its signatures. */
export interface SinkSettings {
  /** Its scheme is `file:`, `syslog:`, `syslog+tls:` or `https:`. */
  url: string;
  /** Each request to an https address is signed with all of them. */
  keys: readonly Buffer[];
}

/** Opens a sink. It connects with its first batch. @param now milliseconds since the epoch */
export function openSink({ url: text, keys }: SinkSettings, now: () => number): Sink {
  const url = new URL(text);
  if (url.protocol === 'file:') return createFileSink(url);
  if (url.protocol.startsWith('syslog')) return createSyslogSink(url);
  return createHttpsSink(url, keys, now);
}
