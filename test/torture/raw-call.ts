/** Bytes to the server, as they are, and what it answers before it ends the connection or patience ends. */
import { connect } from 'node:net';

export interface RawReply {
  /** Of each answer on the connection. */
  statuses: number[];
  /** Of each problem. */
  codes: string[];
  /** Whether the server ended the connection by itself. */
  ended: boolean;
}

const statusLines = /HTTP\/1\.1 (\d{3}) /g;
const problemCodes = /"code":"([a-z_]+)"/g;

export function rawCall(url: string, bytes: Buffer, waitTimeoutMs: number): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    let ended = true;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const giveUp = setTimeout(() => {
      ended = false;
      socket.destroy();
    }, waitTimeoutMs);
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    // That it is cut is one way to be answered.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(giveUp);
      resolve({
        statuses: [...received.matchAll(statusLines)].map(([, status]) => Number(status)),
        codes: [...received.matchAll(problemCodes)].map(([, code]) => `${code}`),
        ended,
      });
    });
  });
}
