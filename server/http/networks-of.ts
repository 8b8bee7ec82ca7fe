/** The networks as which an address is counted. */
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

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
 * @param address as `client-address.ts` reads it; text that is no address is counted by itself
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
