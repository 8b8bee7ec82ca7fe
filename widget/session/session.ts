/**
 * The widget's session: a key only this page holds, the partner's user token exchanged for a widget token (RFC 8693)
 * and a proof of possession on every call (RFC 9449). All of it in memory, gone with the page (AUTH-13).
 */
import type {
  accessTokenType as AccessTokenType,
  grantType as GrantType,
  SubjectTokenReason,
  TokenErrorResponse,
  TokenResponse,
} from '../../server/contract/token-api.ts';
import type { Diagnosis } from './diagnose.ts';
import { asFailure, Failure } from './failure.ts';
import { pause } from './pause.ts';
import { createKeys, prove } from './proof.ts';
import { errorCodeOf, errorOf, jsonOf, send } from './reply.ts';

const grantType: typeof GrantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessTokenType: typeof AccessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const exchangeTimeoutMs = 15_000;
/** A token this close to its end is not sent any more. */
const expiryMarginMs = 5_000;
/** A server that has had enough for the moment counts by the minute. */
const restSeconds = { unsaid: 5, longest: 60 };
const restsAtMost = 2;

export interface SubjectToken {
  token: string;
  type: string;
}
/** The page's user token; asked again with the one that was refused, and null when the page has no other. */
export type SubjectSource = (refused: string | null) => Promise<SubjectToken | null>;

export interface SessionRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Blob;
  keepalive?: boolean;
  timeoutMs: number;
  /** Ends this call alone, where the page itself goes on. */
  signal?: AbortSignal;
}

interface WidgetToken {
  value: string;
  expiresAtMs: number;
}
type Remedy = 'nonce' | 'token';

const remedies: Record<string, Remedy> = {
  use_dpop_nonce: 'nonce',
  proof_nonce_required: 'nonce',
  token_expired: 'token',
  token_invalid: 'token',
};

/** Another token of the same page would be refused for the same reason. */
const lastingReasons = [
  'token_audience',
  'token_issuer',
  'token_lifetime',
  'token_type',
] as const satisfies readonly SubjectTokenReason[];

export class Session {
  readonly #tokenUrl: string;
  readonly #askSubject: SubjectSource;
  readonly #signal: AbortSignal;
  readonly #server: string;
  #keys: Promise<CryptoKeyPair> | undefined;
  #nonce: string | undefined;
  #reached = false;
  #diagnosis: Promise<Diagnosis | null> | null = null;
  #subject: SubjectToken | null = null;
  #ended = false;
  #token: WidgetToken | null = null;
  #exchanging: Promise<WidgetToken> | null = null;

  constructor(server: string, askSubject: SubjectSource, signal: AbortSignal) {
    this.#tokenUrl = `${server}/token`;
    this.#askSubject = askSubject;
    this.#signal = signal;
    this.#server = server;
  }

  /** Sends a call with token and proof. Each remedy (a nonce, a new token) is tried once; never a loop. */
  async call(request: SessionRequest): Promise<Response> {
    const untried = new Set<Remedy>(['nonce', 'token']);
    for (let rests = 0; ; ) {
      const token = await this.#currentToken();
      const headers = { ...request.headers, ...(await this.#credentials(request, token.value)) };
      const { url, timeoutMs, ...init } = request;
      const response = await this.#send(url, { ...init, headers }, timeoutMs);
      if (await this.#rested(response, rests)) {
        rests += 1;
        continue;
      }
      if (response.status !== 401) return response;
      const remedy = remedies[(await errorCodeOf(response)) ?? ''];
      if (remedy === undefined || !untried.delete(remedy)) return response;
      if (remedy === 'token' && this.#token === token) this.#token = null;
    }
  }

  /** The credentials of a call signed ahead of it, for the moment in which a page leaves and nothing can be awaited. */
  async credentials(method: string, url: string): Promise<Record<string, string>> {
    const token = await this.#currentToken();
    return this.#credentials({ method, url }, token.value);
  }

  /** The page gave a new user token: the next exchange uses it. */
  forgetSubject(): void {
    this.#subject = null;
    this.#ended = false;
  }

  async #credentials(request: { method: string; url: string }, token: string) {
    const proof = await this.#prove(request.method, request.url, token);
    return { authorization: `DPoP ${token}`, dpop: proof };
  }

  async #prove(method: string, url: string, token?: string): Promise<string> {
    if (!globalThis.isSecureContext) throw new Failure('insecure_page');
    this.#keys ??= createKeys();
    return prove(await this.#keys, { method, url, token, nonce: this.#nonce });
  }

  async #send(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
    const response = await send(url, init, this.#signal, timeoutMs).catch(async (error) => {
      const cause = await this.#cause(error);
      throw cause === null ? error : new Failure(cause.code, { detail: cause.detail });
    });
    this.#reached = true;
    this.#nonce = response.headers.get('dpop-nonce') ?? this.#nonce;
    return response;
  }

  /** What the page itself is at fault for, if the server has never been reached; looked for once. */
  async #cause(error: unknown): Promise<Diagnosis | null> {
    const isOffline = error instanceof Failure && error.code === 'offline' && navigator.onLine;
    if (this.#reached || !isOffline) return null;
    this.#diagnosis ??= import('./diagnose.ts').then(
      ({ diagnose }) => diagnose(this.#server),
      () => null,
    );
    return this.#diagnosis;
  }

  async #currentToken(): Promise<WidgetToken> {
    if (this.#token !== null && Date.now() < this.#token.expiresAtMs - expiryMarginMs) return this.#token;
    if (this.#ended) throw new Failure('sign_in_ended');
    this.#exchanging ??= this.#renew().finally(() => {
      this.#exchanging = null;
    });
    return this.#exchanging;
  }

  /** Exchanges the user token at hand; one that is refused is asked for anew, once. */
  async #renew(): Promise<WidgetToken> {
    for (let refused: string | null = null, tries = 0; tries < 2; tries++) {
      this.#subject ??= await this.#ask(refused);
      if (this.#subject === null) break;
      this.#token = await this.#exchange(this.#subject);
      if (this.#token !== null) return this.#token;
      refused = this.#subject.token;
      this.#subject = null;
    }
    this.#ended = true;
    throw new Failure('sign_in_ended');
  }

  async #ask(refused: string | null): Promise<SubjectToken | null> {
    try {
      return await this.#askSubject(refused);
    } catch {
      throw new Failure('unavailable');
    }
  }

  /** Null when the server does not take this user token. */
  async #exchange(subject: SubjectToken): Promise<WidgetToken | null> {
    const askedAtMs = Date.now();
    let response = await this.#postExchange(subject);
    let refusal = response.ok ? null : await errorCodeOf(response);
    if (refusal !== null && remedies[refusal] === 'nonce') {
      response = await this.#postExchange(subject);
      refusal = response.ok ? null : await errorCodeOf(response);
    }
    const body = (await jsonOf(response)) as Partial<TokenResponse & TokenErrorResponse> | null;
    if (refusal === 'invalid_grant') {
      const lasting = lastingReasons.find((reason) => reason === body?.reason);
      if (lasting !== undefined) throw new Failure(lasting);
      return null;
    }
    if (!response.ok) throw asFailure(await errorOf(response));
    if (typeof body?.access_token !== 'string') throw new Failure('unavailable');
    return { value: body.access_token, expiresAtMs: askedAtMs + Number(body.expires_in ?? 60) * 1000 };
  }

  async #postExchange(subject: SubjectToken): Promise<Response> {
    const form = new URLSearchParams({
      grant_type: grantType,
      subject_token: subject.token,
      subject_token_type: subject.type,
      requested_token_type: accessTokenType,
    });
    for (let rests = 0; ; rests++) {
      const headers = { dpop: await this.#prove('POST', this.#tokenUrl) };
      const init = { method: 'POST', headers, body: form };
      const response = await this.#send(this.#tokenUrl, init, exchangeTimeoutMs);
      if (!(await this.#rested(response, rests))) return response;
    }
  }

  /** Waits as long as it is asked to where it was too often; true where the same, with a proof of its own, is due again. */
  async #rested({ status, headers }: Response, rests: number): Promise<boolean> {
    if (status !== 429 || rests === restsAtMost) return false;
    const seconds = Number(headers.get('retry-after')) || restSeconds.unsaid;
    await pause(Math.min(seconds, restSeconds.longest) * 1000, this.#signal);
    return true;
  }
}
