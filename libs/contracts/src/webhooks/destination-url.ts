import { addressRefusal, isAdmittedAddress } from './address-rules';
import type { DestinationRules } from './destination-rules';

/** Characters of a URL as sent, and of its normal form (docs/reference/webhooks.md, Limits). */
export const DESTINATION_URL_LENGTH_MAX = 2_048;

/** A URL that may be called, as far as the URL alone tells. What its name resolves to is judged at every connection. */
export interface Destination {
  /** The normal form: this is what is stored and called. */
  url: string;
  /** Scheme, host and port: what a connection is good for. */
  origin: string;
  /** Without brackets and without a dot at its end. */
  hostname: string;
  port: number;
  isTls: boolean;
  /** The host is an address and not a name. */
  isLiteral: boolean;
  /** What is called at the origin: path and query. */
  path: string;
}

/** `url_invalid`: it cannot be read. `url_not_allowed`: it can, and the rules of docs/explanation/where-webhooks-may-go.md refuse it. */
export interface DestinationProblem {
  code: 'url_invalid' | 'url_not_allowed';
  /** Goes after the name of the parameter. */
  message: string;
}

export type DestinationCheck = { destination: Destination; problem?: undefined } | { problem: DestinationProblem; destination?: undefined };

const invalid = (message: string): DestinationProblem => ({ code: 'url_invalid', message });
const refused = (message: string): DestinationProblem => ({ code: 'url_not_allowed', message });

const TOO_LONG = invalid(`must be a URL of at most ${DESTINATION_URL_LENGTH_MAX} characters.`);
const UNREADABLE = invalid('must be an absolute https URL without blanks and control characters.');
const BAD_HOST = invalid('must have a host name of letters, digits, hyphens and dots.');
const USERINFO = refused('must not carry a user name or password; use a custom header.');
const FRAGMENT = refused('must not have a fragment.');
const SCHEME = refused('must be https.');
const PORT = refused('must use one of the ports that this installation allows, by default 443 and 8443.');
const LITERAL = refused('must have a host name, not an IP address, in live mode.');
/** One sentence for every host that is not on the public Internet, so that the answer does not reveal which of them exist. */
const HOST = refused('must point to a host on the public Internet.');

/** Names that mean something only inside a machine, a network or a document (docs/explanation/where-webhooks-may-go.md). */
const INNER_SUFFIXES = /\.(?:localhost|local|internal|lan|home\.arpa|svc|cluster\.local|onion|test|example|invalid)$/;
const LABELS = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
/** The last of two labels or more begins with a letter: no top-level domain is a number (RFC 3696, section 2), none has an underscore. */
const TOP_LEVEL_DOMAIN = /\.[a-z][a-z0-9-]*$/;
/** WHATWG URL would drop or trim these in silence: what is checked must be what was sent. */
const BLANKS_AND_CONTROLS = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]/;

/**
 * Judges the URL of an endpoint by its text alone: on save, and again before each attempt, because rules change. Pure: no name
 * is looked up. Host names of the allow list, and its addresses when they stand in the URL, admit http and any port in test
 * mode; live mode ignores the allow list.
 *
 * @returns the destination in its normal form, or the one problem that was met first.
 */
export function checkDestinationUrl(text: string, terms: { livemode: boolean; rules: DestinationRules }): DestinationCheck {
  if (text.length > DESTINATION_URL_LENGTH_MAX) return { problem: TOO_LONG };
  if (BLANKS_AND_CONTROLS.test(text) || !URL.canParse(text)) return { problem: UNREADABLE };
  const url = new URL(text);
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const problem = formProblem(url) ?? hostProblem(url, terms);
  return problem ? { problem } : { destination: destinationOf(url) };
}

function formProblem(url: URL): DestinationProblem | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return SCHEME;
  if (url.href.length > DESTINATION_URL_LENGTH_MAX) return TOO_LONG;
  if (url.username !== '' || url.password !== '') return USERINFO;
  if (url.href.includes('#')) return FRAGMENT;
  return isLiteral(url.hostname) || LABELS.test(url.hostname) ? undefined : BAD_HOST;
}

function hostProblem(url: URL, terms: { livemode: boolean; rules: DestinationRules }): DestinationProblem | undefined {
  const host = bareHost(url.hostname);
  const isAddress = isLiteral(url.hostname);
  if (!terms.livemode && isAdmitted(host, isAddress, terms.rules)) return undefined;
  if (url.protocol !== 'https:') return SCHEME;
  const problem = isAddress ? literalProblem(host, terms) : nameProblem(host, terms.rules.ownDomains);
  return problem ?? (terms.rules.ports.has(portOf(url)) ? undefined : PORT);
}

function literalProblem(host: string, { livemode, rules }: { livemode: boolean; rules: DestinationRules }): DestinationProblem | undefined {
  if (livemode) return LITERAL;
  return addressRefusal(host, rules.test) === undefined ? undefined : HOST;
}

/** The allow list names this very host. An address that is public anyway still has to be called by https on a usual port. */
function isAdmitted(host: string, isAddress: boolean, rules: DestinationRules): boolean {
  return isAddress ? isAdmittedAddress(host, rules.test) : rules.admittedNames.has(host);
}

function nameProblem(host: string, ownDomains: readonly string[]): DestinationProblem | undefined {
  const isOwn = ownDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return isOwn || !TOP_LEVEL_DOMAIN.test(host) || INNER_SUFFIXES.test(`.${host}`) ? HOST : undefined;
}

function destinationOf(url: URL): Destination {
  return {
    url: url.href,
    origin: url.origin,
    hostname: bareHost(url.hostname),
    port: portOf(url),
    isTls: url.protocol === 'https:',
    isLiteral: isLiteral(url.hostname),
    path: `${url.pathname}${url.search}`,
  };
}

/** After parsing, four numbers are an IPv4 address and nothing else is; only IPv6 has brackets. */
function isLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
