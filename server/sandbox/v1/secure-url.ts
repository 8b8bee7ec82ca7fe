/** Whether the service may send a member or an event to a URL: HTTPS, or plain http to a loopback host (HND-15, WHK-04). */
export function isSecureUrl({ protocol, hostname }: URL): boolean {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
