/** Which callers an address is counted as. */
import ipaddr from 'ipaddr.js';

/** A caller to count, and how many times the limit of one address it may spend. */
export interface CountedNetwork {
  name: string;
  share: number;
}

/** A /48 is one site with 65,536 networks of its own, or that many subscribers of one provider. */
const sharesOfASite = 16;

/**
 * An IPv4 address is one caller. Of IPv6 each /64 is, since one line has all of it, and its /48 is capped beside it.
 *
 * @param address as `client-address.ts` reads it; what is no address is counted as it is
 */
export function networksOf(address: string): CountedNetwork[] {
  if (!ipaddr.isValid(address)) return [{ name: address, share: 1 }];
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
