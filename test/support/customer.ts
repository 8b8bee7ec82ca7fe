/** A customer's page without a browser: exchanges a token, proves its key, and sends answers over real HTTP. */
import { calculateThumbprint, generateKeyPair, generateProof, type KeyPair } from 'dpop';
import type { FirstView } from '../../server/contract/first-view-api.ts';
import type { Answers, Opening, OpenJourney } from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import {
  accessTokenType,
  grantType,
  jwtTokenType,
  type TokenResponse,
} from '../../server/contract/token-api.ts';

/** A response of the server. */
export interface Reply<T = JourneyView> {
  status: number;
  headers: Headers;
  body: T;
}

/** An error with the reply. */
const refusal = (reply: Reply) =>
  Object.assign(new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`), { reply });

/** A customer's page at the server. */
export class Customer {
  readonly #server: string;
  readonly #origin: string;
  readonly #subject: string;
  readonly #headers: Record<string, string>;
  #keys: KeyPair | undefined;
  #token: string | undefined;
  #nonce: string | undefined;
  /** The journey as the last response showed it. */
  view: JourneyView | undefined;
  /** What it opened the journey with. */
  #opening: Opening = {};
  /** Every proof and token it has sent. */
  readonly credentials = new Set<string>();

  /** @param headers sent with every request, as a browser and the proxies before the server send them */
  constructor(server: string, origin: string, subject: string, headers: Record<string, string> = {}) {
    this.#headers = headers;
    this.#server = server;
    this.#origin = origin;
    this.#subject = subject;
  }

  async #proof(method: string, path: string): Promise<Record<string, string>> {
    this.#keys ??= await generateKeyPair('ES256');
    await calculateThumbprint(this.#keys.publicKey);
    const proof = await generateProof(this.#keys, `${this.#server}${path}`, method, this.#nonce, this.#token);
    for (const each of [proof, this.#token, this.#subject]) if (each) this.credentials.add(each);
    return { DPoP: proof, Origin: this.#origin };
  }

  async #send(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ) {
    for (let attempt = 0; ; attempt++) {
      const proof = await this.#proof(method, path);
      const response = await fetch(this.#server + path, {
        method,
        ...init,
        headers: { ...this.#headers, ...proof, ...init.headers },
      }).catch(({ cause }: Error) => {
        throw new TypeError(`${method} ${path} has no response`, { cause });
      });
      const nonce = response.headers.get('DPoP-Nonce');
      const renewed = nonce !== null && nonce !== this.#nonce;
      this.#nonce = nonce ?? this.#nonce;
      if (attempt === 0 && renewed && (response.status === 400 || response.status === 401)) continue;
      return response;
    }
  }

  async signIn(): Promise<void> {
    const form = new URLSearchParams({
      grant_type: grantType,
      subject_token: this.#subject,
      subject_token_type: this.#subject.split('.').length === 3 ? jwtTokenType : accessTokenType,
    });
    const response = await this.#send('POST', '/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const { status, headers } = response;
    const body: unknown = await response.json();
    if (status !== 200)
      throw Object.assign(new Error(`token exchange answered ${status}: ${JSON.stringify(body)}`), {
        reply: { status, headers, body },
      });
    this.#token = (body as TokenResponse).access_token;
  }

  /**
   * Exchanges the user token and opens the booking in one request, as a page does first.
   * @param changes fields in place of the real ones; an undefined one is left out
   */
  async firstView(
    changes: Record<string, string | undefined> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply<FirstView>> {
    const { DPoP: proof = '', ...rest } = await this.#proof('POST', '/first-view');
    const fields = { subject_token: this.#subject, subject_token_type: accessTokenType, proof, ...changes };
    const form = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    const response = await fetch(`${this.#server}/first-view`, {
      method: 'POST',
      headers: { ...this.#headers, ...rest, ...headers },
      body: new URLSearchParams(form),
    });
    const body = (await response.json()) as FirstView;
    if (response.ok) {
      this.#token = body.access_token;
      this.#nonce = response.headers.get('DPoP-Nonce') ?? undefined;
      this.view = body.journey;
      this.#opening = JSON.parse(changes.journey ?? '{}') as Opening;
    }
    return { status: response.status, headers: response.headers, body };
  }

  /** The headers that sign a request in, for a client of another kind. They are valid once. */
  async signedHeaders(method: string, path: string): Promise<Record<string, string>> {
    return { ...(await this.#proof(method, path)), Authorization: `DPoP ${this.#token}` };
  }

  /** Sends a request and returns the response unread, for a body that is no JSON. */
  async fetch(method: string, path: string, body?: unknown, headers = {}): Promise<Response> {
    if (!this.#token) await this.signIn();
    return this.#send(method, path, {
      headers: {
        Authorization: `DPoP ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : {
            body:
              typeof body === 'string'
                ? body
                : Buffer.isBuffer(body)
                  ? new Uint8Array(body)
                  : JSON.stringify(body),
          }),
    });
  }

  /**
   * Sends a body in parts. A stream can be sent once, so the customer first sends another request if it has no nonce
   * yet.
   */
  async stream(method: string, path: string, body: ReadableStream<Uint8Array>, headers = {}) {
    const proof = await this.#proof(method, path);
    const all = { ...this.#headers, ...proof, Authorization: `DPoP ${this.#token}`, ...headers };
    // A body that is a stream needs `duplex`, which the types lack.
    const init: RequestInit & { duplex: 'half' } = { method, body, headers: all, duplex: 'half' };
    return fetch(this.#server + path, init);
  }

  async call<T = JourneyView>(method: string, path: string, body?: unknown, headers = {}): Promise<Reply<T>> {
    const response = await this.fetch(method, path, body, headers);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : null) as T,
    };
  }

  get #path(): string {
    if (!this.view) throw new Error('no journey is open');
    return `/journeys/${this.view.journey_id}`;
  }

  /** Keeps the view of a reply, and polls until no write is pending. @throws Error, with `reply`, for a refusal */
  async #settled(reply: Reply): Promise<JourneyView> {
    if (reply.status >= 300) throw refusal(reply);
    this.view = reply.body;
    while (this.view.working) {
      await new Promise((done) => setTimeout(done, 100));
      const read = await this.call('GET', this.#path);
      if (read.status === 200) this.view = read.body;
      else if (read.status !== 429 && read.status < 500) throw refusal(read);
    }
    return this.view;
  }

  async open(asked: OpenJourney = {}): Promise<JourneyView> {
    const { start_over: _, again: __, ...opening } = asked;
    this.#opening = opening;
    return this.#settled(await this.call('POST', '/journeys', asked));
  }

  /** Reads the journey again, or opens it again while it is not stored. */
  read = async () =>
    this.view?.is_stored === false
      ? this.open(this.#opening)
      : this.#settled(await this.call('GET', this.#path));
  retry = async () => this.#settled(await this.call('POST', `${this.#path}/retry`));
  revisit = async (step: StepName) =>
    this.#settled(await this.call('POST', `${this.#path}/revisit`, { step }, this.#ifMatch));

  get #ifMatch() {
    return { 'If-Match': `"${this.view?.revision}"` };
  }

  /** What a request about a view that is not stored says. */
  get begins(): { opening?: Opening } {
    return this.view?.is_stored === false ? { opening: this.#opening } : {};
  }

  /** The raw reply to an answer. @param draft what was typed for it and not saved before */
  send = <S extends keyof Answers>(step: S, answer: Answers[S], draft?: object): Promise<Reply> =>
    this.call('POST', this.#path, { step, answer, draft, ...this.begins }, this.#ifMatch);

  answer = async <S extends keyof Answers>(step: S, answer: Answers[S], draft?: object) =>
    this.#settled(await this.send(step, answer, draft));

  draft = (step: string, draft: unknown) =>
    this.call('PUT', this.#path, { step, draft, ...this.begins }, this.#ifMatch);
}
