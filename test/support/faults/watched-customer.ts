/** A customer who completes a booking under faults, and compares every response with the ledger of the sandbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { answerStep } from '../booking.ts';
import { Customer, type Reply } from '../customer.ts';
import type { Sandbox } from '../sandbox.ts';
import { claimedInVain, writesBehind } from './writes.ts';

/** The expected problems; all others are faults. */
const waits = new Set(['store_unavailable', 'service_unavailable']);
const pauseMs = 100;
const lookEveryMs = 250;

/** The ledger when the request was sent. */
interface Since {
  held: number | null;
  revision: number;
}

/** An idle connection that the server has closed fails when the next request is sent. */
async function readAgain(error: unknown): Promise<void> {
  if (!(error instanceof TypeError)) throw error;
}

const isReply = (error: unknown): boolean => error instanceof Error && 'reply' in error;

/** A customer whose every response is compared with the ledger. */
export class WatchedCustomer extends Customer {
  readonly #sandbox: Sandbox;
  readonly faults: string[] = [];
  /** How many responses asked to try again. */
  sentAway = 0;
  /** The index among the seven of the write that cannot continue now. Until it does, each view must wait. */
  held: number | null = null;
  #revision = 0;
  #hoping: ((nowMs: number) => void)[] = [];

  constructor(url: string, origin: string, subject: string, sandbox: Sandbox) {
    super(url, origin, subject);
    this.#sandbox = sandbox;
  }

  override async call<T = JourneyView>(
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Reply<T>> {
    const since = { held: this.held, revision: this.#revision };
    const reply = await super.call<T>(method, path, body, headers);
    await this.#judge(reply, since);
    return reply;
  }

  async #judge({ status, headers, body }: Reply<unknown>, since: Since): Promise<void> {
    if (status < 300) return this.#judgeView(body as JourneyView, since);
    const { code } = body as { code: string };
    if (status === 503 && waits.has(code) && headers.has('Retry-After')) this.sentAway += 1;
    // The journey has changed, or the next process sends its write. The page reads it again, as these problems ask.
    else if (code !== 'journey_moved' && code !== 'write_under_way')
      this.faults.push(`answered ${status} ${code}`);
  }

  async #judgeView(view: JourneyView, { held, revision }: Since): Promise<void> {
    const { step } = view.shows;
    if (view.revision < revision)
      this.faults.push(`${step} at revision ${view.revision}, after ${revision} was acknowledged`);
    this.#revision = Math.max(this.#revision, view.revision);
    const claimed = claimedInVain(step, await this.#sandbox.ledger());
    if (claimed) this.faults.push(`shown ${step} without ${claimed} in the ledger`);
    const waiting = held !== null && held === this.held && writesBehind(step) <= held;
    if (waiting && !view.working)
      this.faults.push(`shown ${step} as not waiting while its write cannot go on`);
    if (view.notice?.code === 'stalled') this.faults.push(`shown ${step} as given up`);
    if (view.working) return;
    for (const hope of this.#hoping.splice(0)) hope(performance.now());
  }

  /** Reads the journey in another tab until `endsAtMs` (performance.now), while the first tab waits. */
  async watchUntil(endsAtMs: number): Promise<void> {
    for (; performance.now() < endsAtMs; await sleep(lookEveryMs))
      await this.call('GET', `/journeys/${this.view?.journey_id}`);
  }

  /** Measures the time from now to the next view that does not wait, in milliseconds. */
  goesOnAfterMs(): Promise<number> {
    const fromMs = performance.now();
    return new Promise((resolve) => this.#hoping.push((nowMs) => resolve(nowMs - fromMs)));
  }

  /**
   * Books to the end, or until the time is over.
   * @param meets repairs a broken connection, or throws its error. @default reads again
   */
  async walk(
    view: JourneyView,
    waitTimeoutMs: number,
    meets: (error: unknown) => Promise<void> = readAgain,
  ): Promise<JourneyView> {
    const endsAt = performance.now() + waitTimeoutMs;
    let now = view;
    const through = async (doing: () => Promise<JourneyView>) => {
      try {
        now = await doing();
        return true;
      } catch (error) {
        if (!isReply(error)) await meets(error);
        await sleep(pauseMs);
        return false;
      }
    };
    while (now.shows.step !== 'sent' && performance.now() < endsAt) {
      const seen = now.working ? false : await through(() => answerStep(this, now));
      if (!seen) await through(() => this.read());
    }
    if (now.shows.step !== 'sent') this.faults.push(`the customer is left at ${now.shows.step}`);
    return now;
  }
}
