const START = '/dashboard';
const LENGTH_MAX = 2_000;
/** A path of ours: no second slash, which would name a host; no backslash, which browsers read as one; nothing that they drop. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
/** Only its origin is looked at. */
const OWN = 'http://hundi.invalid';

/** Where a person goes after a sign-in: what was asked for if it is a path of ours, else the start page. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LENGTH_MAX || !PATH.test(asked) || !URL.canParse(asked, OWN)) return START;
  const { origin, pathname, search, hash } = new URL(asked, OWN);
  return origin === OWN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : START;
}
