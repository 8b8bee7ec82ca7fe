/**
 * The address of the customer-facing request (Consent session; CONS-38, CONS-39, T04, T05): forwarded headers count
 * only from proxies that the partner named, and nobody else can set them.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';
import { Problem } from '../errors.ts';

/** @throws Problem 400 if the connection is gone, and its address with it */
export type ClientAddress = (request: IncomingMessage) => string;

/** @param trustedProxies addresses or CIDR ranges */
export function createClientAddress(trustedProxies: string[]): ClientAddress {
  const trusted = proxyAddr.compile(trustedProxies);
  return (request) => {
    if (request.socket.remoteAddress === undefined) throw new Problem('connection_lost');
    // From the socket outwards to the first address that is not a trusted proxy.
    const chain = proxyAddr.all(request, trusted).map(plainAddress);
    const unreadable = chain.indexOf('');
    return (unreadable === -1 ? chain.at(-1) : chain[unreadable - 1]) ?? '';
  };
}

/** Without port, brackets and zone; an IPv4 address in IPv6 notation as IPv4; empty for text that is no address. */
function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1');
  return isIP(bare) === 0 ? '' : bare;
}
