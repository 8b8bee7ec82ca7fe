/** The sinks get each record in order, also those from a time when they were down. */
import { once } from 'node:events';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../server/core/observability/log.ts';
import { standardWebhookKey } from '../../../server/core/standard-webhooks.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import type { SinkSettings } from '../../../server/operate/access-log/sink.ts';
import { verifySink } from '../../../server/operate/access-log/verify-sink.ts';
import { newAccessLog, viewOf } from '../../support/access-log.ts';
import { newSecret } from '../../support/event-receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfTest } from '../../support/folders.ts';
import { newJobs } from '../../support/jobs.ts';
import { newStoreKey } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { serve } from '../../support/serve.ts';
import { newTestStore, type StoreKind, storeKinds } from '../../support/test-stores.ts';

/** A process with a sink, under a clock that moves when `until` waits. */
async function processWith(
  sink: Omit<SinkSettings, 'keys'> & Partial<SinkSettings>,
  kind: StoreKind = 'sqlite',
) {
  const store = await newTestStore(kind);
  const clock = manualClock(Date.now());
  const jobs = newJobs(store, clock);
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const encryption = createEncryption([newStoreKey('test')]);
  const accessLog = await newAccessLog(store, encryption, jobs, { sink: { keys: [], ...sink }, log });
  jobs.start();
  onTestFinished(() => jobs.stop());
  const undelivered = async () => {
    const rows = await store.db.selectFrom('access_log_chains').selectAll().execute();
    return rows.reduce((sum, row) => sum + row.last_seq - row.delivered_seq, 0);
  };
  return {
    store,
    accessLog,
    /** The access log of a process without a sink, such as a command. */
    another: () => newAccessLog(store, encryption, jobs),
    logged: (event: string) => lines.filter((line) => line.includes(event)),
    undelivered,
    async view(...ids: string[]) {
      for (const id of ids) accessLog.record(viewOf('ada', id));
      await accessLog.flush();
    },
    until: (isReached: () => boolean | Promise<boolean>) =>
      eventually(async () => {
        clock.advance(1_000);
        return isReached();
      }),
    verified: async (text: string) =>
      verifySink(
        store.db,
        accessLog.keys,
        (async function* () {
          yield* text.split('\n');
        })(),
      ),
  };
}

const idsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.includes('"type":"record"'))
    .map((line) => (JSON.parse(line.slice(line.indexOf('{'))) as { record_id: string }).record_id);

describe.each(storeKinds)('a file, on %s', (kind) => {
  it('gets what it missed, in order, and shows what was removed from the database', async () => {
    const folder = join(folderOfTest(), 'logs');
    const file = join(folder, 'access.jsonl');
    const { view, until, undelivered, verified, logged, store, another } = await processWith(
      { url: `file:${file}` },
      kind,
    );
    await view('a', 'b');
    await until(() => logged('delivery_retried').length > 1);
    expect(logged('delivery_retried')[0]).toContain('file_ENOENT');
    await mkdir(folder);
    await view('c');
    await until(async () => (await undelivered()) === 0);
    // Half a line of a process that died.
    await appendFile(file, '{"type":"rec');
    await view('d', 'e');
    await until(async () => (await undelivered()) === 0);
    const other = await another();
    other.record(viewOf('bo', 'f'));
    await other.flush();
    await until(async () => (await undelivered()) === 0);
    const text = await readFile(file, 'utf8');
    expect(idsIn(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await verified(text)).toEqual({ faults: [], records: 6 });

    const faultsOf = async (changed: string) =>
      (await verified(changed)).faults.map(({ fault, seq }) => [fault, seq]);
    const rows = text.split('\n');
    expect(await faultsOf(text.replace('"record_id":"b"', '"record_id":"x"'))).toEqual([['sink_changed', 2]]);
    expect(await faultsOf(rows.filter((line) => !line.includes('"record_id":"c"')).join('\n'))).toEqual([
      ['sink_missing', 3],
    ]);
    expect(await faultsOf(rows.filter((line) => !line.includes('"record_id":"e"')).join('\n'))).toEqual([
      ['sink_missing', 5],
    ]);
    // A batch that came twice is no fault.
    expect(await faultsOf(`${text}${text}`)).toEqual([]);
    // The newest chain is removed without a trace in the database.
    await store.db.deleteFrom('access_log').execute();
    await store.db.deleteFrom('access_log_chains').execute();
    expect(await faultsOf(text)).toEqual([
      ['removed', null],
      ['removed', null],
    ]);
  });
});

it('a file can be read by its owner only', async () => {
  const file = join(folderOfTest(), 'access.jsonl');
  const { view, until, undelivered } = await processWith({ url: `file:${file}` });
  await view('a');
  await until(async () => (await undelivered()) === 0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('an https address gets signed batches, what it missed, in order, and a repeated batch under its id', async () => {
  const secret = newSecret();
  const library = new Webhook(secret);
  const batches: { id: string; lines: { type: string; record_id?: string }[] }[] = [];
  let status = 503;
  const server = await serve(async (request, response) => {
    const body = await text(request);
    library.verify(body, request.headers as Record<string, string>);
    batches.push({ id: String(request.headers['webhook-id']), lines: JSON.parse(body).lines });
    response.writeHead(status).end();
  });
  onTestFinished(server.close);
  const keys = [standardWebhookKey(secret) ?? Buffer.alloc(0)];
  const { view, until, undelivered, logged } = await processWith({
    url: `${server.url}/log`,
    keys,
  });
  await view('a', 'b');
  await until(() => batches.length > 1);
  expect(batches[1]).toEqual(batches[0]);
  expect(logged('delivery_retried')[0]).toContain('http_503');
  status = 204;
  await view('c');
  await until(async () => (await undelivered()) === 0);
  const accepted = batches.filter(({ id }, at) => batches.findLastIndex((other) => other.id === id) === at);
  const seen = new Set(accepted.flatMap(({ lines }) => lines.flatMap(({ record_id }) => record_id ?? [])));
  expect([...seen]).toEqual(['a', 'b', 'c']);
  expect(batches[0]?.lines[0]?.type).toBe('chain');
});

/** Splits what a syslog server read into its messages. */
function messagesIn(text: string): string[] {
  const messages: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [head = '', length = ''] = /^(\d+) /.exec(rest) ?? [];
    expect(head).not.toBe('');
    messages.push(rest.slice(head.length, head.length + Number(length)));
    rest = rest.slice(head.length + Number(length));
  }
  return messages;
}

/** Starts a syslog server. @returns its port, and what it has read */
async function syslogServer(create: (onSocket: (socket: Socket) => void) => Server) {
  let text = '';
  const server = create((socket) => {
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, text: () => text };
}

it('a syslog server gets messages of RFC 5424, framed by their length', async () => {
  const { port, text } = await syslogServer(createTcpServer);
  const { view, until, undelivered, verified } = await processWith({ url: `syslog://127.0.0.1:${port}` });
  await view('a', 'b');
  await until(async () => (await undelivered()) === 0);
  const messages = messagesIn(text());
  expect(messages).toHaveLength(3);
  for (const message of messages) expect(message).toMatch(/^<110>1 \S+Z \S+ dx-booking \d+ access - \{.*\}$/);
  expect(idsIn(messages.join('\n'))).toEqual(['a', 'b']);
  expect((await verified(messages.join('\n'))).faults).toEqual([]);
});

it.each(['localhost', '127.0.0.1'])(
  'a syslog server with TLS at %s gets records only once its certificate is trusted',
  async (host) => {
    const cert = ownCertificate();
    const { port, text } = await syslogServer((onSocket) => createTlsServer({ cert, key: cert }, onSocket));
    const { view, until, undelivered, logged, verified } = await processWith({
      url: `syslog+tls://${host}:${port}`,
    });
    await view('a');
    await until(() => logged('delivery_retried').length > 0);
    expect(logged('delivery_retried')[0]).toContain('syslog_DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(text()).toBe('');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    await view('b');
    await until(async () => (await undelivered()) === 0);
    const lines = messagesIn(text()).join('\n');
    expect(idsIn(lines)).toEqual(['a', 'b']);
    expect((await verified(lines)).faults).toEqual([]);
  },
);
