/** A network that lets the server out through a proxy only: NODE_USE_ENV_PROXY, HTTPS_PROXY and NO_PROXY, as Node's own `fetch` reads them. */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ownCertificate } from '../support/own-certificate.ts';
import { listen } from '../support/serve.ts';
import { upstreamHttp } from '../support/upstream-client.ts';

const path = '/v1/locations';

/** A service that only its own certificate proves. */
async function startService() {
  const pem = ownCertificate();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, pem]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const server = createTlsServer({ key: pem, cert: pem }, (request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 200, data: { key: request.headers['x-api-key'] }, error: null }));
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  return `localhost:${port}`;
}

/** A proxy that opens tunnels, or refuses them. It records where to, and the header with its own credentials. */
async function startProxy({ refuses = false } = {}) {
  const tunnels: [to: string | undefined, credentials: string | undefined][] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    tunnels.push([request.url, request.headers['proxy-authorization']]);
    if (refuses) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const to = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      to.pipe(socket).pipe(to);
    });
    for (const end of [to, socket]) end.on('error', () => end.destroy());
  });
  const { port, close } = await listen(server);
  onTestFinished(close);
  // Names in lower case come first, and a machine may have them.
  for (const name of ['https_proxy', 'http_proxy', 'no_proxy']) vi.stubEnv(name, undefined);
  vi.stubEnv('HTTPS_PROXY', `http://clinic:invented@127.0.0.1:${port}`);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('NO_PROXY', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  return tunnels;
}

it('reads, writes and requests documents through the proxy, which sees no key', async () => {
  const host = await startService();
  const tunnels = await startProxy();
  const http = upstreamHttp(`https://${host}`);
  expect((await http.read(path)).data).toEqual({ key: 'prefix.secret' });
  const write = { route: '/v1/orders', path: '/v1/orders', idempotencyKey: 'one', body: '{}' };
  expect(await http.attempt(write)).toMatchObject({ kind: 'answered' });
  const document = await http.documents.request(`https://${host}/form.pdf`, { method: 'GET' });
  expect(await document.body.json()).toMatchObject({ data: {} });
  const credentials = `Basic ${Buffer.from('clinic:invented').toString('base64')}`;
  expect([...new Set(tunnels.map(String))]).toEqual([`${host},${credentials}`]);
});

it('reports a proxy that opens no tunnel as a network error', async () => {
  const host = await startService();
  const tunnels = await startProxy({ refuses: true });
  await expect(upstreamHttp(`https://${host}`).read(path)).rejects.toMatchObject({
    status: 0,
    reason: 'network_UND_ERR_ABORTED',
  });
  expect(tunnels.length).toBeGreaterThan(0);
});

it.each([
  ['a host that NO_PROXY names', { NO_PROXY: 'localhost' }],
  ['every host without NODE_USE_ENV_PROXY', { NODE_USE_ENV_PROXY: '' }],
])('connects directly to %s', async (_, env) => {
  const host = await startService();
  const tunnels = await startProxy();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect((await upstreamHttp(`https://${host}`).read(path)).data).toEqual({ key: 'prefix.secret' });
  expect(tunnels).toEqual([]);
});
