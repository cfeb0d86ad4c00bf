/** The present page of the portal: what stands behind `#` in the address. Never a key. */
export interface Place {
  page: 'endpoints' | 'endpoint' | 'delivery' | 'events' | 'event' | 'types' | 'type';
  /** Of the object shown; empty on lists. */
  id: string;
  /** Filters and the page of a list. */
  query: Readonly<Record<string, string>>;
}

const LISTS: Readonly<Record<string, [list: Place['page'], one: Place['page']]>> = {
  endpoints: ['endpoints', 'endpoint'],
  deliveries: ['endpoints', 'delivery'],
  events: ['events', 'event'],
  types: ['types', 'type'],
};

const HOME: Place = { page: 'endpoints', id: '', query: {} };

/** The place that a hash names; the list of endpoints for any other. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [list = '', id = ''] = path.split('/');
  const pages = Object.hasOwn(LISTS, list) ? LISTS[list] : undefined;
  if (pages === undefined) return HOME;
  return { page: id === '' ? pages[0] : pages[1], id: decoded(id), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** The hash of a place: `path` is the list and, where there is one, the id. Empty words of the query are left out. */
export function hashOf(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return `#/${path.map(encodeURIComponent).join('/')}${words.size === 0 ? '' : `?${words.toString()}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
