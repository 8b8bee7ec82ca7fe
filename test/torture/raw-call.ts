/** Sends bytes to the server unchanged, and collects its responses until the connection ends or the time is over. */
import { connect } from 'node:net';

export interface RawReply {
  /** The status of each response on the connection. */
  statuses: number[];
  /** The code of each problem. */
  codes: string[];
  /** Whether the server ended the connection. */
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
    // A reset is a valid response.
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
