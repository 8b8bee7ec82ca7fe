/**
 * A customer's browser for the token tests, with its own key and hand-made proofs, of which a test can replace every
 * part.
 */
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { accessTokenType, grantType, jwtTokenType } from '../../server/contract/token-api.ts';
import { clinic, type TokenServer } from './token-harness.ts';

/** Parts of a proof to replace. */
export interface ProofChanges {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
}

/** The SHA-256 of a token in base64url, as a proof carries it in `ath`. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Creates a browser with a key of its own. Its `signIn` throws Error if the server refuses. */
export async function openBrowser(server: TokenServer) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = await exportJWK(publicKey);
  const tokenUrl = `${server.publicUrl}/token`;
  let nonce: string | undefined;

  const proof = (method: string, htu: string, changes: ProofChanges = {}) => {
    const claims = {
      htm: method,
      htu,
      jti: crypto.randomUUID(),
      iat: Math.floor(server.deviceNow() / 1000),
      nonce,
      ...changes.claims,
    };
    const header = { alg: 'ES256', typ: 'dpop+jwt', jwk, ...changes.header } as JWTHeaderParameters;
    return new SignJWT(claims).setProtectedHeader(header).sign(changes.key ?? privateKey);
  };

  const form = (subjectToken: string, changes: Record<string, string> = {}) =>
    new URLSearchParams({
      grant_type: grantType,
      subject_token: subjectToken,
      subject_token_type: jwtTokenType,
      requested_token_type: accessTokenType,
      ...changes,
    });

  /** Sends one POST as given; headers of '' are left out. */
  const post = (body: BodyInit, headers: Record<string, string>) =>
    fetch(`${server.address}/token`, {
      method: 'POST',
      body,
      headers: Object.entries({ Origin: clinic, ...headers }).filter(([, value]) => value !== ''),
    });

  const browser = {
    jwk,
    privateKey,
    tokenUrl,
    proof,
    form,
    post,
    /** Sends a request without a nonce, with the device's clock at the epoch, and keeps the nonce of the response. */
    async fetchNonce() {
      nonce = undefined;
      const stale = await proof('POST', tokenUrl, { claims: { iat: 0 } });
      const answer = await post(form('anything'), { DPoP: stale });
      nonce = answer.headers.get('DPoP-Nonce') ?? undefined;
      return answer;
    },
    async exchange(
      subjectToken: string,
      fields: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) {
      return post(form(subjectToken, fields), { DPoP: await proof('POST', tokenUrl), ...headers });
    },
    async signIn(subjectToken: string, fields?: Record<string, string>): Promise<string> {
      const answer = await browser.exchange(subjectToken, fields);
      if (answer.status !== 200) throw new Error(`exchange answered ${answer.status}`);
      const { access_token } = (await answer.json()) as { access_token: string };
      return access_token;
    },
    /** Sends a valid request for a resource, except for the changed parts. */
    async call(
      token: string,
      changes: ProofChanges & { path?: string; method?: string; headers?: Record<string, string> } = {},
    ) {
      const { path = '/me', method = 'GET', headers } = changes;
      const made = await proof(method, server.publicUrl + path, {
        ...changes,
        claims: { ath: hashOf(token), ...changes.claims },
      });
      const all = { Origin: clinic, Authorization: `DPoP ${token}`, DPoP: made, ...headers };
      return fetch(server.address + path, {
        method,
        headers: Object.entries(all).filter(([, value]) => value !== ''),
      });
    },
  };
  await browser.fetchNonce();
  return browser;
}
/** A browser, as {@link openBrowser} creates it. */
export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/**
 * Checks what every refusal must have: a 4xx status, JSON, no stack, and no part of a token.
 * @throws Error if it does not
 */
export async function refusalOf(answer: Response): Promise<{ status: number; code: string; text: string }> {
  const text = await answer.text();
  const body = JSON.parse(text) as { error?: string; code?: string };
  if (answer.status < 400 || answer.status > 499) throw new Error(`answered ${answer.status}`);
  if (/eyJ|\bat .*:\d+|node_modules|customer-7/.test(text))
    throw new Error(`the refusal says too much: ${text}`);
  return { status: answer.status, code: body.error ?? body.code ?? '', text };
}
