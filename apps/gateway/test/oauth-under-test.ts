import { hash } from 'node:crypto';
import * as client from 'openid-client';
import { createApiKey } from '../src/accounts/operator-accounts';
import { BrowserOf } from './browser-of';
import { startGatewayUnderTest, type GatewayUnderTest, type UnderTestOptions } from './gateway-under-test';
import { signedUp, type Person } from './person';

export const REDIRECT = 'https://books.example.com/back';
export const STATE = 'state-of-the-app';

/** An app as its account sees it. */
export interface TestApp {
  id: string;
  secret: string;
}

/** A gateway, a platform with apps, and a merchant whose owner is signed in. */
export class OAuthUnderTest {
  private constructor(
    readonly gateway: GatewayUnderTest,
    /** The owner of the merchant. */
    readonly owner: Person,
    readonly merchantId: string,
    readonly merchantKey: string,
  ) {}

  static async start(environment: Record<string, string> = {}, { wayTo }: UnderTestOptions = {}): Promise<OAuthUnderTest> {
    const gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false', ...environment }, wayTo });
    const { person, accountId } = await signedUp(gateway);
    const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false });
    return new OAuthUnderTest(gateway, person, accountId, key);
  }

  /** An app of the platform, in the mode of the key. */
  async app(more: object = {}, key = this.gateway.testKey): Promise<TestApp> {
    const body = { name: 'Books', redirect_uris: [REDIRECT], allowed_scopes: ['payments:write', 'payments:read', 'refunds:read'], ...more };
    const { status, json, text } = await this.gateway.client.post('/v1/apps', { key, body });
    if (status !== 201) throw new Error(text);
    return { id: String(json.id), secret: String(json.client_secret) };
  }

  /** What openid-client knows of us and of the app. */
  async configuration({ id, secret }: TestApp, auth?: client.ClientAuth): Promise<client.Configuration> {
    const options = { algorithm: 'oauth2' as const, execute: [client.allowInsecureRequests] };
    return client.discovery(new URL(this.gateway.url), id, undefined, auth ?? client.ClientSecretBasic(secret), options);
  }

  browser(person = this.owner): BrowserOf {
    return new BrowserOf(this.gateway.url, person);
  }

  /** A request for a code. */
  authorizeUrl(app: TestApp, changes: Record<string, string | undefined> = {}): URL {
    const url = new URL('/oauth/authorize', this.gateway.url);
    const usual = { response_type: 'code', client_id: app.id, redirect_uri: REDIRECT, scope: 'payments:read', state: STATE };
    const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    for (const [name, value] of Object.entries({ ...usual, ...challenge, ...changes }))
      if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  /** A code that the owner of the merchant has allowed. */
  async code(app: TestApp, changes: Record<string, string | undefined> = {}): Promise<string> {
    const scopes = (changes.scope ?? 'payments:read').split(' ');
    const back = await this.browser().allow(this.authorizeUrl(app, { prompt: 'consent', ...changes }), this.merchantId, scopes);
    const code = back.searchParams.get('code');
    if (code === null) throw new Error(back.href);
    return code;
  }

  /** The answer of an endpoint to a form. */
  async form(path: string, app: TestApp | null, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<FormAnswer> {
    const basic = app === null ? {} : { authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}` };
    const init = { method: 'POST', headers: { ...basic, ...headers }, body: new URLSearchParams(fields) };
    const answer = await fetch(new URL(path, this.gateway.url), init);
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
    return { status: answer.status, text, json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {}, headers: answer.headers };
  }

  exchange(app: TestApp, code: string, changes: Record<string, string> = {}): Promise<FormAnswer> {
    return this.form('/oauth/token', app, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    });
  }

  refresh(app: TestApp, token: string, changes: Record<string, string> = {}): Promise<FormAnswer> {
    return this.form('/oauth/token', app, { grant_type: 'refresh_token', refresh_token: token, ...changes });
  }

  /** Tokens for a code. */
  async tokens(
    app: TestApp,
    changes: Record<string, string | undefined> = {},
  ): Promise<{ access: string; refresh: string; json: FormAnswer['json'] }> {
    const { status, json, text } = await this.exchange(app, await this.code(app, changes));
    if (status !== 200) throw new Error(text);
    return { access: String(json.access_token), refresh: String(json.refresh_token), json };
  }

  async isActive(app: TestApp, token: string): Promise<unknown> {
    return (await this.form('/oauth/introspect', app, { token })).json.active;
  }

  stop(): Promise<void> {
    return this.gateway.stop();
  }
}

/** What an endpoint answered. */
export interface FormAnswer {
  status: number;
  text: string;
  json: Record<string, unknown>;
  headers: Headers;
}

export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = hash('sha256', VERIFIER, 'base64url');
