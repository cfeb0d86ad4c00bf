import { request } from 'undici';
import type { Role } from '#contracts';
import { eventually } from '#testing';
import { totpCode } from '../src/people/second-factor/totp';
import type { GatewayUnderTest } from './gateway-under-test';
import type { ApiDocument } from './documented';

/** What came back to a page. */
export interface PageAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: Record<string, unknown>;
  code: string | undefined;
}

type Headers = Record<string, string>;

/** Good enough for everybody. */
export const PASSWORD = 'vexed-plum otter at noon';

/** A browser with a page of ours: it keeps cookies, and sends what pages of ours send. */
export class Person {
  readonly cookies = new Map<string, string>();
  csrf = '';

  constructor(
    private readonly baseUrl: string,
    private readonly document?: ApiDocument,
  ) {}

  get token(): string | undefined {
    return this.cookies.get('__Host-hundi_session');
  }

  post(path: string, body: unknown = {}, headers: Headers = {}): Promise<PageAnswer> {
    return this.send('POST', path, { body, headers });
  }

  get(path: string, headers: Headers = {}): Promise<PageAnswer> {
    return this.send('GET', path, { headers });
  }

  /** @param headers in place of those of a page of ours; empty ones are not sent. */
  async send(method: string, path: string, { body, headers = {} }: { body?: unknown; headers?: Headers } = {}): Promise<PageAnswer> {
    const all = { ...this.usualHeaders(body !== undefined), ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const url = path.startsWith('/v1') ? path : `/dashboard/api${path}`;
    const answer = await request(this.baseUrl + url, {
      method: method as 'GET',
      headers: sent,
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.body.text();
    this.document?.expectDocumented({ method, url, status: answer.statusCode, headers: answer.headers, text });
    this.keepCookies(answer.headers['set-cookie']);
    const json = text === '' ? {} : (JSON.parse(text) as PageAnswer['json']);
    if (typeof json.csrf === 'string') this.csrf = json.csrf;
    return { status: answer.statusCode, headers: answer.headers, text, json, code: (json.error as { code?: string } | undefined)?.code };
  }

  private usualHeaders(hasBody: boolean): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      ...{ cookie, origin: this.baseUrl, 'sec-fetch-site': 'same-origin', 'hundi-csrf': this.csrf },
      ...(hasBody && { 'content-type': 'application/json' }),
    };
  }

  private keepCookies(headers: string | string[] | undefined): void {
    for (const header of [headers ?? []].flat()) {
      const [pair = ''] = header.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** The token of the link in the latest mail to an address. */
export function linkTo({ terminal }: Pick<GatewayUnderTest, 'terminal'>, email: string, page: string): Promise<string> {
  return eventually(async () => {
    const line = terminal.findLast((one) => one.startsWith(`Mail to ${email}:`) && one.includes(`/dashboard/${page}#`));
    const token = line === undefined ? undefined : /#([A-Za-z0-9_-]{43})$/.exec(line)?.[1];
    if (token === undefined) throw new Error(`no mail to ${email}`);
    return token;
  });
}

let people = 0;

/** An address that nobody had before. */
export function newEmail(): string {
  return `person-${++people}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

/** Someone who has signed up and opened the link. */
export async function signedUp(
  gateway: GatewayUnderTest,
  email = newEmail(),
): Promise<{ person: Person; email: string; accountId: string; answer: PageAnswer }> {
  const person = new Person(gateway.url, gateway.client.document);
  await person.post('/sign_up', { name: 'Asha Rao', email, password: PASSWORD, account_name: 'Acme' });
  const answer = await person.post('/verify_email', { token: await linkTo(gateway, email, 'verify_email'), password: PASSWORD });
  if (answer.status !== 200) throw new Error(`not signed up: ${answer.text}`);
  const [account] = answer.json.accounts as { id: string }[];
  return { person, email, accountId: account!.id, answer };
}

/** Gives a person who has just signed in a second factor. @returns its secret. */
export async function addSecondFactor(person: Person, nowMs = Date.now()): Promise<string> {
  const { json } = await person.post('/user/totp');
  const secret = /secret=([A-Z2-7]{32})/.exec(String(json.otpauth_uri))?.[1] ?? '';
  const { status, text } = await person.post('/user/totp/confirm', { code: totpCode(secret, nowMs) });
  if (status !== 200) throw new Error(text);
  return secret;
}

/** Someone new who has accepted an invitation to an account. @param by who may invite. */
export async function memberOf(
  gateway: GatewayUnderTest,
  { by, accountId, role }: { by: Person; accountId: string; role: Role },
): Promise<{ person: Person; userId: string; answer: PageAnswer }> {
  const email = newEmail();
  const { json } = await by.post('/invitations', { email, role }, { 'hundi-account': accountId });
  const person = new Person(gateway.url, gateway.client.document);
  const [, token] = String(json.link).split('#');
  const answer = await person.post('/invitations/accept', { token, email, name: 'Ravi Iyer', password: PASSWORD });
  if (answer.status !== 200) throw new Error(`not a member: ${answer.text}`);
  return { person, userId: (answer.json.user as { id: string }).id, answer };
}
