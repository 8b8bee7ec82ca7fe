/**
 * A line between a browser and its servers on which nothing passes until the test says so: it counts round trips without a
 * clock. A connection takes a round trip, as TCP does, and then each request takes one. TLS would add one per connection.
 */
import { connect, type Socket } from 'node:net';
import { openLineAddress } from './line-address.ts';

/** What waits on the line, and how it passes. */
interface Waiting {
  what: string;
  pass(): void;
}

const head = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/;

/** The line. All addresses that it was given for servers share its round trips. */
export class SteppedLine {
  /** Each connection (`connect page`) and request (`GET /page`) that passed, in order. */
  readonly passed: string[] = [];
  /** How many round trips were made. */
  rounds = 0;
  readonly #waiting: Waiting[] = [];
  readonly #ends: (() => Promise<void>)[] = [];
  #arrived: () => void = () => {};
  #isOpen = false;

  /**
   * Gives a server an address on the line.
   * @param name names its connections
   * @param target the address of the server, once it has one
   */
  async to(name: string, target: () => string): Promise<string> {
    const { url, close } = await openLineAddress((client) => this.#join(client, name, target()));
    this.#ends.push(close);
    return url;
  }

  /** Waits until all of this waits on the line at the same time, and makes one round trip of everything that waits. */
  async round(...expected: (string | RegExp)[]): Promise<void> {
    for (;;) {
      const left = this.#waiting.map(({ what }) => what);
      const missing = expected.filter((each) => {
        const at = left.findIndex((what) => (typeof each === 'string' ? what === each : each.test(what)));
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
      if (missing.length === 0) break;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    this.rounds += 1;
    for (const each of this.#waiting.splice(0)) this.#pass(each);
  }

  /** Stops everything again, and starts to count again. */
  shut(): void {
    this.#isOpen = false;
    this.rounds = 0;
    this.passed.length = 0;
  }

  /** Lets everything pass from now on. */
  open(): void {
    this.#isOpen = true;
    for (const each of this.#waiting.splice(0)) this.#pass(each);
  }

  async close(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }

  #join(client: Socket, name: string, target: string): void {
    const { hostname, port } = new URL(target);
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    server.pipe(client);
    const early: Buffer[] = [];
    let take = (bytes: Buffer): void => {
      early.push(bytes);
    };
    client.on('data', (bytes: Buffer) => take(bytes));
    this.#wait(`connect ${name}`, () => {
      take = (bytes) => this.#receive(bytes, server);
      for (const bytes of early) take(bytes);
    });
  }

  /** A request waits. What follows it, its body, waits with it. */
  #receive(bytes: Buffer, server: Socket): void {
    const [, method, path] = head.exec(bytes.toString('latin1')) ?? [];
    const pass = () => {
      server.write(bytes);
    };
    const last = this.#waiting.at(-1);
    if (method !== undefined) this.#wait(`${method} ${path}`, pass);
    else if (last === undefined) pass();
    else {
      const { pass: passHead } = last;
      last.pass = () => {
        passHead();
        pass();
      };
    }
  }

  #wait(what: string, pass: () => void): void {
    this.#waiting.push({ what, pass });
    if (this.#isOpen) this.open();
    this.#arrived();
  }

  #pass({ what, pass }: Waiting): void {
    this.passed.push(what);
    pass();
  }
}
