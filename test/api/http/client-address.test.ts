/** The client address: that of the socket, unless a trusted proxy forwards another. */
import { once } from 'node:events';
import { createServer, request as httpRequest, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createClientAddress } from '../../../server/api/http/client-address.ts';
import { folderOfTest } from '../../support/folders.ts';

function request(socketAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: socketAddress });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

const proxies = ['10.0.0.0/8', '::1'];

it.each<[string, string[], string, string | undefined, string]>([
  ['the socket without proxies', [], '203.0.113.7', undefined, '203.0.113.7'],
  [
    'the socket, whatever a stranger forwards [CONS-39, T05]',
    proxies,
    '203.0.113.7',
    '198.51.100.1',
    '203.0.113.7',
  ],
  ['the socket where no proxy is named', [], '10.0.0.1', '198.51.100.1', '10.0.0.1'],
  ['what a named proxy forwards', proxies, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'the last hop before the named proxies, not what the customer wrote',
    proxies,
    '10.0.0.1',
    '1.2.3.4, 198.51.100.1, 10.9.9.9',
    '198.51.100.1',
  ],
  ['IPv6 as it is', proxies, '::1', '2001:db8::5', '2001:db8::5'],
  ['an IPv4 in IPv6 clothing as IPv4', [], '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['a named proxy in IPv6 clothing', proxies, '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['an address with its port', proxies, '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['a bracketed address with its port', proxies, '10.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
  ['the proxy itself where it forwards no address', proxies, '10.0.0.1', 'unknown', '10.0.0.1'],
  ['the proxy itself where it forwards nothing', proxies, '10.0.0.1', '', '10.0.0.1'],
])('is %s', (_, trusted, socket, forwarded, address) => {
  expect(createClientAddress(trusted)(request(socket, forwarded))).toBe(address);
});

it('warns once of a forwarded header from a peer that is not trusted', () => {
  let warnings = 0;
  const addressOf = createClientAddress(proxies, () => void warnings++);
  addressOf(request('10.0.0.1', '198.51.100.1'));
  addressOf(request('203.0.113.7'));
  expect(warnings).toBe(0);
  for (const peer of ['203.0.113.7', '203.0.113.8']) addressOf(request(peer, '198.51.100.1'));
  expect(warnings).toBe(1);
});

it('is always an address, for any forwarded header [CONS-38]', () => {
  const addressOf = createClientAddress(proxies);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (forwarded) => {
      expect(addressOf(request('10.0.0.1', forwarded))).toMatch(/^[\d.]+$|^[\da-f:.]+$/i);
    }),
  );
});

it('is a client error, not a server fault, when the connection is gone', () => {
  const gone = new IncomingMessage(new Socket().destroy());
  gone.headers['x-forwarded-for'] = '198.51.100.1';
  expect(() => createClientAddress(proxies)(gone)).toThrow(
    expect.objectContaining({ code: 'connection_lost' }),
  );
});

it.each<[string, string[], Record<string, string>, string]>([
  ['what a trusted proxy forwards', ['unix'], { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  [
    'the last hop before the trusted proxies',
    ['unix', '10.0.0.0/8'],
    { 'x-forwarded-for': '1.2.3.4, 203.0.113.7, 10.0.0.9' },
    '203.0.113.7',
  ],
  ['this machine where the proxy forwards nothing', ['unix'], {}, '127.0.0.1'],
  [
    'this machine where no such proxy is trusted',
    ['127.0.0.1'],
    { 'x-forwarded-for': '203.0.113.7' },
    '127.0.0.1',
  ],
  ['this machine without proxies', [], { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
])('is, over a unix socket, %s', async (_, trusted, headers, address) => {
  const socketPath = join(folderOfTest(), 'booking.sock');
  const addressOf = createClientAddress(trusted);
  const server = createServer((message, response) => void response.end(addressOf(message))).listen(
    socketPath,
  );
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const [response] = await once(httpRequest({ socketPath, headers }).end(), 'response');
  expect(await text(response)).toBe(address);
});
