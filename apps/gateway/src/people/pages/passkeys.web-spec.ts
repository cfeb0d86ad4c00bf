import type { Page } from 'playwright-core';
import { HundiInBrowser } from '../../../test/hundi-in-browser';
import { newEmail, PASSWORD } from '../../../test/person';

jest.setTimeout(180_000);

/** One that needs no touch: whoever it asks is there, and is who they are. */
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

describe('passkeys, in a browser', () => {
  let under: HundiInBrowser;
  let page: Page;
  const email = newEmail();

  beforeAll(async () => {
    under = await HundiInBrowser.start();
    page = await under.page();
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: AUTHENTICATOR,
    });
  });
  afterAll(() => under?.stop());
  afterEach(() => expect(under.faults.splice(0)).toEqual([]));

  const atLocalhost = (path: string): string => under.hundi.baseUrl.replace('127.0.0.1', 'localhost') + path;

  it('(9) one is registered by a person who is signed in', async () => {
    await page.goto(under.claimLink());
    await page.fill('#name', 'Asha Rao');
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await page.click('button.primary');
    await page.waitForURL('**/dashboard');
    await page.fill('#passkey-name', 'Laptop');
    await page.click('#passkey-form button.primary');
    await page.waitForSelector('#passkey-list li');
    expect(await page.textContent('#passkey-list li')).toContain('Laptop');
  });

  it('(9) one signs in alone, without address and password', async () => {
    await page.click('#sign-out');
    await page.waitForURL('**/dashboard/sign_in');
    await page.click('#use-passkey');
    await page.waitForURL('**/dashboard');
    expect(await page.textContent('h1')).toBe('Asha Rao');
  });

  it('(9) one is the second factor after a password', async () => {
    await page.click('#sign-out');
    await page.waitForURL('**/dashboard/sign_in');
    await page.fill('#email', email);
    await page.fill('#password', PASSWORD);
    await page.click('#password-form button[type=submit]');
    await page.click('#factor-passkey');
    await page.waitForURL('**/dashboard');
  });

  it('one proves again who it is, and the call that needed it is repeated', async () => {
    await under.provedAt(0);
    await page.click('#passkey-list button');
    await page.click('dialog [data-does=passkey]');
    await page.waitForSelector('#passkey-list:empty', { state: 'attached' });
  });

  it('is offered under no bare address', async () => {
    const guest = await under.page();
    await guest.goto(`${under.hundi.baseUrl}/dashboard/sign_in`);
    expect(await guest.isVisible('#use-passkey')).toBe(false);
    await guest.goto(atLocalhost('/dashboard/sign_in'));
    expect(await guest.isVisible('#use-passkey')).toBe(true);
  });
});
