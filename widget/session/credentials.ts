/**
 * Exchanges one subject token for a widget token, under a key of its own (RFC 8693, RFC 9449). Each subject token has
 * its own key, so another subject token always gets new credentials. Everything stays in memory (AUTH-13).
 */
import type {
  accessTokenType as AccessTokenType,
  grantType as GrantType,
  TokenErrorReason,
  TokenErrorResponse,
  TokenResponse,
} from '../../server/contract/token-api.ts';
import type { Diagnosis } from './diagnose.ts';
import { asFailure, Failure } from './failure.ts';
import { pause } from './pause.ts';
import type { Platform, WebCrypto } from './platform.ts';
import { createKeys, prove } from './proof.ts';
import { errorCodeOf, errorOf, jsonOf, send } from './reply.ts';
import { sendAgain } from './send-again.ts';

const grantType: typeof GrantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType: typeof AccessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const exchangeTimeoutMs = 15_000;
/** How long the page looks for the cause of a failure before it gives up. */
const diagnosisTimeoutMs = 5_000;
/** A token is not sent this close to its expiry; a short-lived token, not in the last tenth of its life. */
const expiryMarginMs = 5_000;

/** The page's own token of its signed-in user. */
export interface SubjectToken {
  token: string;
  /** A URN of RFC 8693. */
  type: string;
}

/** The newest nonce of one server; shared by all credentials for that server. */
export interface ServerNonce {
  value: string | undefined;
  /** A response was readable once: requests that fail from now on fail because of the network. */
  isReached?: boolean;
  /** The fault of the page, if the server was never reached. Determined once. */
  diagnosis?: Promise<Diagnosis | null>;
}

/** Each token of the page would be refused for the same reason, so the page is not asked for another. */
const lastingReasons = [
  'token_audience',
  'token_issuer',
  'token_lifetime',
  'token_type',
  'public_url_differs',
  'origin_not_listed',
] as const satisfies readonly TokenErrorReason[];

/** The credentials for one subject token. */
export class Credentials {
  readonly subject: SubjectToken;
  readonly nonce: ServerNonce;
  /** The server's stable, opaque name of the user; undefined before the exchange, null when the server sends none. */
  subjectKey: string | null | undefined;
  /** The server's id of the request in which it refused the subject token. */
  refusedAs: string | undefined;

  readonly #tokenUrl: string;
  readonly #platform: Platform;
  protected keys: Promise<CryptoKeyPair> | undefined;
  #token: { value: string; usableUntilMs: number } | null = null;

  constructor(tokenUrl: string, subject: SubjectToken, nonce: ServerNonce, platform: Platform) {
    this.#platform = platform;
    this.#tokenUrl = tokenUrl;
    this.subject = subject;
    this.nonce = nonce;
  }

  /** Whether the widget token can still be sent. */
  get isValid(): boolean {
    return this.#token !== null && Date.now() < this.#token.usableUntilMs;
  }

  /** The `Authorization` header of the newest widget token; null before the exchange. */
  get authorization(): string | null {
    return this.#token && `DPoP ${this.#token.value}`;
  }

  /** The server refused the widget token: the next exchange gets another one. */
  dropToken(): void {
    this.#token = null;
  }

  /**
   * Exchanges the subject token; may be repeated.
   * @returns false when the server refuses the subject token
   * @throws Failure when no usable response came, when the page is at fault, or when the server would refuse any token
   *   of the page for the same reason
   * @throws the signal's reason when it aborts
   */
  async exchange(signal: AbortSignal): Promise<boolean> {
    const startedAtMs = Date.now();
    let response = await this.post(signal);
    let refusal = response.ok ? null : await errorCodeOf(response);
    if (refusal === 'use_dpop_nonce') {
      response = await this.post(signal);
      refusal = response.ok ? null : await errorCodeOf(response);
    }
    const body = (await jsonOf(response)) as Partial<TokenResponse & TokenErrorResponse> | null;
    signal.throwIfAborted();
    const lasting = lastingReasons.find((reason) => reason === body?.reason);
    if (lasting !== undefined) throw new Failure(lasting, { reference: body?.request_id });
    if (refusal === 'invalid_grant') {
      this.refusedAs = body?.request_id;
      return false;
    }
    if (typeof body?.access_token !== 'string') {
      const { ok, status } = response;
      // A proxy has errors of its own: 429, and those of a server that restarts.
      if (ok || status === 404 || (refusal === null && status < 429))
        throw new Failure('server_not_found', { detail: this.#tokenUrl });
      throw asFailure(await errorOf(response));
    }
    this.subjectKey = typeof body.subject_key === 'string' ? body.subject_key : null;
    const lifetimeMs = Number(body.expires_in ?? 60) * 1000;
    const usableUntilMs = startedAtMs + lifetimeMs - Math.min(expiryMarginMs, lifetimeMs / 10);
    this.#token = { value: body.access_token, usableUntilMs };
    return true;
  }

  /**
   * Signs one request. Call it after `exchange` has returned true.
   * @param url absolute
   * @returns the headers that authorize the request
   * @throws Failure `insecure_page` when the browser creates no keys
   */
  async headers(method: string, url: string): Promise<Record<string, string>> {
    const value = this.#token?.value;
    const dpop = await this.#prove(method, url, value);
    return { authorization: `DPoP ${value}`, dpop };
  }

  async #prove(method: string, url: string, token?: string): Promise<string> {
    const { crypto } = this.#platform;
    if (!crypto.subtle) throw new Failure('insecure_page');
    this.keys ??= createKeys(crypto as WebCrypto);
    return prove(crypto as WebCrypto, await this.keys, { method, url, token, nonce: this.nonce.value });
  }

  /** @throws the cause of the error, if the page is at fault and the cause is found in time; else the error itself */
  async #explain(error: unknown, signal: AbortSignal): Promise<never> {
    const isOffline =
      error instanceof Failure && error.code === 'offline' && globalThis.document && navigator.onLine;
    if (!isOffline || this.nonce.isReached) throw error;
    this.nonce.diagnosis ??= import('./diagnose.ts').then(
      ({ diagnose }) => diagnose(this.#tokenUrl.replace(/\/token$/, '')),
      () => null,
    );
    const late = pause(diagnosisTimeoutMs, signal).then(() => null);
    const cause = await Promise.race([this.nonce.diagnosis, late]);
    signal.throwIfAborted();
    throw cause === null ? error : new Failure(cause.code, { detail: cause.detail });
  }

  /** Sends one exchange. */
  protected async post(signal: AbortSignal): Promise<Response> {
    const body = new URLSearchParams({
      grant_type: grantType,
      subject_token: this.subject.token,
      subject_token_type: this.subject.type,
      requested_token_type: accessTokenType,
    });
    const sign = async () => {
      const headers = { dpop: await this.#prove('POST', this.#tokenUrl) };
      signal.throwIfAborted();
      return () => this.#send({ method: 'POST', headers, body }, signal);
    };
    return sendAgain(sign, this.#platform, signal);
  }

  async #send(init: RequestInit, signal: AbortSignal): Promise<Response> {
    const response = await send(this.#platform, this.#tokenUrl, init, signal, exchangeTimeoutMs).catch(
      (error) => this.#explain(error, signal),
    );
    this.nonce.isReached = true;
    this.nonce.value = response.headers.get('dpop-nonce') ?? this.nonce.value;
    return response;
  }
}
