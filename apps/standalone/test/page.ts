import { request } from 'undici';

/** Good enough for everybody. */
export const PASSWORD = 'vexed-plum otter at noon';

/** What came back to a page. */
export interface PageAnswer {
  json: Record<string, unknown>;
  code: string | undefined;
}

/** A page of ours in a browser: it keeps cookies, and sends what pages of ours send. */
export class Page {
  private readonly cookies = new Map<string, string>();
  private csrf = '';

  constructor(private readonly baseUrl: string) {}

  post(path: string, body: unknown): Promise<PageAnswer> {
    return this.send('POST', path, JSON.stringify(body));
  }

  get(path: string): Promise<PageAnswer> {
    return this.send('GET', path, null);
  }

  private async send(method: 'GET' | 'POST', path: string, body: string | null): Promise<PageAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { cookie, origin: this.baseUrl, 'sec-fetch-site': 'same-origin', 'hundi-csrf': this.csrf };
    const headers = { ...own, ...(body !== null && { 'content-type': 'application/json' }) };
    const answer = await request(`${this.baseUrl}/dashboard/api${path}`, { method, headers, body });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split(/=(.*)/s);
      this.cookies.set(name, value);
    }
    const json = (await answer.body.json()) as PageAnswer['json'];
    if (typeof json.csrf === 'string') this.csrf = json.csrf;
    return { json, code: (json.error as { code?: string } | undefined)?.code };
  }
}
