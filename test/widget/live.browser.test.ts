/** The live stream in the page: it reports each change once, resumes after the last event, and stops when it should. */
import type { LiveChange } from '../../server/contract/live-api.ts';
import { followLive } from '../../widget/session/live.ts';
import { Session } from '../../widget/session/session.ts';
import { assert, equal, until } from './assert.ts';
import { PartnerServer, problem } from './partner-server.ts';

let server: PartnerServer;
let life: AbortController;
let changes: LiveChange[];
let rereads: number;

const subject = async () => ({ token: 'user-1', type: 'urn:ietf:params:oauth:token-type:jwt' });
const change = (id: string) =>
  `id: ${id}\nevent: change\ndata: ${JSON.stringify({ kind: 'appointment', ref: id })}\n\n`;

/** A stream that sends `parts` and then ends, or stays open. */
function stream(parts: string[], stays = false): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      if (!stays) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function follow(): Promise<void> {
  const session = new Session(server.base, subject, life.signal);
  const listener = {
    changed: (each: LiveChange) => void changes.push(each),
    reread: () => {
      rereads += 1;
    },
  };
  return followLive(session, listener);
}

describe('the live stream in the page', () => {
  beforeEach(() => {
    server = new PartnerServer().start();
    life = new AbortController();
    changes = [];
    rereads = 0;
  });
  afterEach(() => {
    life.abort();
    server.stop();
  });

  it('sends a proof and reports each change, for any split of the bytes', async () => {
    const text = `id: 0\nevent: reread\ndata: {}\n\n:\n\n${change('1')}${change('2')}`;
    server.once('GET /live', () => stream([...text], true));
    void follow();
    await until(() => changes.length === 2, 'the changes');
    equal(rereads, 1, 'rereads');
    equal(changes.map(({ ref }) => ref).join(), '1,2');
    const [call] = server.made('GET /live');
    assert(call?.headers.get('authorization')?.startsWith('DPoP '), 'the token is sent');
    assert(call?.headers.get('dpop'), 'the proof is sent');
    equal(call?.headers.get('last-event-id'), null, 'nothing was seen yet');
  });

  it('resumes after the last event when the stream ends', async () => {
    server.once('GET /live', () => stream([change('1'), change('2').slice(0, 20)]));
    server.once('GET /live', () => stream([change('2')], true));
    void follow();
    await until(() => changes.length === 2, 'the changes');
    equal(changes.map(({ ref }) => ref).join(), '1,2');
    equal(server.made('GET /live')[1]?.headers.get('last-event-id'), '1');
  });

  it('reconnects with a new token when the old one has expired', async () => {
    server.once('GET /live', () => problem(401, 'token_expired'));
    server.once('GET /live', () => stream([change('1')], true));
    void follow();
    await until(() => changes.length === 1, 'the changes');
    equal(server.tokens, 2, 'exchanges');
  });

  it('tries again after a pause when the server is unavailable', async () => {
    server.once('GET /live', () => problem(503, 'service_unavailable'));
    server.once('GET /live', () => stream([change('1')], true));
    const startedAt = performance.now();
    void follow();
    await until(() => changes.length === 1, 'the changes');
    assert(performance.now() - startedAt > 200, 'it waited a little');
  });

  it('stops when the server has no stream for it', async () => {
    server.once('GET /live', () => problem(404, 'not_found'));
    await follow();
    equal(server.made('GET /live').length, 1, 'calls');
  });

  it('stops when the session ends', async () => {
    server.once('GET /live', () => stream([change('1')]));
    const followed = follow();
    await until(() => changes.length === 1, 'the changes');
    life.abort();
    await followed;
    equal(server.made('GET /live').length, 1, 'calls');
  });
});
