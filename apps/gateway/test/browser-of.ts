import { request } from 'undici';
import type { Person } from './person';

/** What a browser got. */
export interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Where it is sent, if it is. */
  location: URL | null;
}

/** A browser of one person: it keeps cookies, and follows no redirect by itself. */
export class BrowserOf {
  private readonly cookies: Map<string, string>;
  /** What a page of ours sends with a decision of the person. */
  private readonly form: Record<string, string>;

  /** @param person who is signed in, or nobody yet. */
  constructor(
    private readonly baseUrl: string,
    { cookies, csrf }: Person,
  ) {
    this.cookies = new Map(cookies);
    this.form = { origin: baseUrl, 'sec-fetch-site': 'same-origin', 'hundi-csrf': csrf };
  }

  get(path: string | URL): Promise<Page> {
    return this.send('GET', path);
  }

  /** Sends a decision of the consent page. */
  decide(path: string, body: object, headers: Record<string, string> = this.form): Promise<Page> {
    return this.send('POST', path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  }

  /** From the request of an app to the consent page. @returns its path. */
  async toConsent(authorize: string | URL): Promise<string> {
    const { location, text } = await this.get(authorize);
    if (location === null || !location.pathname.startsWith('/oauth/consent/'))
      throw new Error(`no consent page: ${location?.href ?? text}`);
    return location.pathname;
  }

  /** Allows what an app asks for. @returns where the browser is sent in the end. */
  async allow(authorize: string | URL, accountId: string, scopes: readonly string[]): Promise<URL> {
    const path = await this.toConsent(authorize);
    const { status, text } = await this.decide(path, { account_id: accountId, decision: 'allow', scopes });
    if (status !== 200) throw new Error(`consent: ${status} ${text}`);
    return this.arrive((JSON.parse(text) as { redirect_to: string }).redirect_to);
  }

  /** Where a redirect of ours leads to. */
  async arrive(path: string | URL): Promise<URL> {
    const { location, status, text } = await this.get(path);
    if (location === null) throw new Error(`no redirect: ${status} ${text}`);
    return location;
  }

  private async send(
    method: 'GET' | 'POST',
    path: string | URL,
    more: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Page> {
    const url = new URL(path, this.baseUrl);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const {
      statusCode: status,
      headers,
      body,
    } = await request(url, { method, ...more, headers: { accept: 'text/html', cookie, ...more.headers } });
    for (const set of [headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split(/=(.*)/s);
      this.cookies.set(name, value);
    }
    const { location } = headers;
    return { status, headers, text: await body.text(), location: typeof location === 'string' ? new URL(location, url) : null };
  }
}
