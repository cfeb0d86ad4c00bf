/**
 * How often a header was sent. Node joins repeated headers or keeps the first only: the raw list alone tells.
 *
 * @param rawHeaders names and values in turn, as they came in.
 * @param name in lower case.
 */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent !== undefined && sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}
