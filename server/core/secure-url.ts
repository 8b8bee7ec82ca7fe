/** Checks of addresses that receive keys, tokens and people. */

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the address is on this machine. @param url `hostname` as the URL parser gives it */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean => loopbackNames.has(hostname);

/** Whether the address is https, or http on this machine. */
export const isSecureUrl = (url: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
