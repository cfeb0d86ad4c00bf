import { CUSTOM_HEADER_NAME, CUSTOM_HEADER_VALUE, CUSTOM_HEADERS_MAX } from '#contracts';

/** Names and values of all of them together. */
const CUSTOM_HEADERS_BYTES_MAX = 4_096;

/** One problem with one header, or with all of them when `name` is null. The message never repeats a value. */
interface CustomHeaderProblem {
  name: string | null;
  message: string;
}

/**
 * Names that are refused (docs/reference/webhooks.md): they frame or condition the request, say where it comes from, belong to a response
 * or a browser, are signed by Hundi, or open the metadata service of a cloud.
 */
const DENIED_NAMES = new Set([
  ...['host', 'transfer-encoding', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'http2-settings', 'expect', 'max-forwards'],
  ...['accept-encoding', 'accept-charset', 'accept-ranges', 'range', 'date', 'age', 'vary', 'etag', 'expires', 'last-modified', 'location'],
  ...['cookie', 'cookie2', 'set-cookie', 'set-cookie2', 'www-authenticate', 'authentication-info', 'retry-after', 'server', 'allow'],
  ...['alt-svc', 'strict-transport-security', 'origin', 'referer', 'forwarded', 'x-real-ip', 'via', 'user-agent', 'early-data'],
  ...['metadata-flavor', 'metadata', 'x-metadata-token'],
]);
const DENIED_PREFIXES = [
  ...['content-', 'if-', 'sec-', 'access-control-', 'proxy-', 'x-forwarded-', 'webhook-', 'x-aws-ec2-metadata-token'],
];

/** All problems of the custom headers of an endpoint; none means that they may be sent as they are. */
export function checkCustomHeaders(headers: Readonly<Record<string, string>>): CustomHeaderProblem[] {
  const entries = Object.entries(headers);
  const problems = entries.flatMap(([name, value]) => headerProblem(name, value) ?? []);
  if (new Set(entries.map(([name]) => name.toLowerCase())).size < entries.length) {
    problems.push({ name: null, message: 'must not name a header twice; upper and lower case are the same.' });
  }
  if (entries.length > CUSTOM_HEADERS_MAX) problems.push({ name: null, message: `must be at most ${CUSTOM_HEADERS_MAX} headers.` });
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > CUSTOM_HEADERS_BYTES_MAX) {
    problems.push({ name: null, message: `must be at most ${CUSTOM_HEADERS_BYTES_MAX} bytes, names and values together.` });
  }
  return problems;
}

function headerProblem(name: string, value: string): CustomHeaderProblem | undefined {
  if (!CUSTOM_HEADER_NAME.test(name)) return { name, message: 'must have a name of letters, digits and the signs that HTTP allows.' };
  if (isDenied(name.toLowerCase())) return { name, message: 'must not be set: Hundi sets it or refuses it.' };
  return CUSTOM_HEADER_VALUE.test(value) ? undefined : { name, message: 'must have a value of printable latin1 characters.' };
}

function isDenied(name: string): boolean {
  return DENIED_NAMES.has(name) || DENIED_PREFIXES.some((prefix) => name.startsWith(prefix));
}
