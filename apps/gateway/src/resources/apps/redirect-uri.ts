const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an app may be sent back to this address: https anywhere, http on the machine of the user alone (RFC 8252, 7.3), and
 * nothing that could be read in two ways (RFC 9700, 2.1).
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  // A text that the parser changes would be compared as one thing and opened as another.
  if (url === null || (url.href !== text && url.href !== `${text}/`)) return false;
  // Neither a fragment, also an empty one, nor a user name.
  if (text.includes('#') || text.includes('@')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}
