/**
 * A slow line between a browser and its servers: bytes arrive late, and all connections share its rate in each direction.
 * A new connection takes a round trip before its first byte, as TCP does. TLS and the slow start of TCP are not part of it:
 * they would add round trips to each connection. The browser's own emulation does not delay preflights, so it flatters a
 * page that needs them.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLineAddress } from '../support/line-address.ts';

export interface LineSettings {
  roundTripMs: number;
  bitsPerSecond: number;
}

/** Bytes in one direction. They leave one after the other, and each arrives half a round trip later. */
class Direction {
  /** The bytes that have arrived. */
  arrived = 0;
  readonly #delayMs: number;
  readonly #bytesPerMs: number;
  #isFreeAtMs = 0;

  constructor({ roundTripMs, bitsPerSecond }: LineSettings) {
    this.#delayMs = roundTripMs / 2;
    this.#bytesPerMs = bitsPerSecond / 8_000;
  }

  /** Resolves when the bytes have arrived. */
  async pass(bytes: number): Promise<void> {
    this.#isFreeAtMs = Math.max(performance.now(), this.#isFreeAtMs) + bytes / this.#bytesPerMs;
    await sleep(this.#isFreeAtMs + this.#delayMs - performance.now());
    this.arrived += bytes;
  }
}

/** The line. All addresses that it was given for servers share its rate. */
export class SlowLine {
  readonly #settings: LineSettings;
  readonly #up: Direction;
  readonly #down: Direction;
  readonly #ends: (() => Promise<void>)[] = [];

  constructor(settings: LineSettings) {
    this.#settings = settings;
    this.#up = new Direction(settings);
    this.#down = new Direction(settings);
  }

  /** How many bytes the browser has received, heads of responses included. */
  get received(): number {
    return this.#down.arrived;
  }

  /**
   * Gives a server an address on the line.
   * @param target the address of the server, once it has one
   */
  async to(target: () => string): Promise<string> {
    const { url, close } = await openLineAddress((client) => this.#join(client, target()), {
      allowHalfOpen: true,
    });
    this.#ends.push(close);
    return url;
  }

  async close(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }

  #join(client: Socket, target: string): void {
    const { hostname, port } = new URL(target);
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const socket of [client, server]) socket.setNoDelay().on('error', () => {});
    carry(client, server, this.#up, sleep(this.#settings.roundTripMs));
    carry(server, client, this.#down);
  }
}

/** Passes bytes in their order, then the end of the connection. @param open resolves when the first byte may leave */
function carry(
  from: Socket,
  to: Socket,
  direction: Direction,
  open: Promise<void> = Promise.resolve(),
): void {
  let last = open;
  const pass = (bytes: number, arrive: () => void) => {
    const passed = open.then(() => direction.pass(bytes));
    last = last.then(() => passed).then(arrive);
  };
  from.on('data', (bytes: Buffer) => pass(bytes.length, () => void to.write(bytes)));
  from.on('end', () => pass(0, () => void to.end()));
  from.on('close', () => void last.then(() => to.destroy()));
}
