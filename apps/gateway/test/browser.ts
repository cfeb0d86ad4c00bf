import { request, type Dispatcher } from 'undici';

/** A browser without scripts: follows redirects, sends forms. */
export class Browser {
  status = 0;
  page = '';
  url = '';
  policy = '';

  /** @param headers what it says of itself, for example `user-agent`. */
  constructor(private readonly headers: Record<string, string> = {}) {}

  async open(url: string): Promise<this> {
    return this.land(url, await request(url, { headers: this.headers }));
  }

  /** Sends the form that leads to `path`, with what the customer typed over what the page put in. */
  async submit(path: string, typed: Record<string, string>): Promise<this> {
    const hidden = this.page.matchAll(/name="(client_secret|attempts|mandate)" value="([^"]*)"/g);
    const url = new URL(path, this.url).toString();
    const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
    const body = new URLSearchParams({ ...fields, ...typed }).toString();
    const headers = { ...this.headers, 'content-type': 'application/x-www-form-urlencoded' };
    return this.land(url, await request(url, { method: 'POST', body, headers }));
  }

  /** What the page does by itself: it opens the address of its `refresh`, or its own. */
  async refresh(): Promise<this> {
    const address = /http-equiv="refresh" content="\d+(?:;url=([^"]+))?"/.exec(this.page)?.[1] ?? '';
    return this.open(new URL(address, this.url).toString());
  }

  private async land(url: string, { statusCode, headers, body }: Dispatcher.ResponseData): Promise<this> {
    const text = await body.text();
    if (statusCode === 303) return this.open(new URL(String(headers['location']), url).toString());
    Object.assign(this, { status: statusCode, page: text, url, policy: String(headers['content-security-policy']) });
    return this;
  }
}
