/**
 * Requests to the addresses that the service hands out: uploads and signed forms. They are on hosts of a list, encrypted
 * and outside this network, and they follow no redirect. A service that is taken over, or an answer that is bent on its
 * way, can then not turn this server against its own machine or network (APT-61, UPL-11).
 */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, request } from 'undici';
import { isLoopback } from '../../secure-url.ts';

/** Why an address is not requested; `null` where it is. */
export type AddressFault = 'unreadable' | 'not_encrypted' | 'private_address' | 'host_not_listed' | null;

export interface DocumentClient {
  /** What is wrong with an address before anything is sent to it. A name is resolved later, as the connection is made. */
  faultOf(address: string): AddressFault;
  /**
   * One request, without redirects and without any credential of ours.
   * @throws where `faultOf` finds a fault, where the host's name leads into a private network, or on a network error
   */
  request(address: string, options: RequestOptions): Promise<Dispatcher.ResponseData<unknown>>;
  /** Whether a customer may be sent to an address: https, or plain http on this machine where the service is on it too. */
  mayLinkTo(address: string): boolean;
  close(): Promise<void>;
}

type RequestOptions = NonNullable<Parameters<typeof request>[1]>;

/**
 * The entry of DOCUMENT_HOSTS that lets an address be used: its host, with the port where it is not the usual one.
 * @returns null where it is no https address
 */
export function documentHostOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' && url.host !== '' ? url.host : null;
}

/**
 * @param upstreamUrl the service; its own host is always on the list. Where it is on this machine, as a sandbox is,
 *   plain http and any port of this machine are allowed too
 * @param hosts the others, as in DOCUMENT_HOSTS
 */
export function createDocumentClient(upstreamUrl: string, hosts: readonly string[]): DocumentClient {
  const upstream = new URL(upstreamUrl);
  const isLocal = isLoopback(upstream);
  const listed = new Set([upstream.host, ...hosts]);
  const isOfThisMachine = (url: URL) => isLocal && isLoopback(url);
  const agent = new Agent({ connect: { lookup: publicLookup(isLocal) } });

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
      // The address may hold a secret: it is in no error.
      if (fault !== null) throw new Error(`this address is not requested: ${fault}`);
      return request(address, { ...options, dispatcher: agent });
    },
    mayLinkTo(address) {
      const url = URL.canParse(address) ? new URL(address) : null;
      return url?.protocol === 'https:' || (url?.protocol === 'http:' && isOfThisMachine(url));
    },
    close: () => agent.destroy(),
  };
}

/**
 * Resolves names to public addresses only. The connection is made to what was checked here, so that a name cannot be
 * checked as one address and used as another.
 * @param allowsLoopback where the service itself is on this machine
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

/** An IPv4 address that is written as an IPv6 one counts as what it is. */
const rangeOf = (address: string) => ipaddr.process(address).range();
/** Neither private, link-local, shared, loopback, multicast nor reserved. */
const isPublic = (address: string) => rangeOf(address) === 'unicast';
