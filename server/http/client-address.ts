/**
 * The address of the customer-facing request (Consent session; CONS-38, CONS-39, T04, T05). Forwarded headers count
 * only from proxies that the partner listed.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import proxyAddr from 'proxy-addr';
import { Problem } from '../errors.ts';

/**
 * Returns the client's address: IPv4 or IPv6, without port, brackets and zone.
 * @throws Problem 400 `connection_lost` if the connection has ended, because its address is then unknown
 */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Creates the reader of client addresses. It throws Problem `connection_lost` if the client has left.
 * @param trustedProxies addresses or CIDR ranges
 */
export function createClientAddress(trustedProxies: string[]): ClientAddress {
  const trusted = proxyAddr.compile(trustedProxies);
  return (request) => {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) throw new Problem('connection_lost');
    if (trustedProxies.length === 0) return plainAddress(remoteAddress);
    // From the socket outwards to the first address that is not a trusted proxy.
    const chain = proxyAddr.all(request, trusted).map(plainAddress);
    const unreadable = chain.indexOf('');
    return (unreadable === -1 ? chain.at(-1) : chain[unreadable - 1]) ?? '';
  };
}

/**
 * The address without port, brackets and zone; an IPv4 address in IPv6 notation as IPv4; empty for text that is not an
 * address.
 */
function plainAddress(text: string): string {
  if (isIPv4(text)) return text;
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1');
  return isIP(bare) === 0 ? '' : bare;
}
