/** The requests of one signed-in user, each with a widget token and a proof of possession (RFC 9449). */
import type { ProblemCode } from '../../server/contract/problem-codes.ts';
import { Credentials, type ServerNonce, type SubjectToken } from './credentials.ts';
import { Failure } from './failure.ts';
import { type Platform, platform } from './platform.ts';
import { errorCodeOf, send } from './reply.ts';
import { sendAgain } from './send-again.ts';

/**
 * Asks the page for its user token.
 * @param refused the token that the server refused; null for the first question
 * @param round the result is dropped when it aborts
 * @returns null when the page has no other token
 */
export type SubjectSource = (refused: string | null, round: AbortSignal) => Promise<SubjectToken | null>;

/** One request. `timeoutMs`, in milliseconds, covers the whole response. */
export interface SessionRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Blob;
  keepalive?: boolean;
  timeoutMs: number;
  /** Ends this request only, with a Failure `timeout`. */
  signal?: AbortSignal;
}

/** Receives what a session learns about its user. */
export interface SessionListener {
  /** New credentials were exchanged. @returns whether they are of the session's own user; it uses no others. */
  accepts(candidate: Credentials): boolean;
  /** New credentials were not available. Requests that waited for them fail with the same error. */
  renewalFailed(error: unknown): void;
}

type Remedy = 'nonce' | 'token';
const remedies: Record<string, Remedy> = {
  proof_nonce_required: 'nonce',
  token_expired: 'token',
  token_invalid: 'token',
  token_revoked: 'token',
} satisfies Partial<Record<ProblemCode, Remedy>>;

/**
 * Sends the requests of one user, and renews credentials before they expire. It never sends a request with the
 * credentials of another user: requests wait until the server has said which user the next credentials belong to.
 */
export class Session {
  /** The base address of the partner's server, without a trailing slash. */
  readonly server: string;
  /** Aborts when the user of this session is gone from the element. */
  readonly signal: AbortSignal;
  readonly platform: Platform;
  readonly #askSubject: SubjectSource;
  readonly #listener: SessionListener | null;
  readonly #nonce: ServerNonce;
  #credentials: Credentials | null;
  /** The credentials whose exchange began last. */
  #candidate: Credentials | null = null;
  #decided = true;
  /** True from the moment the page names a user with another token until the server has decided. */
  #named = false;
  #renewing: Promise<Credentials> | null = null;
  /** Aborts when the page names a user while credentials are being renewed: the renewal starts again. */
  #round = new AbortController();
  /** The page has no token that the server accepts. */
  #ended: Failure | null = null;

  /** @param credentials the credentials that identified the user, if there are any */
  constructor(
    server: string,
    askSubject: SubjectSource,
    signal: AbortSignal,
    listener: SessionListener | null = null,
    credentials: Credentials | null = null,
    from: Platform = platform,
  ) {
    this.platform = from;
    this.server = server;
    this.signal = signal;
    this.#askSubject = askSubject;
    this.#listener = listener;
    this.#credentials = credentials;
    this.#nonce = credentials?.nonce ?? { value: undefined };
    signal.addEventListener('abort', () => {
      this.#round.abort();
      this.#credentials = null;
      this.#candidate = null;
    });
  }

  /** The subject token of the newest credentials. */
  get subject(): SubjectToken | null {
    return this.#credentials?.subject ?? null;
  }

  /** False while it is not known whether the next credentials are of the same user. */
  get isDecided(): boolean {
    return this.#decided;
  }

  /** The credentials for the next session of this element, because a subject token keeps its key. */
  get newestCredentials(): Credentials | null {
    return this.#candidate ?? this.#credentials;
  }

  /**
   * Sends a request with token and proof, and repeats it as `sendAgain`. Each remedy (a nonce, a new token) is tried once.
   * The response is held back until it is known that the user is still the same. It can have any status.
   * @throws Failure when there is no response, or as `reconsider`
   * @throws the session's abort reason when the user is gone
   */
  async call(request: SessionRequest): Promise<Response> {
    const untried = new Set<Remedy>(['nonce', 'token']);
    const { url, timeoutMs, ...init } = request;
    for (;;) {
      let dropToken = () => {};
      const sign = async () => {
        const { credentials, proof } = await this.#sign(init.method, url);
        dropToken = () => {
          if (credentials.authorization === proof.authorization) credentials.dropToken();
        };
        const headers = { ...init.headers, ...proof };
        return () => this.#send(url, { ...init, headers }, timeoutMs);
      };
      const response = await sendAgain(sign, this.platform, this.signal);
      if (response.status !== 401) return response;
      const remedy = remedies[(await errorCodeOf(response)) ?? ''];
      if (remedy === undefined || !untried.delete(remedy)) return response;
      if (remedy === 'token') dropToken();
    }
  }

  async #send(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
    const response = await send(this.platform, url, init, this.signal, timeoutMs);
    this.#nonce.value = response.headers.get('dpop-nonce') ?? this.#nonce.value;
    if (!this.#decided) await this.#current();
    this.signal.throwIfAborted();
    return response;
  }

  /** Signs a request with the credentials in use. The page may name another user meanwhile: it is then signed again. */
  async #sign(method: string, url: string) {
    for (;;) {
      const credentials = await this.#current();
      const proof = await credentials.headers(method, url);
      if (this.holds(proof)) return { credentials, proof };
    }
  }

  /** Signs a request ahead of time: while a page is left, nothing can be awaited. @throws as `reconsider` */
  async credentials(method: string, url: string): Promise<Record<string, string>> {
    return (await this.#current()).headers(method, url);
  }

  /** Whether a request that this session signed earlier may still be sent. Its token may be an older one. */
  get maySendSigned(): boolean {
    return !this.#named && !this.signal.aborted;
  }

  /** Whether headers signed earlier belong to the credentials in use, and the user is known. */
  holds(headers: Record<string, string>): boolean {
    return (
      this.#decided &&
      !this.signal.aborted &&
      this.#credentials !== null &&
      this.#credentials.authorization === headers.authorization
    );
  }

  /**
   * Asks the page for its user and exchanges the token. Requests wait until then.
   * @throws Failure when the user is unknown or the server accepts no token; the abort reason when the user is gone
   */
  async reconsider(): Promise<void> {
    this.signal.throwIfAborted();
    this.#ended = null;
    this.#decided = false;
    this.#named = true;
    this.#round.abort();
    this.#round = new AbortController();
    await this.#current();
  }

  async #current(): Promise<Credentials> {
    this.signal.throwIfAborted();
    if (this.#decided && this.#credentials?.isValid) return this.#credentials;
    if (this.#ended !== null) throw this.#ended;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renew(): Promise<Credentials> {
    this.#decided = false;
    try {
      const renewed = await this.#newest();
      if (renewed === null) {
        this.#ended = new Failure('sign_in_ended', { reference: this.#candidate?.refusedAs });
        throw this.#ended;
      }
      // The credentials are of another user: this session is over.
      if (this.#listener?.accepts(renewed) === false) throw this.signal.reason;
      this.#credentials = renewed;
      this.#candidate = null;
      this.#decided = true;
      this.#named = false;
      return renewed;
    } catch (error) {
      if (!this.signal.aborted) this.#listener?.renewalFailed(error);
      throw error;
    }
  }

  /** Starts again each time the page names a user meanwhile. */
  async #newest(): Promise<Credentials | null> {
    for (;;) {
      const round = this.#round.signal;
      try {
        const renewed = await this.#renewOnce(round);
        if (!round.aborted) return renewed;
      } catch (error) {
        if (!round.aborted) throw error;
      }
      this.signal.throwIfAborted();
    }
  }

  /** Asks the page once more when the server refuses a token. Null when the server accepts no token of the page. */
  async #renewOnce(round: AbortSignal): Promise<Credentials | null> {
    for (let refused: string | null = null, tries = 0; tries < 2; tries++) {
      const subject = await this.#ask(refused, round);
      if (subject === null) return null;
      this.#candidate = this.#credentialsFor(subject);
      if (this.#candidate !== this.#credentials) this.#named = true;
      if (await this.#candidate.exchange(round)) return this.#candidate;
      refused = subject.token;
    }
    return null;
  }

  /** A subject token that was sent before keeps its credentials, and so its key. */
  #credentialsFor(subject: SubjectToken): Credentials {
    const known = [this.#credentials, this.#candidate].find(
      (one) => one?.subject.token === subject.token && one.subject.type === subject.type,
    );
    return known ?? new Credentials(`${this.server}/token`, subject, this.#nonce, this.platform);
  }

  /** Stops waiting for the page when the round is over. */
  async #ask(refused: string | null, round: AbortSignal): Promise<SubjectToken | null> {
    const over = new Promise<never>((_, reject) => {
      round.addEventListener('abort', () => reject(round.reason), { once: true });
    });
    try {
      return await Promise.race([this.#askSubject(refused, round), over]);
    } catch {
      round.throwIfAborted();
      // The page's function sends a request too.
      throw new Failure(globalThis.navigator?.onLine === false ? 'offline' : 'unavailable');
    }
  }
}
