/** Under this prefix the gateway passes on the headers of a partner's webhook, so that none is taken for one of ours. */
export const PARTNER_HEADER_PREFIX = 'webhook-of-';

/** The headers of the partner among those of a request of the gateway, by their own names. */
export function partnerHeadersIn(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const passed = Object.entries(headers).filter(([name, value]) => name.startsWith(PARTNER_HEADER_PREFIX) && typeof value === 'string');
  return Object.fromEntries(passed.map(([name, value]) => [name.slice(PARTNER_HEADER_PREFIX.length), String(value)]));
}
