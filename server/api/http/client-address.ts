/**
 * The address of the customer-facing request (Consent session; CONS-38, CONS-39, T04, T05). Forwarded headers count
 * only from proxies that the partner listed.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { Problem } from '../../core/errors.ts';

/**
 * Returns the client's address: IPv4 or IPv6, without port, brackets and zone.
 * @throws Problem 400 `connection_lost` if the connection has ended, because its address is then unknown
 */
export type ClientAddress = (request: IncomingMessage) => string;

/** The entry of TRUSTED_PROXIES for a proxy that connects by a unix socket. */
const unixProxy = 'unix';
/** A client of a unix socket is on this machine. */
const thisMachine = '127.0.0.1';

/**
 * Creates the reader of client addresses. It throws Problem `connection_lost` if the client has left. A client of a unix
 * socket has the address 127.0.0.1, unless it is a trusted proxy.
 * @param trustedProxies addresses or CIDR ranges, and `unix` for a proxy that connects by a unix socket
 * @param onUntrusted called once, at the first request with `X-Forwarded-For` from a peer that is not trusted
 */
export function createClientAddress(trustedProxies: string[], onUntrusted = () => {}): ClientAddress {
  const trusted = proxyAddr.compile(trustedProxies.filter((proxy) => proxy !== unixProxy));
  const trustsUnix = trustedProxies.includes(unixProxy);
  let hasWarned = false;
  return (request) => {
    const { remoteAddress, localAddress, destroyed } = request.socket;
    // A lost connection has no remote address either, but an end of its own until it is destroyed.
    const isUnix = remoteAddress === undefined && localAddress === undefined && !destroyed;
    if (remoteAddress === undefined && !isUnix) throw new Problem('connection_lost');
    const isTrusted = (address: string, hop: number) =>
      isUnix && hop === 0 ? trustsUnix : trusted(address, hop);
    // From the socket outwards to the first address that is not a trusted proxy.
    const chain = proxyAddr
      .all(request, isTrusted)
      .map((address: string | undefined) => plainAddress(address ?? thisMachine));
    if (!hasWarned && chain.length === 1 && request.headers['x-forwarded-for']) {
      hasWarned = true;
      onUntrusted();
    }
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

/** A network to count, and how many times the limit of one address it has. */
export interface CountedNetwork {
  name: string;
  /** A factor on the limit: 1 for the limit of one address. */
  share: number;
}

/** A /48 is one site with 65,536 networks, or as many subscribers of one provider. */
const sharesOfASite = 16;

/**
 * Lists the networks for which a limit counts an address: an IPv4 address by itself, an IPv6 address by its /64, which
 * belongs to one line, and by its /48.
 * @param address as `clientAddress` reads it; text that is no address is counted by itself
 */
export function networksOf(address: string): CountedNetwork[] {
  if (isIPv4(address) || !ipaddr.isValid(address)) return [{ name: address, share: 1 }];
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return [{ name: parsed.toString(), share: 1 }];
  const network = (groups: number) =>
    `${parsed.parts
      .slice(0, groups)
      .map((part) => part.toString(16))
      .join(':')}::/${groups * 16}`;
  return [
    { name: network(4), share: 1 },
    { name: network(3), share: sharesOfASite },
  ];
}
