/**
 * Saves on the partner's server what the customer types before it is sent: at most one save at a time, the newest last,
 * and one more by `fetch keepalive` when the page is left. Nothing is kept in the browser's storage.
 */
import type { Draft, Opening } from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import { Failure } from '../session/failure.ts';
import { jsonText } from '../session/json-text.ts';
import { request } from '../session/request.ts';
import type { Session } from '../session/session.ts';

const saveEveryMs = 600;
const saveTimeoutMs = 15_000;
const retryAfterMs = 5_000;
/** Shorter than the time for which a server accepts a proof. */
const proofLastsMs = 20_000;

/** What a save says. `opening` begins the booking of a look. */
interface Kept {
  step: StepName;
  draft: Draft;
  opening?: Opening;
}
interface Unsaved {
  path: string;
  kept: Kept;
}

/** The drafts of one session. They are dropped when its user is gone. */
export class Drafts {
  readonly #session: Session;
  readonly #revision: () => number | undefined;
  #unsaved: Unsaved | null = null;
  #saving: Promise<number | null> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A proof does not cover the body, so it can be signed before the last letter is typed. */
  #signedAhead: { path: string; headers: Record<string, string>; atMs: number } | null = null;
  #signing = false;
  #isFirst = true;
  #held = false;

  /** @param revision of the view on show: the server drops a draft that arrives after the answer to its view */
  constructor(session: Session, revision: () => number | undefined) {
    this.#session = session;
    this.#revision = revision;
    session.signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      this.forget();
    });
  }

  keep(journeyId: string, kept: Kept): void {
    const path = `/journeys/${journeyId}`;
    this.#unsaved = { path, kept };
    void this.#signAhead(path);
    // A search may follow at once, and the preflight of this save is its preflight too.
    this.#saveIn(kept.step === 'place' && this.#isFirst ? 0 : saveEveryMs);
    this.#isFirst = false;
  }

  /** Begins no save until `release`: what is not saved becomes the answer. */
  hold(): void {
    this.#held = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  release(): void {
    this.#held = false;
    if (this.#unsaved !== null) this.#saveIn(saveEveryMs);
  }

  /** The unsaved input of this step; undefined if there is none. */
  unsaved(step: StepName): Draft | undefined {
    const kept = this.#unsaved?.kept;
    return kept?.step === step ? kept.draft : undefined;
  }

  /** Drops what is not saved, because it was sent with an answer. */
  forget(): void {
    this.#unsaved = null;
    this.#signedAhead = null;
  }

  /** Sends unsaved input at once, by a request that outlives the page. Sends nothing when the user may have changed. */
  flush(): void {
    const unsaved = this.#unsaved;
    const signed = this.#signedAhead;
    if (unsaved === null || signed?.path !== unsaved.path || !this.#session.maySendSigned) return;
    this.#signedAhead = null;
    const { platform, server } = this.#session;
    void platform
      .fetch(server + unsaved.path, {
        method: 'PUT',
        headers: { ...signed.headers, ...this.#seen, 'content-type': 'application/json' },
        body: jsonText(unsaved.kept),
        keepalive: true,
        credentials: 'omit',
        redirect: 'error',
      })
      .then(
        (response) => {
          if (response.status === 204 && this.#unsaved === unsaved) this.#unsaved = null;
        },
        () => undefined,
      );
  }

  get #seen(): Record<string, string> {
    return { 'if-match': `"${this.#revision()}"` };
  }

  async #signAhead(path: string): Promise<void> {
    const ready = this.#signedAhead;
    const isFresh = ready?.path === path && Date.now() - ready.atMs < proofLastsMs;
    if (this.#signing || (isFresh && this.#session.holds(ready.headers))) return;
    this.#signing = true;
    try {
      const headers = await this.#session.credentials('PUT', this.#session.server + path);
      this.#signedAhead = { path, headers, atMs: Date.now() };
    } catch {
      this.#signedAhead = null;
    } finally {
      this.#signing = false;
    }
  }

  #saveIn(delayMs: number): void {
    if (this.#held || this.#timer !== undefined || this.#saving !== null || this.#session.signal.aborted)
      return;
    this.#timer = setTimeout(async () => {
      this.#timer = undefined;
      this.#saving = this.#save();
      const again = await this.#saving.finally(() => {
        this.#saving = null;
      });
      if (again !== null && this.#unsaved !== null) this.#saveIn(again);
    }, delayMs);
  }

  /** Saves what is not saved, after the save under way. */
  async settle(): Promise<void> {
    await this.#saving;
    await this.#save();
  }

  /** @returns milliseconds until the next save; null when another save would not help */
  async #save(): Promise<number | null> {
    const unsaved = this.#unsaved;
    if (unsaved === null) return null;
    try {
      const { path, kept } = unsaved;
      const save = { method: 'PUT', path, body: kept, keepalive: true, timeoutMs: saveTimeoutMs };
      const { status } = await request(this.#session, { ...save, headers: this.#seen });
      // The server has an answer to this view, from here or from elsewhere.
      if (status === 200) return null;
      if (this.#unsaved === unsaved) this.#unsaved = null;
      this.#signedAhead = null;
      if (this.#unsaved !== null) void this.#signAhead(this.#unsaved.path);
      return saveEveryMs;
    } catch (error) {
      const passes = error instanceof Failure && error.code !== 'sign_in_ended';
      return passes ? retryAfterMs : null;
    }
  }
}
