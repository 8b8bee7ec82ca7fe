/**
 * A syslog server as the sink: RFC 5424 messages over TCP or TLS, framed by their length (RFC 6587, RFC 5425). Syslog
 * has no acknowledgement. The server closes the connection after each batch and takes the end of the connection by the
 * syslog server as the sign that it has read everything.
 */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { connect as connectTls } from 'node:tls';
import type { Sink } from '../sink.ts';

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6;
const ports: Record<string, number> = { 'syslog:': 601, 'syslog+tls:': 6514 };

/** Creates the sink. @param url `syslog://host:port` or `syslog+tls://host:port`. @default for the port: 601 or 6514 */
export function createSyslogSink(url: URL): Sink {
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
