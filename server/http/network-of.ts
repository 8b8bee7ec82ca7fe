/** Whom an address is counted as: an IPv4 address is one caller, and so is a whole /64 of IPv6, which one line has to itself. */
import { isIPv6 } from 'node:net';

export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser writes every address in one way: in lower case, with one `::` for the longest run of zeros.
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
