/** Addresses that a bent answer of the service hands out: no request leaves for the partner's own machine or network. */
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { putDocument } from '../../server/booking/evidence/storage-put.ts';
import {
  createDocumentClient,
  documentHostOf,
  publicLookup,
} from '../../server/upstream/documents/client.ts';
import { listen } from '../support/serve.ts';

const service = 'https://api.service.example';

function client(upstreamUrl: string, hosts: string[] = []) {
  const made = createDocumentClient(upstreamUrl, hosts);
  onTestFinished(() => made.close());
  return made;
}

/** Counts what reaches it, connections too. */
async function listener(answer: RequestListener = (_, response) => void response.end()) {
  const seen = { connections: 0, requests: [] as Record<string, unknown>[] };
  const server = createServer((request, response) => {
    seen.requests.push({ method: request.method, ...request.headers });
    request.resume();
    answer(request, response);
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  return { seen, port };
}

const session = (url: string, required_headers: Record<string, string> = {}) => ({
  id: '0197d2a4-0000-7000-8000-00000000b001',
  url,
  method: 'PUT',
  expires_at: '2031-01-01T00:00:00.000Z',
  required_headers,
});
const put = (by: ReturnType<typeof client>, given: ReturnType<typeof session>) =>
  putDocument(
    by,
    given,
    8,
    (async function* () {
      yield Buffer.from('%PDF-1.7');
    })(),
    Date.now(),
  );

describe('With the service on another machine', () => {
  it.each([
    ['https://api.service.example/form.pdf', null],
    ['https://store.example/a?signature=x', null],
    ['https://other.example:8443/a', null],
    ['https://other.example/a', 'host_not_listed'],
    ['https://store.example:444/a', 'host_not_listed'],
    ['https://store.example.evil.example/a', 'host_not_listed'],
    ['https://api.service.example@evil.example/a', 'unreadable'],
    ['http://api.service.example/form.pdf', 'not_encrypted'],
    ['http://127.0.0.1:8080/admin/restore', 'not_encrypted'],
    ['http://localhost/a', 'not_encrypted'],
    ['file:///etc/passwd', 'not_encrypted'],
    ['data:application/pdf;base64,AAAA', 'not_encrypted'],
    ['/relative', 'unreadable'],
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[fe80::1]',
      '[fd00::1]',
      '[64:ff9b::a00:1]',
    ].map((host) => [`https://${host}/a`, 'private_address'] as [string, string]),
  ])('%s: %s', (address, fault) => {
    const hosts = ['store.example', 'other.example:8443', '127.0.0.1', '10.1.2.3', '169.254.169.254'];
    expect(client(service, hosts).faultOf(address)).toBe(fault);
  });

  it('no upload or read reaches a listener of this machine, under any of its names', async () => {
    const { seen, port } = await listener();
    const hosts = ['localhost', '127.0.0.1'].flatMap((host) => [host, `${host}:${port}`]);
    const made = client(service, hosts);
    for (const host of ['127.0.0.1', '127.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0'])
      for (const scheme of ['http', 'https']) {
        const address = `${scheme}://${host}:${port}/admin/restore`;
        const stored = await put(made, session(address));
        expect(stored.kind).not.toBe('stored');
        await expect(made.request(address, { method: 'GET' })).rejects.toThrow();
      }
    expect(seen).toEqual({ connections: 0, requests: [] });
  });

  it.each([[true], [false]])(
    'a name that leads to this machine is refused as it is resolved (all: %s)',
    async (all) => {
      const resolved = (allowsLoopback: boolean) =>
        new Promise<string>((done) =>
          publicLookup(allowsLoopback)('localhost', { all }, (error) => done(error?.code ?? 'resolved')),
        );
      expect(await resolved(false)).toBe('EACCES');
      expect(await resolved(true)).toBe('resolved');
    },
  );

  it('a customer is sent to https addresses only', () => {
    const { mayLinkTo } = client(service);
    expect(mayLinkTo('https://check-in.example/a?b#c')).toBe(true);
    for (const address of [
      'http://check-in.example/',
      'http://127.0.0.1/',
      'https://user@check-in.example/',
      'https://service.example:443@check-in.example/',
      'javascript:alert(1)',
      'data:,a',
      '',
      'a',
    ])
      expect([address, mayLinkTo(address)]).toEqual([address, false]);
  });
});

describe('With a sandbox on this machine as the service', () => {
  it('its uploads and forms may use any port of this machine, and no other unencrypted address', async () => {
    const { seen, port } = await listener();
    const made = client('http://127.0.0.1:4010');
    expect(await put(made, session(`http://127.0.0.1:${port}/uploads`))).toEqual({ kind: 'stored' });
    expect(seen.requests).toHaveLength(1);
    expect(made.faultOf('http://10.0.0.1/a')).toBe('not_encrypted');
    expect(made.faultOf('http://storage.example/a')).toBe('not_encrypted');
    expect(made.faultOf('https://storage.example/a')).toBe('host_not_listed');
    expect(made.mayLinkTo('http://127.0.0.1:4010/check-in/x')).toBe(true);
    expect(made.mayLinkTo('http://check-in.example/x')).toBe(false);
  });

  it('no redirect is followed', async () => {
    const target = await listener();
    const first = await listener((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    const made = client('http://127.0.0.1:4010');
    expect((await put(made, session(`http://127.0.0.1:${first.port}/`))).kind).toBe('stop');
    const { statusCode } = await made.request(`http://127.0.0.1:${first.port}/`, { method: 'GET' });
    expect(statusCode).toBe(307);
    expect([first.seen.requests.length, target.seen.connections]).toEqual([2, 0]);
  });

  it.each([
    'Host',
    'authorization',
    'Cookie',
    'Transfer-Encoding',
    'content-length',
    'Connection',
    'Proxy-Authorization',
    'X-Api-Key',
  ])('the server makes no upload that requires the header %s', async (name) => {
    const { seen, port } = await listener();
    const made = client('http://127.0.0.1:4010');
    const asked = session(`http://127.0.0.1:${port}/`, { 'x-checksum': 'a', [name]: 'chosen' });
    expect(await put(made, asked)).toEqual({ kind: 'stop', reason: 'upload_headers_unsafe' });
    const listed = { ...asked, required_headers: [{ name, value: 'chosen' }] };
    expect((await putDocument(made, listed, 0, (async function* () {})(), Date.now())).kind).toBe('stop');
    expect(seen.connections).toBe(0);
  });
});

it('conformance names the entry of DOCUMENT_HOSTS that an address needs', () => {
  expect(documentHostOf('https://store.example/a?b')).toBe('store.example');
  expect(documentHostOf('https://store.example:8443/a')).toBe('store.example:8443');
  expect(documentHostOf('http://store.example/a')).toBeNull();
  expect(documentHostOf('nothing')).toBeNull();
});

it('counts connections, so that zero means none', async () => {
  const { seen, port } = await listener();
  await fetch(`http://127.0.0.1:${port}/`);
  expect(seen.connections).toBe(1);
});
