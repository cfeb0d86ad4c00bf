import { ROUTES } from './routes.ts';
import type { RouteName } from './routes.ts';

/** What a call carries. */
export interface Call {
  id?: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  /** The same key for the same wish, so that a second click changes nothing. */
  idempotencyKey?: string;
}

/** One page of a list. */
export interface Page<TObject> {
  data: TObject[];
  has_more: boolean;
  next_cursor: string | null;
}

/** Why a call was refused, for people. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** By the name of the field. */
    readonly problems: Readonly<Record<string, string>>,
    readonly requestId: string | null,
  ) {
    super(message);
  }
}

interface ErrorBody {
  error?: {
    message?: string;
    hint?: string | null;
    param?: string | null;
    request_id?: string | null;
    errors?: { param: string; message: string }[];
  };
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Asks the public API, with the key that was pasted. The key is in a header only, and nowhere else. */
export class Api {
  /** Where the last write stands: lists wait for it, so that what was just done shows. */
  private position: string | undefined;

  constructor(
    private readonly key: string,
    private readonly fetch: Fetch,
  ) {}

  /** @throws ApiRefusal with the words of the API; also when it cannot be reached, with status 0. */
  async call<TAnswer>(route: RouteName, call: Call = {}): Promise<TAnswer> {
    const wait = WAITING_LISTS.has(route) && this.position !== undefined ? { min_position: this.position } : {};
    const { method, url } = requestOf(route, { ...call, query: { ...call.query, ...wait } });
    const headers: Record<string, string> = { authorization: `Bearer ${this.key}` };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const response = await this.send(url, { method, headers, body, cache: 'no-store', credentials: 'omit', redirect: 'error' });
    const text = await response.text();
    if (!response.ok) throw refusalOf(response.status, text);
    // A list says how far it has seen, which is no write to wait for.
    if (method !== 'GET') this.position = response.headers.get('event-position') ?? this.position;
    return JSON.parse(text) as TAnswer;
  }

  /** Every object of a list that is known to be short. */
  async all<TObject>(route: RouteName, query: Record<string, string> = {}): Promise<TObject[]> {
    const found: TObject[] = [];
    let cursor: string | null | undefined;
    do {
      const page: Page<TObject> = await this.call(route, { query: { ...query, limit: '100', cursor: cursor ?? undefined } });
      found.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null && found.length < OBJECTS_MAX);
    return found;
  }

  private async send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.fetch(url, init);
    } catch {
      throw new ApiRefusal(0, 'Hundi could not be reached. Check your connection and try again.', {}, null);
    }
  }
}

/** Lists that are made from the log of the endpoints. */
const WAITING_LISTS: ReadonlySet<RouteName> = new Set(['listEndpoints', 'listReplays']);

/** Beyond this a list is paged, not gathered. */
const OBJECTS_MAX = 1_000;

/** Method and URL of a call. Every part that comes from elsewhere is encoded. */
export function requestOf(route: RouteName, { id = '', query = {} }: Call): { method: string; url: string } {
  const [method = 'GET', path = ''] = ROUTES[route].split(' ');
  const words = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return { method, url: path.replace('{id}', encodeURIComponent(id)) + (words.size === 0 ? '' : `?${words.toString()}`) };
}

/** The error of an answer that is not good, whatever its body is. */
export function refusalOf(status: number, text: string): ApiRefusal {
  const { message = `Hundi answered ${status}.`, hint, param, errors = [], request_id: requestId = null } = parsed(text).error ?? {};
  const words = hint ? `${message} ${hint}` : message;
  const problems = [...(param ? [{ param, message: words }] : []), ...errors];
  return new ApiRefusal(status, words, Object.fromEntries(problems.map((one) => [fieldOf(one.param), one.message])), requestId);
}

/** The problem of `enabled_events[2]` is shown beside `enabled_events`. */
function fieldOf(param: string): string {
  return param.split(/[.[]/, 1)[0] ?? param;
}

function parsed(text: string): ErrorBody {
  try {
    return (JSON.parse(text) as ErrorBody | null) ?? {};
  } catch {
    return {};
  }
}
