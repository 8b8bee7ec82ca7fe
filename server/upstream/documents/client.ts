/**
 * Requests to the addresses that the service returns: uploads and signed forms. The hosts must be listed, encrypted and
 * outside this network, and the client follows no redirect. A compromised service, or a response that is modified on
 * its way, can then not direct this server to its own machine or network (APT-61, UPL-11).
 */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Dispatcher, request } from 'undici';
import { openConnections } from '../../core/connections.ts';
import { isLoopback } from '../../core/secure-url.ts';

/** Why an address is not requested; null if it is allowed. */
type AddressFault = 'unreadable' | 'not_encrypted' | 'private_address' | 'host_not_listed' | null;

/** The client for addresses that the service returns. */
export interface DocumentClient {
  /** Checks an address before anything is sent to it. The name is resolved later, when the connection is made. */
  faultOf(address: string): AddressFault;
  /**
   * Sends one request, without redirects and without any credential of ours.
   * @throws Error if `faultOf` finds a fault, if the host's name resolves into a private network, or on a network error
   */
  request(address: string, options: RequestOptions): Promise<Dispatcher.ResponseData<unknown>>;
  /**
   * Whether a customer may be sent to an address: https, or plain http on this machine if the service is on it too.
   */
  mayLinkTo(address: string): boolean;
  /** Ends every request and closes all connections. */
  close(): Promise<void>;
}

type RequestOptions = NonNullable<Parameters<typeof request>[1]>;

/**
 * The entry of DOCUMENT_HOSTS that allows an address: its host, with the port unless it is the default.
 * @returns null if it is not an https address
 */
export function documentHostOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' && url.host !== '' ? url.host : null;
}

/**
 * Creates the client. Its `request` throws Error for an address that must not be used.
 * @param upstreamUrl the service; its own host is always allowed. If it is on this machine, like a sandbox, plain http
 * and any port of this machine are allowed too
 * @param hosts the other hosts, as in DOCUMENT_HOSTS
 */
export function createDocumentClient(upstreamUrl: string, hosts: readonly string[]): DocumentClient {
  const upstream = new URL(upstreamUrl);
  const isLocal = isLoopback(upstream);
  const listed = new Set([upstream.host, ...hosts]);
  const isOfThisMachine = (url: URL) => isLocal && isLoopback(url);
  const agent = openConnections({ connect: { lookup: publicLookup(isLocal) } });

  function faultOf(address: string): AddressFault {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null) return 'unreadable';
    if (url.username !== '' || url.password !== '') return 'unreadable';
    if (isOfThisMachine(url)) return /^https?:$/.test(url.protocol) ? null : 'unreadable';
    if (url.protocol !== 'https:') return 'not_encrypted';
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (ipaddr.isValid(literal) && !isPublic(literal)) return 'private_address';
    return listed.has(url.host) ? null : 'host_not_listed';
  }

  return {
    faultOf,
    async request(address, options) {
      const fault = faultOf(address);
      // The address may contain a secret, so the error does not.
      if (fault !== null) throw new Error(`this address is not requested: ${fault}`);
      return request(address, { ...options, dispatcher: agent });
    },
    mayLinkTo(address) {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url?.username || url?.password) return false;
      return url?.protocol === 'https:' || (url?.protocol === 'http:' && isOfThisMachine(url));
    },
    close: () => agent.destroy(),
  };
}

/**
 * Resolves names to public addresses only. The connection uses the address that was checked here, so that a name cannot
 * resolve differently later.
 * @param allowsLoopback whether addresses of this machine are allowed too, because the service is on it
 * @returns a lookup that fails with the code EACCES if any address of a name is not allowed
 */
export function publicLookup(allowsLoopback: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const refused = addresses.some(
        ({ address }) => !isPublic(address) && !(allowsLoopback && rangeOf(address) === 'loopback'),
      );
      const [first] = addresses;
      if (refused || !first)
        return done(Object.assign(new Error('this name is not public'), { code: 'EACCES' }), '');
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

/** An IPv4 address in IPv6 notation counts as IPv4. */
const rangeOf = (address: string) => ipaddr.process(address).range();
/** Not private, link-local, shared, loopback, multicast or reserved. */
const isPublic = (address: string) => rangeOf(address) === 'unicast';
