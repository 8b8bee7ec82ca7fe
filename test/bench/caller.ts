/** A signed-in customer who makes the proofs before the measurement, so that it does not include them. */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { accessTokenType, grantType } from '../../server/contract/token-api.ts';
import { origin } from './partner.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export class Caller {
  readonly #server: string;
  readonly #subject: string;
  readonly #key: KeyObject;
  readonly #header: string;
  #nonce: string | undefined;
  #token = '';

  constructor(server: string, subject: string) {
    this.#server = server;
    this.#subject = subject;
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const jwk = createPublicKey(this.#key).export({ format: 'jwk' });
    this.#header = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk });
  }

  #proof(method: string, path: string): string {
    const claims = {
      htm: method,
      htu: this.#server + path,
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      ...(this.#nonce ? { nonce: this.#nonce } : {}),
      ...(this.#token ? { ath: createHash('sha256').update(this.#token).digest('base64url') } : {}),
    };
    const text = `${this.#header}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }

  async signIn(): Promise<this> {
    const response = await fetch(`${this.#server}/token`, {
      method: 'POST',
      headers: {
        DPoP: this.#proof('POST', '/token'),
        Origin: origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: grantType,
        subject_token: `user-${this.#subject}`,
        subject_token_type: accessTokenType,
      }),
    });
    if (response.status !== 200) throw new Error(`The token exchange answered ${response.status}.`);
    this.#nonce = response.headers.get('DPoP-Nonce') ?? undefined;
    this.#token = Object(await response.json()).access_token;
    return this;
  }

  /** Creates the headers of one request; they are valid for a few minutes and once. */
  headers(method: string, path: string): Record<string, string> {
    return { authorization: `DPoP ${this.#token}`, dpop: this.#proof(method, path), origin };
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.#server + path, {
      method,
      headers: { ...this.headers(method, path), 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return Object(await response.json());
  }

  /**
   * Begins a booking with a search near a ZIP code that does not exist, which causes no request to the service.
   * @returns the address of the booking, its last view, and the search as an answer
   */
  async begin() {
    const { journey_id: id, revision } = await this.call('POST', '/journeys', {});
    const path = `/journeys/${id}`;
    const answer = { step: 'place', answer: { search: { test_types: ['DEXA'], near: { zip: '00000' } } } };
    const begun = await this.call('POST', path, { ...answer, opening: {} }, { 'if-match': `"${revision}"` });
    return { ...begun, path, answer };
  }
}
