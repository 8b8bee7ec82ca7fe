/** What a check gets: keys of the service, the control plane of a sandbox, and a place where its bookings are kept. */
import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { breachesOf, endpointOf } from './breaches.ts';
import { type Adapt, type Client, type ClientOptions, call, createClient, type Exchange } from './client.ts';
import type { Journal } from './journal.ts';
import type { Ordered } from './ordered.ts';
import type { Shape } from './shapes.ts';

/**
 * What a check needs of the target: `read` sends no write, `write` sends writes and cancels what it booked, `levers` moves the
 * clock, the settings and the appointments of a sandbox.
 */
export const profiles = ['read', 'write', 'levers'] as const;
/** What a target allows, or a check needs. */
export type Profile = (typeof profiles)[number];

/** How a key is provisioned. What is left out may be anything. */
export interface Provisioned {
  flow?: 'full_api' | 'co_branded';
  customer_consent_mode?: Shape<'configuration'>['customer_consent']['mode'];
  physician_order_mode?: Shape<'configuration'>['physician_order']['mode'];
  scopes?: string[];
  status?: 'active' | 'inactive';
}

/** A key from the file of keys, with the configuration that the service showed. */
export interface KnownKey extends Provisioned {
  apiKey: string;
}

/** A service under test. */
export interface Target {
  /** The base address, without a slash at its end. */
  base: string;
  profile: Profile;
  /** Needed without levers. The first one that fits is taken. */
  keys: KnownKey[];
  /** Waits some milliseconds; null with levers. */
  pause: Client['pause'];
  /** A Chromium that frames the hosted page. @default no page is framed */
  browser?: string | null;
  adapt?: Adapt | undefined;
  /** @default that of the sandbox */
  attestationVersion?: string | undefined;
  /** How long a check waits for the confirmation of its appointment, in milliseconds. @default not at all */
  waitMs?: number;
  /** Whether appointments stay that somebody at the service has to confirm; the next run needs the journal. */
  isLeft?: boolean;
  journal?: Journal | undefined;
  /** Ends a wait for a confirmation. */
  signal?: AbortSignal | undefined;
  /** Gets each exchange of each check. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** Thrown if the target lacks what a check needs. The message is what support would have to do. */
export class NotTried extends Error {}

const usual: Required<Pick<Provisioned, 'flow' | 'customer_consent_mode' | 'physician_order_mode'>> = {
  flow: 'full_api',
  customer_consent_mode: 'service_consent_api',
  physician_order_mode: 'service_service',
};

/** Of the memo of a run: somebody has not confirmed in time, so no other check waits. */
const unconfirmed = 'unconfirmed';
const pollMs = 2000;

/** How many fields of a key are as wanted. */
const likeness = (key: KnownKey, wanted: Provisioned): number =>
  Object.entries(wanted).filter(([name, value]) => key[name as keyof Provisioned] === value).length;

const flowNames = { full_api: 'Full API Integration', co_branded: 'the hosted scheduling flow' };

/** A key as a request to support names it. */
function inWords({ flow = usual.flow, ...others }: Provisioned): string {
  const modes = Object.entries(others).map(([name, value]) => `${name} ${value}`);
  return [`for ${flowNames[flow]}`, ...(modes.length > 0 ? [`with ${modes.join(' and ')}`] : [])].join(' ');
}

/** The context of one check. */
export class Trial {
  readonly base: string;
  /** All requests of this check to `/v1`. */
  readonly exchanges: Exchange[] = [];
  #partner: Client | null = null;
  readonly #target: Target;
  readonly #used = new Set<string>();
  readonly #run = randomUUID();
  readonly #memo: Map<string, Promise<unknown>>;
  readonly #left: string[] = [];
  readonly #check: string;
  readonly #booked: { client: Client; path: string }[] = [];

  /** @param check the id of the check */
  constructor(target: Target, memo: Map<string, Promise<unknown>>, check: string) {
    this.#check = check;
    this.base = target.base;
    this.#target = target;
    this.#memo = memo;
  }

  /** Resets a sandbox. @param partner how the key of the partner must be provisioned. @throws NotTried without a key */
  async open(partner: Provisioned | null): Promise<void> {
    if (this.hasLevers) await this.control('POST', '/reset');
    const [first] = this.#target.keys;
    const isThere = this.hasLevers || this.#target.keys.some(({ flow }) => flow === usual.flow);
    if (isThere) this.#partner = await this.key(partner ?? {});
    else if (partner === null && first)
      this.#partner = this.client(first.apiKey, { consentMode: first.customer_consent_mode });
  }

  /** A partner of Full API Integration: if possible, consent and the physician's order are the service's. @throws NotTried */
  get partner(): Client {
    if (!this.#partner) throw new NotTried(`Issue a key ${inWords({ flow: usual.flow })}`);
    return this.#partner;
  }

  /** @returns the path of a Chromium. @throws NotTried without one */
  get browser(): string {
    if (!this.#target.browser) throw new NotTried('Needs a Chromium on this machine: set CHROMIUM_PATH');
    return this.#target.browser;
  }

  get hasLevers(): boolean {
    return this.#target.profile === 'levers';
  }

  /** @returns a key of its own with levers, else one of the file. @throws NotTried if there is none */
  async key(wanted: Provisioned = {}): Promise<Client> {
    if (this.hasLevers) {
      const provisioned = { ...usual, ...wanted };
      const { json } = await this.control<{ api_key: string }>('POST', '/keys', provisioned);
      return this.client(json.api_key, { consentMode: provisioned.customer_consent_mode });
    }
    return this.#find('a key', this.#target.keys, wanted);
  }

  /** @returns a key of a partner that the check has not used. @throws NotTried if there is none */
  async stranger(wanted: Provisioned = {}): Promise<Client> {
    if (this.hasLevers) return this.key(wanted);
    const others = this.#target.keys.filter(({ apiKey }) => !this.#used.has(apiKey));
    return this.#find('a key of another partner', others, wanted);
  }

  /** Of the keys that fit, the one that is most like the usual one. */
  #find(what: string, keys: KnownKey[], wanted: Provisioned): Client {
    const needed = { flow: usual.flow, ...wanted };
    const fitting = keys.filter((key) => likeness(key, needed) === Object.keys(needed).length);
    const [found] = fitting.toSorted((one, other) => likeness(other, usual) - likeness(one, usual));
    if (!found) throw new NotTried(`Issue ${what} ${inWords(needed)}`);
    return this.client(found.apiKey, { consentMode: found.customer_consent_mode });
  }

  /** @param options.run begins each Idempotency-Key. A run of its own by default */
  client(apiKey: string, options: Pick<Partial<ClientOptions>, 'run' | 'consentMode'> = {}): Client {
    this.#used.add(apiKey);
    const { pause, adapt, attestationVersion } = this.#target;
    return createClient({
      ...{
        base: this.base,
        apiKey,
        run: this.#run,
        ...options,
        memo: this.#memo,
        pause,
        adapt,
        attestationVersion,
      },
      record: (exchange) => this.#record(exchange),
    });
  }

  /** Calls the control plane of a sandbox. @throws NotTried without one */
  async control<T>(method: string, path: string, body?: unknown): Promise<{ status: number; json: T }> {
    if (!this.hasLevers) throw new NotTried(`Do what ${method} ${path} of a sandbox does`);
    const { status, json } = await call(`${this.base}/sandbox${path}`, method, {}, body);
    return { status, json: json as T };
  }

  /** Changes settings of the sandbox until the end of the check. */
  set(settings: object) {
    return this.control('PATCH', '/settings', settings);
  }

  /** Moves the sandbox's clock. */
  advance(seconds: number) {
    return this.control('POST', '/clock', { advance_seconds: seconds });
  }

  /** Sets the sandbox's clock to a number of seconds before an instant. */
  clockBefore(instant: string, seconds: number) {
    return this.control('POST', '/clock', {
      now: new Date(Date.parse(instant) - seconds * 1000).toISOString(),
    });
  }

  /** Does what the location does to an appointment. */
  move(id: string, to: string, more: object = {}) {
    return this.control('POST', `/appointments/${id}/transition`, { to, ...more });
  }

  /**
   * An appointment that an earlier run left for its confirmation, else a new one.
   * @throws NotTried if nobody would confirm it
   */
  async toConfirm(client: Client, book: () => Promise<Ordered>): Promise<Ordered> {
    const { journal, waitMs = 0, isLeft = false } = this.#target;
    const left = journal?.waiting.get(this.#check);
    if (left) {
      this.#booked.push({ client, path: left.path });
      return left;
    }
    if (!this.hasLevers && !isLeft && (waitMs === 0 || this.#memo.has(unconfirmed)))
      throw new NotTried('Confirm appointments of this run while it waits (--wait), or after it (--support)');
    return book();
  }

  /** Confirms an appointment, or waits until somebody at the service did. @throws NotTried if nobody does */
  async confirm(client: Client, appointment: Ordered): Promise<void> {
    if (this.hasLevers) return void (await this.move(appointment.id, 'confirmed'));
    const { journal, waitMs = 0, isLeft = false, pause, signal } = this.#target;
    for (let restMs = this.#memo.has(unconfirmed) ? 0 : waitMs; ; restMs -= pollMs) {
      const { data } = await client.get<Shape<'appointment'> | null>(appointment.path);
      if (data?.status === 'confirmed') return;
      if (restMs <= 0 || signal?.aborted) break;
      await pause?.(pollMs);
    }
    this.#memo.set(unconfirmed, Promise.resolve());
    if (isLeft) {
      journal?.append({ waiting: appointment, check: this.#check });
      this.#booked.splice(
        this.#booked.findIndex(({ path }) => path === appointment.path),
        1,
      );
    }
    throw new NotTried(`Confirm appointment ${appointment.id} for one of its requested times`);
  }

  /** Makes the next requests to a path meet an effect. */
  fault(method: string, path: string, effect: object, times = 1) {
    return this.control('POST', '/faults', { method, path, times, effect });
  }

  /** Compares what a sandbox has committed. Without levers there is nothing to compare with. */
  async committed(counts: Record<string, number>): Promise<void> {
    if (!this.hasLevers) return;
    const { json } = await this.control<Record<string, number>>('GET', '/ledger');
    deepEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, json[name]])), counts);
  }

  /** @returns how the responses of this check differ from the specification */
  breaches(): string[] {
    return this.exchanges.flatMap(breachesOf);
  }

  /** Takes over what an earlier run has booked. @returns whether the key is known */
  takeOver(path: string, prefix: string): boolean {
    const key = this.#target.keys.find(({ apiKey }) => apiKey.startsWith(`${prefix}.`));
    if (key) this.#booked.push({ client: this.client(key.apiKey), path });
    return key !== undefined;
  }

  /**
   * Cancels what the check has booked. A sandbox with levers is reset instead.
   * @returns the appointments that the service did not let go, with its answer
   */
  async cancelBookings(): Promise<string[]> {
    if (this.hasLevers) return [];
    const left = this.#left;
    for (const { client, path } of this.#booked) {
      const { status } = await client.post(`${path}/cancel`, { confirm_within_24_hour_penalty: true });
      const { data } = await client.get<{ status: string } | null>(path);
      if (data?.status === 'pending_scheduling' || data?.status === 'canceled')
        this.#target.journal?.append({ ended: path });
      if (data?.status === 'pending_scheduling') left.push('an order that was never scheduled');
      else if (data?.status !== 'canceled') left.push(`${path}, which is ${data?.status} (${status})`);
    }
    return left;
  }

  /** Reports what stays at the service. */
  leave(what: string): void {
    if (!this.hasLevers) this.#left.push(what);
  }

  #book(client: Client, path: string): void {
    if (!this.hasLevers) this.#target.journal?.append({ booked: path, key: client.prefix });
    this.#booked.push({ client, path });
  }

  #record(exchange: Exchange): void {
    this.exchanges.push(exchange);
    this.#target.onExchange?.(exchange);
    const { answer, client } = exchange;
    if (endpointOf(exchange) !== 'POST /v1/orders' || answer.status >= 300) return;
    for (const { appointment_id } of (answer.data as Shape<'order'> | null)?.appointments ?? [])
      this.#book(client, `/v1/appointments/${appointment_id}`);
  }
}
