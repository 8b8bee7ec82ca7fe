/** The session: exchange, proofs, renewal, and its end. */
import { Failure } from '../../widget/session/failure.ts';
import { Session, type SubjectSource } from '../../widget/session/session.ts';
import { assert, equal } from './assert.ts';
import { PartnerServer, problem } from './partner-server.ts';

let server: PartnerServer;
const life = new AbortController();
const page =
  (...tokens: string[]): SubjectSource =>
  async () => {
    const token = tokens.length > 1 ? tokens.shift() : tokens[0];
    return token === undefined ? null : { token, type: 'urn:ietf:params:oauth:token-type:jwt' };
  };
const session = (source: SubjectSource = page('user-1')) => new Session(server.base, source, life.signal);
const read = (it: Session) =>
  it.call({ method: 'GET', url: `${server.base}/journeys/1?x=1#y`, timeoutMs: 1000 });
const claims = (proof: string | null): Record<string, unknown> =>
  JSON.parse(atob((proof ?? '').split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''));

async function failsWith(code: string, work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert(error instanceof Failure, `expected a Failure, got ${error}`);
  equal(error.code, code, 'failure code');
}

describe('the session', () => {
  beforeEach(() => {
    server = new PartnerServer().start();
  });
  afterEach(() => server.stop());

  it('exchanges the user token once for calls made at the same time [AUTH-13]', async () => {
    const it = session();
    await Promise.all([read(it), read(it), read(it)]);
    equal(server.made('POST /token').length, 1, 'exchanges');
    const form = server.made('POST /token')[0]?.body as Record<string, string>;
    equal(form.grant_type, 'urn:ietf:params:oauth:grant-type:token-exchange');
    equal(form.subject_token, 'user-1');
  });

  it('sends a new proof with each request, over method and address without query [AUTH-13]', async () => {
    const it = session();
    await read(it);
    await read(it);
    const [first, second] = server.made('GET').map(({ headers }) => claims(headers.get('dpop')));
    equal(first?.htm, 'GET');
    equal(first?.htu, `${server.base}/journeys/1`);
    assert(typeof first?.ath === 'string', 'the proof names the token');
    assert(first?.jti !== second?.jti, 'each proof is used once');
    equal(server.made('GET')[0]?.headers.get('authorization'), 'DPoP widget-1');
  });

  it('renews a token that was refused and repeats the call, once', async () => {
    const it = session();
    server.once('GET', () => problem(401, 'token_expired'));
    equal((await read(it)).status, 200);
    equal(server.tokens, 2, 'exchanges');
    server.once('GET', () => problem(401, 'token_invalid'));
    server.once('GET', () => problem(401, 'token_invalid'));
    equal((await read(it)).status, 401);
    equal(server.tokens, 3, 'exchanges');
  });

  it('uses the nonce that the server asks for, in the exchange and in a request', async () => {
    const it = session();
    server.once('POST /token', () => problem(400, 'use_dpop_nonce', { 'dpop-nonce': 'n1' }));
    server.once('GET', () => problem(401, 'proof_nonce_required', { 'dpop-nonce': 'n2' }));
    equal((await read(it)).status, 200);
    const nonces = server.calls.map(({ headers }) => claims(headers.get('dpop')).nonce);
    equal(nonces, [undefined, 'n1', 'n1', 'n2'], 'nonces');
  });

  it('waits as long as the server asks after a 429, and then sends the request again with a new proof', async () => {
    const it = session();
    server.once('POST /token', () => problem(429, 'too_many_requests', { 'retry-after': '1' }));
    server.once('GET', () => problem(429, 'too_many_requests', { 'retry-after': '1' }));
    equal((await read(it)).status, 200);
    equal(server.waits, [1_000, 1_000], 'waits');
    const proofs = server.calls.map(({ headers }) => claims(headers.get('dpop')).jti);
    equal([proofs.length, new Set(proofs).size], [4, 4], 'calls and proofs');
  });

  it('does not wait longer than a customer who sees nothing', async () => {
    const it = session();
    server.once('GET', () => problem(429, 'too_many_requests', { 'retry-after': '6' }));
    equal((await read(it)).status, 429);
    equal([server.made('GET').length, server.waits], [1, []], 'calls and waits');
  });

  it('does not repeat what the server has repeated already while the testing service is away', async () => {
    const it = session();
    for (const code of ['service_unavailable', 'calendar_unavailable']) {
      server.once('GET', () => problem(503, code, { 'retry-after': '2' }));
      equal((await read(it)).status, 503);
    }
    equal([server.made('GET').length, server.waits], [2, []], 'calls and waits');
  });

  it('repeats a request that a proxy without a server, a restart or a full database interrupts', async () => {
    const it = session();
    const cut = () => Promise.reject(new TypeError('Failed to fetch'));
    server.once('POST /token', cut);
    server.once('GET /journeys', () => new Response('<html>', { status: 502 }));
    server.once('GET /journeys', () => problem(503, 'store_unavailable', { 'retry-after': '2' }));
    server.once('GET /journeys', cut);
    equal((await read(it)).status, 200);
    equal(server.waits, [500, 500, 2_000, 4_500], 'waits');
    const proofs = server.made('GET /journeys').map(({ headers }) => claims(headers.get('dpop')).jti);
    equal([proofs.length, new Set(proofs).size], [4, 4], 'calls and proofs');
  });

  it('shows what lasts: after three repetitions, and at once what no repetition helps', async () => {
    const it = session();
    server.toAllTries('GET', () => new Response('', { status: 504 }));
    equal((await read(it)).status, 504);
    server.toAllTries('GET', () => Promise.reject(new TypeError('Failed to fetch')));
    await failsWith('offline', read(it));
    equal(server.made('GET').length, 8, 'calls');
    server.once('GET', () => problem(503, 'assumption_unmet'));
    equal((await read(it)).status, 503);
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    server.once('GET', () => Promise.reject(new TypeError('Failed to fetch')));
    await failsWith(
      'offline',
      read(it).finally(() => Reflect.deleteProperty(navigator, 'onLine')),
    );
    equal(server.made('GET').length, 10, 'calls');
  });

  it('asks the page for another user token when the old one is refused', async () => {
    const it = session(page('old', 'new'));
    server.once('POST /token', () => problem(400, 'invalid_grant'));
    equal((await read(it)).status, 200);
    equal(server.made('POST /token').length, 2);
    equal(server.subjects, ['new']);
  });

  it('ends, and stays ended without another call, when the page has no better token', async () => {
    const it = session();
    for (let refusals = 0; refusals < 5; refusals++) server.once('POST', () => problem(400, 'invalid_grant'));
    await failsWith('sign_in_ended', read(it));
    const calls = server.calls.length;
    await failsWith('sign_in_ended', read(it));
    equal(server.calls.length, calls, 'calls after the end');
    assert(calls <= 2, 'no loop');
  });

  it('distinguishes a network that fails from a response that does not arrive', async () => {
    const it = session();
    server.toAllTries('GET', () => Promise.reject(new TypeError('cut')));
    await failsWith('offline', read(it));
    server.delayMs = 400;
    await failsWith('timeout', it.call({ method: 'GET', url: `${server.base}/slow`, timeoutMs: 50 }));
  });

  it('leaves nothing in the storage of the page [AUTH-13]', async () => {
    await read(session());
    equal([localStorage.length, sessionStorage.length, document.cookie], [0, 0, '']);
    equal((await indexedDB.databases()).length, 0, 'databases');
  });
});
