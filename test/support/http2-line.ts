/**
 * The way of a page to servers over a simulated line, as the guide of the proxy has it: HTTP/2 with TLS up to a proxy, and
 * HTTP/1.1 behind it. TLS ends before the line, so its handshake takes nothing: it adds a round trip to each connection.
 */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, connect as connectTo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { startBrowser } from './browser.ts';
import { ownCertificate } from './own-certificate.ts';

/** What a line does with the traffic of an address. */
export interface LineTraffic {
  /** Carries what a browser and the proxy send to each other. @default {@link carryAtOnce} */
  connect?(client: Socket, proxy: Socket): void;
  /** Lets a request (`GET /page`) pass to its server. @default at once */
  request?(what: string, pass: () => void): void;
}

/** An address on a line. */
export interface LineAddress {
  origin: string;
  /** Ends all of its connections. */
  close(): Promise<void>;
}

const certificate = ownCertificate();

/** Starts a browser that trusts the addresses. Playwright's own `ignoreHTTPSErrors` makes each connection twice. */
export const startLineBrowser = () => startBrowser(['--ignore-certificate-errors']);

/** Passes on what a browser and the proxy send to each other. */
export const carryAtOnce = (client: Socket, proxy: Socket): void => void client.pipe(proxy).pipe(client);

/** Opens an address on this machine. @param target the address of the server of a path, once it has one */
export async function openLineAddress(
  target: (path: string) => string,
  { connect = carryAtOnce, request: hold = (_, pass) => pass() }: LineTraffic = {},
): Promise<LineAddress> {
  const proxy = createServer((request, response) =>
    hold(`${request.method} ${request.url}`, () => forward(request, response, target(request.url))),
  );
  const proxyPort = await listening(proxy);
  const sockets = new Set<Socket>();
  const server = createTlsServer({ key: certificate, cert: certificate, ALPNProtocols: ['h2'] }, (client) => {
    const behind = connectTo(proxyPort, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket.setNoDelay().on('error', () => {}));
      socket.on('close', () => sockets.delete(socket));
    }
    connect(client, behind);
  });
  return {
    origin: `https://127.0.0.1:${await listening(server)}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const each of [server, proxy]) each.close();
      await once(server, 'close');
    },
  };
}

/** @returns the port */
async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Passes a request on, and its response back. */
function forward(request: Http2ServerRequest, response: Http2ServerResponse, target: string): void {
  const { method, url, authority } = request;
  const named = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
  const headers = { ...Object.fromEntries(named), host: authority };
  const passed = httpRequest(target + url, { method, headers }, (answer) => {
    // HTTP/2 has no such headers.
    const { connection, 'keep-alive': _, 'transfer-encoding': __, ...others } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, others);
    answer.pipe(response);
  });
  request.pipe(passed.on('error', () => response.stream.close()));
  response.on('close', () => passed.destroy());
}
