/** How a server that listens on this host is called from its own machine, without a slash at the end. */
export function reachableUrl(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  // A wildcard is an address to listen on, not one to call.
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Whether only this machine reaches what listens on this host. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i.test(host);
}
