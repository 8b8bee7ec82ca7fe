/** Addresses that may carry keys, tokens or customers: HTTPS, or plain HTTP on this machine. */

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether an address is HTTPS, or HTTP on this machine. */
export const isSecureUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
