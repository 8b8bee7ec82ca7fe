/**
 * Follows the user of an element: starts with the user that the page names, notices another one or none, and ends
 * everything of the former user. The server names each user by a key, which decides whether two tokens are of one user.
 */
import type { Credentials, SubjectToken } from '../session/credentials.ts';
import { asFailure, Failure, mayPass } from '../session/failure.ts';
import { pause } from '../session/pause.ts';
import { Session, type SessionListener, type SubjectSource } from '../session/session.ts';
import type { IdleListener, IdleWatch } from './idle-watch.ts';
import {
  askForToken,
  missingSetting,
  namesAnew,
  namesNobody,
  type PageSettings,
  subjectOf,
} from './page-settings.ts';
import type { SignOutReason, UserSessionHost, UserState } from './user-state.ts';

/**
 * How long the element waits for its settings before it reports that one is missing. Frameworks set properties late.
 */
const settingsTimeoutMs = 5_000;

/** The user of one element. It creates a `Session` for each user and ends it when another user follows. */
export class UserSession implements SessionListener {
  state: UserState = { name: 'waiting', failure: null };
  /** Seconds until an idle user is signed out; null while there is no warning. */
  idleSecondsLeft: number | null = null;
  /** The server's name of the user; undefined before the first exchange. */
  userKey: string | null | undefined;

  readonly #host: UserSessionHost;
  #seen: PageSettings | null = null;
  #session: Session | null = null;
  #life = new AbortController();
  /** The token of the attribute that was exchanged already: from then on the element calls `getSubjectToken` first. */
  #used = '';
  #idle: ReturnType<typeof loadIdleWatch> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: UserSessionHost) {
    this.#host = host;
  }

  /** Compares the settings of the page with the former ones. Call it after each change of a setting. */
  sync(): void {
    const now = this.#host.settings();
    const before = this.#seen;
    this.#seen = now;
    const session = this.#session;
    if (session === null) this.#syncWithoutUser(now, before);
    else if (now.server !== session.server) this.restart();
    else if (namesNobody(now)) this.#signOut('page');
    else if (before !== null && namesAnew(now, before))
      this.#decide(!namesSameSubject(session.subject, subjectOf(now)));
    if (before?.idleTimeout !== now.idleTimeout) this.#watchIdle();
  }

  /** Asks the page for its user again: by `getSubjectToken`, or by the attribute if there is no such function. */
  refresh(): void {
    const settings = this.#host.settings();
    if (settings.getSubjectToken !== undefined) this.#used = settings.subjectToken;
    if (namesNobody(settings)) {
      if (this.state.name !== 'waiting') this.#signOut('page');
    } else if (this.#session === null) this.#begin(null);
    else this.#decide(true);
  }

  /** The page leaves the screen, maybe for the browser's cache: hides the view, if the page can say who comes back. */
  leave(): void {
    if (this.#canAsk) this.#conceal(true);
  }

  /**
   * The page is on the screen again. Asks who its user is, and hides the view until then.
   * @returns whether it asked. A page without `getSubjectToken` calls `refreshUser()`.
   */
  return(): boolean {
    const asks = this.#canAsk;
    if (asks) this.refresh();
    return asks;
  }

  /**
   * Makes sure that the page still names the same user, if it has a `getSubjectToken`.
   * @throws when it does not, or when the user cannot be determined
   */
  async confirm(): Promise<void> {
    const { subjectToken, getSubjectToken } = this.#host.settings();
    if (getSubjectToken === undefined) return;
    this.#used = subjectToken;
    await this.#session?.reconsider();
  }

  /** Starts the model again, because the element shows another resource now, or uses another server. */
  restart(): void {
    const session = this.#session;
    if (session === null) return;
    const isHere = this.#host.settings().server === session.server;
    const { newestCredentials, isDecided } = session;
    this.#end();
    this.state = { name: 'waiting', failure: null };
    this.#begin(isHere ? newestCredentials : null);
    if (!isDecided) this.#decide(false);
    if (this.#session === null) this.#wait();
    this.#host.changed();
  }

  /** The idle user pressed to stay. */
  readonly stay = (): void => this.#idle?.stay();

  /** The connection is back: tries again to determine the user, if that failed. */
  retry(): void {
    if (this.state.name === 'deciding' && this.state.failure !== null) this.#decide(true);
  }

  /** The element has left the page. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#seen = null;
    this.#used = '';
    this.#end();
    this.state = { name: 'waiting', failure: null };
  }

  get #canAsk(): boolean {
    return this.#session !== null && this.#host.settings().getSubjectToken !== undefined;
  }

  #syncWithoutUser(now: PageSettings, before: PageSettings | null): void {
    if (this.state.name === 'signed_out') {
      const isNamed = now.subjectToken !== '' && now.subjectToken !== before?.subjectToken;
      const canAsk = now.getSubjectToken !== undefined && before?.getSubjectToken === undefined;
      // A page that renews its tokens does not sign an idle user in again.
      if (this.state.reason === 'idle' || !(isNamed || canAsk)) return;
    }
    if (missingSetting(now) === null) this.#begin(null);
    else this.#wait();
  }

  /** Waits for a page that has not set everything yet. */
  #wait(): void {
    if (this.state.name !== 'waiting') return;
    this.#timer ??= setTimeout(() => {
      const code = missingSetting(this.#host.settings());
      if (code !== null) this.#fail('waiting', new Failure(code));
    }, settingsTimeoutMs);
  }

  #fail(name: 'waiting' | 'deciding', failure: Failure): void {
    this.state = { name, failure };
    this.#host.changed();
    this.#host.failed(failure);
  }

  /** @param credentials the credentials that identified the user */
  #begin(credentials: Credentials | null): void {
    const { server, missing } = this.#host.settings();
    if (server === null || missing !== null) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#life = new AbortController();
    const ask: SubjectSource = (refused, round) => this.#nextSubject(refused, round);
    const known = credentials ?? this.#host.early?.(server) ?? null;
    this.#session = new Session(server, ask, this.#life.signal, this, known);
    this.userKey = credentials?.subjectKey;
    this.state = { name: 'signed_in' };
    this.#watchIdle();
    this.#host.begin(this.#session);
    this.#host.changed();
  }

  #beginAnew(credentials: Credentials | null): void {
    this.#end();
    this.#begin(credentials);
  }

  /** Stops everything of the user at once: requests, live stream, key, tokens, view. */
  #end(): void {
    this.#idle?.stop();
    this.#idle = null;
    if (this.#session === null) return;
    this.#session = null;
    this.userKey = undefined;
    this.#life.abort();
    this.#host.end();
  }

  #signOut(reason: SignOutReason): void {
    const hadUser = this.userKey !== undefined;
    this.state = { name: 'signed_out', reason };
    this.#host.changed();
    this.#end();
    if (reason === 'page') this.#used = '';
    if (hadUser) this.#host.signedOut(reason);
  }

  /** @param hides the view until the decision */
  #decide(hides: boolean): void {
    const session = this.#session;
    this.#conceal(hides);
    session?.reconsider().then(
      () => this.#session === session && this.#host.resume(),
      () => {},
    );
  }

  #conceal(hides: boolean): void {
    // Before the first exchange there is nothing to hide.
    const name = hides && this.userKey !== undefined ? 'deciding' : 'signed_in';
    if (this.state.name === name && !('failure' in this.state && this.state.failure)) return;
    this.state = name === 'deciding' ? { name, failure: null } : { name };
    this.#host.changed();
  }

  /** @returns null when the page has no token but the refused one */
  async #nextSubject(refused: string | null, round: AbortSignal): Promise<SubjectToken | null> {
    const { subjectToken, subjectTokenType: type, getSubjectToken } = this.#host.settings();
    const isNew = subjectToken !== '' && subjectToken !== this.#used;
    this.#used = subjectToken;
    const asks = !isNew && getSubjectToken !== undefined;
    const token = asks ? await askForToken(getSubjectToken) : subjectToken;
    round.throwIfAborted();
    if (asks && token === '') {
      this.#signOut('page');
      round.throwIfAborted();
    }
    if (token === '' || token === refused) return null;
    const current = this.#session?.subject ?? null;
    const isKnown = token === current?.token && this.state.name === 'signed_in';
    if (!isKnown) this.#conceal(!namesSameSubject(current, { token, type }));
    return { token, type };
  }

  /** Called by the session in use. Another user ends it. */
  accepts(candidate: Credentials): boolean {
    const { subjectKey } = candidate;
    const isSame = this.userKey === undefined || (subjectKey != null && subjectKey === this.userKey);
    if (!isSame) this.#beginAnew(candidate);
    else {
      this.userKey = subjectKey;
      this.#conceal(false);
    }
    return isSame;
  }

  /** Called by the session in use. Shows the failure, because the view that would show it is hidden. */
  renewalFailed(error: unknown): void {
    if (this.state.name !== 'deciding') return;
    const failure = asFailure(error);
    // The server accepts no token of the page: nothing of the former user stays.
    if (mayPass(failure)) this.#fail('deciding', failure);
    else this.#beginAnew(null);
  }

  #watchIdle(): void {
    this.#idle?.stop();
    this.#idle = null;
    const { idleTimeout } = this.#host.settings();
    if (this.#session === null || !(idleTimeout > 0)) return;
    const warn = (secondsLeft: number | null) => {
      this.idleSecondsLeft = secondsLeft;
      this.#host.changed();
    };
    this.#idle = loadIdleWatch(idleTimeout, { warn, end: () => this.#signOut('idle') });
  }
}

/**
 * Whether both tokens are JWTs of the same issuer and subject. False means "unknown", not "another user": only the
 * server decides. Signatures are not checked, because the result only avoids a flicker on the page.
 */
function namesSameSubject(one: SubjectToken | null, other: SubjectToken): boolean {
  if (one?.type !== other.type) return false;
  const [a, b] = [claimsOf(one.token), claimsOf(other.token)];
  return a !== null && b !== null && a.iss === b.iss && a.sub === b.sub;
}

function claimsOf(token: string): { iss: string; sub: string } | null {
  try {
    const [, payload = '', , ...rest] = token.split('.');
    if (rest.length > 0) return null;
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { iss, sub } = JSON.parse(text) as Record<string, unknown>;
    return typeof iss === 'string' && typeof sub === 'string' ? { iss, sub } : null;
  } catch {
    return null;
  }
}

/**
 * Starts an `IdleWatch` as soon as its file has loaded, for the pages that have a timeout. If the file does not load, the
 * session ends after the same time, with or without input.
 * @param timeoutSeconds how long the page may be without input; more than 0
 */
function loadIdleWatch(timeoutSeconds: number, listener: IdleListener): Pick<IdleWatch, 'stay' | 'stop'> {
  const life = new AbortController();
  let watch: IdleWatch | undefined;
  import('./idle-watch.ts').then(
    ({ IdleWatch: Watch }) => {
      if (!life.signal.aborted) watch = new Watch(timeoutSeconds, listener);
    },
    () => pause(timeoutSeconds * 1000, life.signal).then(() => life.signal.aborted || listener.end()),
  );
  return {
    stay: () => watch?.stay(),
    stop() {
      life.abort();
      watch?.stop();
    },
  };
}
