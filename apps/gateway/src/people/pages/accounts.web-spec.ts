import type { Page } from 'playwright-core';
import { eventually } from '#testing';
import { errorOfFrame, HundiInBrowser } from '../../../test/hundi-in-browser';
import { newEmail, PASSWORD } from '../../../test/person';
import { totpCode } from '../second-factor/totp';

jest.setTimeout(180_000);

const CALLBACK = 'https://books.example.com/back';
const STEP_MS = 30_000;

/** One Hundi, just started; each story goes on where the one before it ended. */
describe('accounts, in a browser', () => {
  let under: HundiInBrowser;
  /** Who has claimed this Hundi, and who signed up. */
  let operator: Page;
  let person: Page;
  let recoveryCodes: string[];
  const [operatorEmail, email, ravi] = [newEmail(), newEmail(), newEmail()];
  let operatorPassword: string;

  beforeAll(async () => {
    under = await HundiInBrowser.start();
  });
  afterAll(() => under?.stop());
  afterEach(() => expect(under.faults.splice(0)).toEqual([]));

  const signIn = async (page: Page, as = email, password = PASSWORD): Promise<void> => {
    await page.fill('#email', as);
    await page.fill('#password', password);
    await page.click('#password-form button[type=submit]');
  };
  /** Signs in with a recovery code. */
  const recover = async (code: string | undefined): Promise<void> => {
    await signIn(person);
    await person.fill('#code', code ?? '');
    await person.click('#factor-form button.primary');
  };
  const signOut = async (page: Page): Promise<void> => {
    await page.click('#sign-out');
    await page.waitForURL('**/dashboard/sign_in');
  };
  /** A request of an app for a code. @param key of the app's account, in the mode of the app. */
  const authorizeUrl = async (key: string): Promise<string> => {
    const { json } = await under.call('/v1/apps', key, { name: 'Books', redirect_uris: [CALLBACK], allowed_scopes: ['payments:read'] });
    const url = new URL('/oauth/authorize', under.hundi.baseUrl);
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    const request = { response_type: 'code', client_id: String(json['id']), redirect_uri: CALLBACK, scope: 'payments:read', state: 'xyz' };
    url.search = new URLSearchParams({ ...request, ...challenge }).toString();
    return url.href;
  };
  /** There is no such host: where the browser is sent is enough. */
  const sentBack = async (page: Page): Promise<Record<string, string>> => {
    const request = await page.waitForRequest((sent) => sent.url().startsWith(CALLBACK));
    return Object.fromEntries(new URL(request.url()).searchParams);
  };

  it('(1) a fresh start prints a link, which is claimed; a key made there takes the first payment', async () => {
    const link = under.claimLink();
    operator = await under.page();
    await operator.goto(link);
    await operator.fill('#name', 'Asha Rao');
    await operator.fill('#email', operatorEmail);
    await operator.click('#phrase');
    await eventually(async () => expect((await operator.inputValue('#password')).split(' ')).toHaveLength(5));
    operatorPassword = await operator.inputValue('#password');
    await operator.click('button.primary');
    await operator.waitForURL('**/dashboard');
    await operator.click('#key-form button.primary');
    const key = (await operator.textContent('#key code')) ?? '';
    expect(key).toMatch(/^sk_test_\w{60}$/);
    const payment = { amount: 50_000, currency: 'INR', payment_method: 'upi' };
    expect(await under.call('/v1/payments', key, payment)).toMatchObject({ status: 201, json: { status: 'captured' } });
    await operator.goto(`${new URL(link).origin}/dashboard/mailbox`);
    expect(await operator.textContent('h1')).toBe('Mailbox');
  });

  it('(2) a sign-up is finished by the link from the terminal; before it there is no user', async () => {
    person = await under.page();
    await person.goto(`${under.hundi.baseUrl}/dashboard/sign_up`);
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
    expect(await under.query('SELECT id FROM gateway.users WHERE NOT is_operator')).toEqual([]);
    await person.goto(await under.mailedLink(email, 'verify_email'));
    await person.click('button.primary');
    await person.waitForSelector('#password:focus');
    await person.fill('#password', PASSWORD);
    await person.click('button.primary');
    await person.waitForSelector('#keys:not([hidden])');
    const [secret = '', publishable = ''] = await person.locator('#key-list code').allTextContents();
    expect(publishable).toMatch(/^pk_test_/);
    expect(await under.call('/v1/account', secret)).toMatchObject({ status: 200, json: { name: 'Acme' } });
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
    await signOut(person);
    await signIn(person, email, 'not the password of it');
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
    await under.provedAt(0);
    await person.click('#renew-codes');
    await person.fill('dialog #step-up-password', PASSWORD);
    await person.fill('dialog #step-up-code', recoveryCodes[0] ?? '');
    await person.click('dialog button.primary');
    const codes = ((await person.textContent('#recovery code')) ?? '').split('\n');
    expect([codes.length, codes.includes(recoveryCodes[1] ?? '')]).toEqual([10, false]);
    recoveryCodes = codes;
  });

  it('an invitation is accepted by a person who is new, and by one who signs in first', async () => {
    await operator.goto(`${new URL(operator.url()).origin}/dashboard`);
    const invite = async (to: string): Promise<string> => {
      await operator.fill('#invite-form [name=email]', to);
      await operator.selectOption('#role', 'developer');
      await operator.click('#invite-form button.primary');
      return (await operator.textContent('#invited code')) ?? '';
    };
    await under.provedAt(Date.now());
    const guest = await under.page();
    await guest.goto(await invite(ravi));
    await guest.fill('#name', 'Ravi Iyer');
    await guest.fill('#email', ravi);
    await guest.fill('#password', PASSWORD);
    await guest.click('button.primary');
    await guest.waitForURL('**/dashboard');
    expect(await guest.textContent('dl')).toContain('developer');
    await guest.context().close();

    await invite(email);
    await signOut(person);
    await person.goto(await under.mailedLink(email, 'invitation'));
    await person.click('#sign-in-first');
    await recover(recoveryCodes[1]);
    await person.waitForURL('**/dashboard/invitation');
    expect(await person.textContent('#form')).toContain(email);
    await person.click('button.primary');
    await person.waitForURL('**/dashboard');
    expect(await person.locator('dl dt').count()).toBe(2);
  });

  it('a new password is chosen by a mailed link, and a mailed link signs in without one', async () => {
    const page = await under.page();
    await page.goto(`${under.hundi.baseUrl}/dashboard/password/reset`);
    await page.fill('#email', ravi);
    await page.click('button.primary');
    await page.goto(await under.mailedLink(ravi, 'reset_password'));
    await page.fill('#password', 'another vexed-plum otter at noon');
    await page.click('button.primary');
    await page.click('#done a');
    await page.fill('#email', ravi);
    await page.click('#mail-link');
    await page.goto(await under.mailedLink(ravi, 'sign_in'));
    await page.click('#link-form button.primary');
    await page.waitForURL('**/dashboard');
    expect(await page.textContent('#person')).toContain(ravi);
    await page.context().close();
  });

  it('(51) who has to sign in comes back to the consent, in no frame; a denial has state and iss', async () => {
    await signOut(person);
    await person.goto(await authorizeUrl(under.hundi.testKey));
    await recover(recoveryCodes[2]);
    await person.waitForURL('**/oauth/consent/*');
    expect(await errorOfFrame(person)).toBe('net::ERR_BLOCKED_BY_RESPONSE');
    const [back] = await Promise.all([sentBack(person), person.click('button[value=deny]')]);
    expect(back).toMatchObject({ error: 'access_denied', state: 'xyz', iss: under.hundi.baseUrl });
  });

  it('the consent asks for the password again in live mode, when it was long ago', async () => {
    const page = await under.page();
    await page.goto(await authorizeUrl(under.hundi.liveKey));
    await signIn(page, operatorEmail, operatorPassword);
    await page.waitForURL('**/oauth/consent/*');
    await under.provedAt(0);
    await page.click('button[value=allow]');
    await page.fill('dialog #step-up-password', operatorPassword);
    const [back] = await Promise.all([sentBack(page), page.click('dialog button.primary')]);
    expect(back).toMatchObject({ code: expect.any(String), state: 'xyz' });
    await page.context().close();
  });

  it('shows every page at 320 pixels without moving sideways, light and dark, with a name for every field', async () => {
    const guest = await under.page();
    for (const path of ['claim#x', 'sign_up', 'sign_in', 'verify_email#x', 'password/reset', 'reset_password#x', 'invitation#x']) {
      await guest.goto(`${under.hundi.baseUrl}/dashboard/${path}`);
      const widths = await guest.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
      expect([path, widths[0]]).toEqual([path, 320]);
      expect(await guest.getByRole('textbox', { name: /^$/ }).count()).toBe(0);
    }
    await operator.goto(`${new URL(operator.url()).origin}/dashboard`);
    await under.provedAt(Date.now());
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
