/**
 * A slow line between a browser and its servers: bytes arrive late, and all connections share its rate in each direction.
 * They arrive packet by packet, so a page can begin with what is there. A new connection takes a round trip before its first
 * byte, as TCP does. The slow start of TCP is not part of it: it would add round trips to each connection. The browser's own
 * emulation does not delay preflights, so it flatters a page that needs them.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLineAddress } from '../support/http2-line.ts';

export interface LineSettings {
  roundTripMs: number;
  /** How many round trips a new connection takes: 1 for TCP, 2 with TLS 1.3. */
  connectRoundTrips: number;
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
  readonly #connectMs: number;
  readonly #up: Direction;
  readonly #down: Direction;
  readonly #ends: (() => Promise<void>)[] = [];

  constructor(settings: LineSettings) {
    this.#connectMs = settings.connectRoundTrips * settings.roundTripMs;
    this.#up = new Direction(settings);
    this.#down = new Direction(settings);
  }

  /** How many bytes the browser has received, heads of responses included. */
  get received(): number {
    return this.#down.arrived;
  }

  /**
   * Gives servers an address on the line.
   * @param target the address of the server of a path, once it has one
   */
  to(target: (path: string) => string): Promise<string> {
    return this.#open(target, {
      connect: (client, proxy) => {
        carry(client, proxy, this.#up, sleep(this.#connectMs));
        carry(proxy, client, this.#down);
      },
    });
  }

  /** Gives servers an address of the same site beside the line: nothing is late there. */
  beside(target: (path: string) => string): Promise<string> {
    return this.#open(target);
  }

  async close(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }

  async #open(...options: Parameters<typeof openLineAddress>): Promise<string> {
    const { origin, close } = await openLineAddress(...options);
    this.#ends.push(close);
    return origin;
  }
}

/** What a packet of TCP holds on most lines. */
const packetBytes = 1_460;

/**
 * Passes bytes in their order, packet by packet, then the end of the connection.
 * @param open resolves when the first byte may leave
 */
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
  from.on('data', (bytes: Buffer) => {
    for (let start = 0; start < bytes.length; start += packetBytes) {
      const packet = bytes.subarray(start, start + packetBytes);
      pass(packet.length, () => void to.write(packet));
    }
  });
  from.on('end', () => pass(0, () => void to.end()));
  from.on('close', () => void last.then(() => to.destroy()));
}
