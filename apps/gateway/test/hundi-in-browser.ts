import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { askDatabase, eventually, startHundi, type HundiProcess } from '#testing';
import { launchChromium } from './chromium';

/** A busy machine is no reason to turn people away. */
const ENVIRONMENT = { RATE_LIMIT_ENABLED: 'false', EVENT_LOOP_LAG_MAX_MS: '60000' };
const NARROW = { width: 320, height: 640 };

/** A Hundi that was just started, and a browser in front of it. */
export class HundiInBrowser {
  /** What the policy of a page has stopped, and what its scripts have thrown. */
  readonly faults: string[] = [];

  private constructor(
    readonly hundi: HundiProcess,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<HundiInBrowser> {
    const [hundi, browser] = await Promise.all([startHundi({ mode: 'embedded', environment: ENVIRONMENT }), launchChromium()]);
    return new HundiInBrowser(hundi, browser);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.hundi.stopAndRemove();
  }

  /** A page of a new person, on a narrow screen. */
  async page(): Promise<Page> {
    const context = await this.browser.newContext({ viewport: NARROW });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) this.faults.push(message.text());
    });
    return page;
  }

  /** The link that claims the first account. */
  claimLink(): string {
    return /Dashboard\s+(\S+)/.exec(this.hundi.output())?.[1] ?? '';
  }

  /** The link of the mail to a person, from the terminal. */
  mailedLink(to: string, page: string): Promise<string> {
    return eventually(() => {
      const link = new RegExp(`Mail to ${to}: .*?(http\\S+/dashboard/${page}#\\S+)`).exec(this.hundi.output())?.[1];
      if (link === undefined) throw new Error(`no mail to ${to}`);
      return link;
    });
  }

  /** Calls the API with a key. */
  async call(path: string, key: string, body?: object): Promise<{ status: number; json: Record<string, unknown> }> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(this.hundi.baseUrl + path, init);
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  }

  query(text: string, values: unknown[] = []): Promise<object[]> {
    const { databaseUrl } = JSON.parse(readFileSync(join(this.hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    return askDatabase(databaseUrl, text, values);
  }

  /** The password was asked for at this time, in every session. */
  async provedAt(atMs: number): Promise<void> {
    await this.query('UPDATE gateway.sessions SET authenticated_at = $1', [atMs]);
  }
}

/** Why a page of the same site, which gets the cookies, cannot frame what a person sees. */
export async function errorOfFrame(framed: Page): Promise<string | undefined> {
  const url = framed.url();
  const { hostname } = new URL(url);
  const server = createServer(
    (_request, answer) => void answer.setHeader('content-type', 'text/html').end(`<iframe src="${url}"></iframe>`),
  );
  await once(server.listen(0, hostname), 'listening');
  const page = await framed.context().newPage();
  try {
    const blocked = page.waitForEvent('requestfailed', (sent) => sent.url() === url);
    await page.goto(`http://${hostname}:${(server.address() as AddressInfo).port}/`);
    return (await blocked).failure()?.errorText;
  } finally {
    await page.close();
    server.close();
  }
}
