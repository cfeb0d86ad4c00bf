import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { askDatabase, eventually, startHundi, type HundiProcess } from '#testing';
import { launchChromium, newPage } from '../../../test/chromium';
import { newEmail, PASSWORD } from '../../../test/person';
import { totpCode } from '../second-factor/totp';

jest.setTimeout(180_000);

const CALLBACK = 'https://books.example.com/back';
const STEP_MS = 30_000;

/** Why a page of the same site, which gets the cookies, cannot frame what a person sees. */
async function errorOfFrame(person: Page): Promise<string | undefined> {
  const url = person.url();
  const { hostname } = new URL(url);
  const server = createServer(
    (_request, answer) => void answer.setHeader('content-type', 'text/html').end(`<iframe src="${url}"></iframe>`),
  );
  await once(server.listen(0, hostname), 'listening');
  const page = await person.context().newPage();
  try {
    const blocked = page.waitForEvent('requestfailed', (sent) => sent.url() === url);
    await page.goto(`http://${hostname}:${(server.address() as AddressInfo).port}/`);
    return (await blocked).failure()?.errorText;
  } finally {
    await page.close();
    server.close();
  }
}

/** One Hundi, just started; each story goes on where the one before it ended. */
describe('accounts, in a browser', () => {
  let hundi: HundiProcess;
  let browser: Browser;
  const faults: string[] = [];
  /** Who has claimed this Hundi, and who signed up. */
  let operator: Page;
  let person: Page;
  let email: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    [hundi, browser] = await Promise.all([
      startHundi({ mode: 'embedded', environment: { RATE_LIMIT_ENABLED: 'false' } }),
      launchChromium(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await hundi?.stopAndRemove();
  });
  afterEach(() => expect(faults.splice(0)).toEqual([]));

  const printed = (pattern: RegExp): string => pattern.exec(hundi.output())?.[1] ?? '';
  const mailedLink = (to: string, page: string): Promise<string> =>
    eventually(() => {
      const link = printed(new RegExp(`Mail to ${to}: .*?(http\\S+/dashboard/${page}#\\S+)`));
      if (link === '') throw new Error(`no mail to ${to}`);
      return link;
    });
  const ask = async (path: string, key: string, body?: object): Promise<{ status: number; json: Record<string, unknown> }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(hundi.baseUrl + path, init);
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const query = (text: string, values: unknown[] = []): Promise<object[]> => {
    const { databaseUrl } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    return askDatabase(databaseUrl, text, values);
  };
  const signIn = async (page: Page, password = PASSWORD): Promise<void> => {
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('#password-form button[type=submit]');
  };

  it('(1) a fresh start prints a link, which is claimed; a key made there takes the first payment', async () => {
    const link = printed(/Dashboard\s+(\S+)/);
    operator = await newPage(browser, faults);
    await operator.goto(link);
    await operator.fill('#name', 'Asha Rao');
    await operator.fill('#email', newEmail());
    await operator.click('#phrase');
    await eventually(async () => expect((await operator.inputValue('#password')).split(' ')).toHaveLength(5));
    await operator.click('button.primary');
    await operator.waitForURL('**/dashboard');
    await operator.click('#key-form button.primary');
    const key = (await operator.textContent('#key code')) ?? '';
    expect(key).toMatch(/^sk_test_\w{60}$/);
    const payment = { amount: 50_000, currency: 'INR', payment_method: 'upi' };
    expect(await ask('/v1/payments', key, payment)).toMatchObject({ status: 201, json: { status: 'captured' } });
    await operator.goto(`${new URL(link).origin}/dashboard/mailbox`);
    expect(await operator.textContent('h1')).toBe('Mailbox');
  });

  it('(2) a sign-up is finished by the link from the terminal; before it there is no user', async () => {
    email = newEmail();
    person = await newPage(browser, faults);
    await person.goto(`${hundi.baseUrl}/dashboard/sign_up`);
    await person.fill('#name', 'Meera Nair');
    await person.fill('#email', email);
    await person.fill('#account_name', 'Acme');
    await person.fill('#password', 'short');
    await person.click('button.primary');
    await person.waitForSelector('#password[aria-invalid=true]:focus');
    expect(await person.textContent('#password-problem')).toContain('at least 15 characters');
    await person.fill('#password', PASSWORD);
    await person.click('button.primary');
    await person.waitForSelector('#done:not([hidden])');
    expect(await query('SELECT id FROM gateway.users WHERE NOT is_operator')).toEqual([]);
    await person.goto(await mailedLink(email, 'verify_email'));
    await person.click('button.primary');
    await person.waitForSelector('#keys:not([hidden])');
    const [secret = '', publishable = ''] = await person.locator('#key-list code').allTextContents();
    expect(publishable).toMatch(/^pk_test_/);
    expect(await ask('/v1/account', secret)).toMatchObject({ status: 200, json: { name: 'Acme' } });
    expect(new URL(person.url()).hash).toBe('');
    await person.click('text=Go on');
    await person.waitForURL('**/dashboard');
  });

  it('signs in with the code of an app, which was set up here', async () => {
    await person.click('#begin-totp');
    await person.waitForSelector('#totp-code svg path');
    const uri = new URL((await person.textContent('#totp-uri')) ?? '');
    const secret = uri.searchParams.get('secret') ?? '';
    await person.fill('#totp', totpCode(secret, Date.now()));
    await person.click('#totp-form button.primary');
    recoveryCodes = ((await person.textContent('#recovery code')) ?? '').split('\n');
    expect(recoveryCodes).toHaveLength(10);
    await person.click('#sign-out');
    await person.waitForURL('**/dashboard/sign_in');
    await signIn(person, 'not the password of it');
    await person.waitForSelector('#password-form [role=alert]:focus');
    await signIn(person);
    await person.waitForSelector('#code:focus');
    // That of the step before was used: the next one counts already.
    await person.fill('#code', totpCode(secret, Date.now() + STEP_MS));
    await person.click('#factor-form button.primary');
    await person.waitForURL('**/dashboard');
    expect(await person.textContent('#second-factor')).toContain('Recovery codes left: 10');
  });

  it('asks for the password again when it was long ago, and goes on with what was asked for', async () => {
    await query('UPDATE gateway.sessions SET authenticated_at = 0');
    await person.click('#renew-codes');
    await person.fill('dialog #step-up-password', PASSWORD);
    await person.fill('dialog #step-up-code', recoveryCodes[0] ?? '');
    await person.click('dialog button.primary');
    const codes = ((await person.textContent('#recovery code')) ?? '').split('\n');
    expect([codes.length, codes.includes(recoveryCodes[1] ?? '')]).toEqual([10, false]);
    recoveryCodes = codes;
  });

  it('an invitation is accepted by a person who is new, and by one who is signed in', async () => {
    await operator.goto(`${new URL(operator.url()).origin}/dashboard`);
    const invite = async (to: string): Promise<string> => {
      await operator.fill('#invite-form [name=email]', to);
      await operator.selectOption('#role', 'developer');
      await operator.click('#invite-form button.primary');
      return (await operator.textContent(`#invited code`)) ?? '';
    };
    // The password that was offered is not known here.
    await query('UPDATE gateway.sessions SET authenticated_at = $1', [Date.now()]);
    const [ravi, guest] = [newEmail(), await newPage(browser, faults)];
    await guest.goto(await invite(ravi));
    await guest.fill('#name', 'Ravi Iyer');
    await guest.fill('#email', ravi);
    await guest.fill('#password', PASSWORD);
    await guest.click('button.primary');
    await guest.waitForURL('**/dashboard');
    expect(await guest.textContent('dl')).toContain('developer');
    await guest.context().close();

    await invite(email);
    await person.goto(await mailedLink(email, 'invitation'));
    expect(await person.textContent('#form')).toContain(email);
    await person.click('button.primary');
    await person.waitForURL('**/dashboard');
    expect(await person.locator('dl dt').count()).toBe(2);
  });

  it('(51) who has to sign in comes back to the consent, in no frame; a denial has state and iss', async () => {
    const app = { name: 'Books', redirect_uris: [CALLBACK], allowed_scopes: ['payments:read'] };
    const { json } = await ask('/v1/apps', hundi.testKey, app);
    const url = new URL('/oauth/authorize', hundi.baseUrl);
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    const request = { response_type: 'code', client_id: String(json['id']), redirect_uri: CALLBACK, scope: 'payments:read', state: 'xyz' };
    url.search = new URLSearchParams({ ...request, ...challenge }).toString();
    await person.click('#sign-out');
    await person.waitForURL('**/dashboard/sign_in');
    await person.goto(url.href);
    await signIn(person);
    await person.fill('#code', recoveryCodes[1] ?? '');
    await person.click('#factor-form button.primary');
    await person.waitForURL('**/oauth/consent/*');
    expect(await errorOfFrame(person)).toBe('net::ERR_BLOCKED_BY_RESPONSE');
    // There is no such host: where the browser is sent is enough.
    const sentBack = person.waitForRequest((sent) => sent.url().startsWith(CALLBACK));
    await person.click('button[value=deny]');
    const back = Object.fromEntries(new URL((await sentBack).url()).searchParams);
    expect(back).toMatchObject({ error: 'access_denied', state: 'xyz', iss: hundi.baseUrl });
  });

  it('shows every page at 320 pixels without moving sideways, light and dark, with a name for every field', async () => {
    const guest = await newPage(browser, faults);
    for (const path of ['claim#x', 'sign_up', 'sign_in', 'verify_email#x', 'password/reset', 'reset_password#x', 'invitation#x']) {
      await guest.goto(`${hundi.baseUrl}/dashboard/${path}`);
      const widths = await guest.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
      expect([path, widths[0]]).toEqual([path, 320]);
      expect(await guest.getByRole('textbox', { name: /^$/ }).count()).toBe(0);
    }
    await operator.goto(`${new URL(operator.url()).origin}/dashboard`);
    await operator.click('#key-form button.primary');
    await operator.click('#begin-totp');
    await Promise.all([operator.waitForSelector('#key code'), operator.waitForSelector('#totp-code svg')]);
    expect(await operator.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    const background = 'getComputedStyle(document.body).backgroundColor';
    await operator.emulateMedia({ colorScheme: 'light' });
    const light = await operator.evaluate<string>(background);
    await operator.emulateMedia({ colorScheme: 'dark' });
    expect(await operator.evaluate<string>(background)).not.toBe(light);
  });
});
