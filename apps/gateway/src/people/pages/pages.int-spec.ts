import { request } from 'undici';
import { askDatabase } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newEmail, PASSWORD, Person, signedUp } from '../../../test/person';
import { offerClaim } from '../links/claim-link.table';
import { newToken } from '../users/tokens';
import { SystemClock, SystemRandom } from '#service';
import { PAGE_POLICY } from './page-headers';

/** What a browser gets. */
interface Shown {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

describe('the pages of people', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  async function open(path: string, person?: Person, headers: Record<string, string> = {}): Promise<Shown> {
    const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(gateway.url + path, { headers: { accept: 'text/html', cookie, ...headers } });
    const shown = { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    gateway.client.document.expectDocumented({ method: 'GET', url: path.split('?', 1)[0]!, ...shown });
    return shown;
  }

  /** An operator: whoever claims the first account. */
  async function operator(): Promise<Person> {
    const token = newToken(new SystemRandom(new SystemClock()));
    const { databaseUrl } = gateway.keyStore;
    if (!(await offerClaim({ databaseUrl }, gateway.accountId, token))) throw new Error('nothing to be claimed');
    const person = new Person(gateway.url);
    const { status, text } = await person.post('/claim', { token, name: 'Asha', email: newEmail(), password: PASSWORD });
    if (status !== 200) throw new Error(text);
    return person;
  }

  const OPEN = ['claim', 'sign_up', 'verify_email', 'sign_in', 'password/reset', 'reset_password', 'invitation'];

  it.each(OPEN)('200: /dashboard/%s is shown to everybody, in no frame and from no cache', async (page) => {
    const { status, headers, text } = await open(`/dashboard/${page}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers).toMatchObject({
      ...{ 'content-security-policy': PAGE_POLICY, 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' },
      ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' },
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).toContain('<main id="main"');
  });

  it('303: the start page asks who it is, and shows it to them afterwards', async () => {
    const { status, headers } = await open('/dashboard');
    expect([status, headers['location']]).toEqual([303, '/dashboard/sign_in']);
    const { person, email } = await signedUp(gateway);
    const page = await open('/dashboard', person);
    expect([page.status, page.headers['content-security-policy']]).toEqual([200, PAGE_POLICY]);
    for (const shown of [email, 'Asha Rao', 'Acme', person.csrf]) expect(page.text).toContain(shown);
    await person.post('/sign_out');
    expect((await open('/dashboard', person)).status).toBe(303);
  });

  it('(3) 404: the mailbox is no page of this Hundi, to all but signed-in operators', async () => {
    const { person } = await signedUp(gateway);
    const bodyOf = ({ text }: Shown): string => text.replace(/req_\w{24}/g, '').replaceAll(/mailbo[xy]/g, '');
    const unknown = await open('/dashboard/mailboy');
    for (const answer of [await open('/dashboard/mailbox', person), await open('/dashboard/mailbox')]) {
      expect([answer.status, answer.headers['content-type'], bodyOf(answer)]).toEqual([
        404,
        unknown.headers['content-type'],
        bodyOf(unknown),
      ]);
    }
  });

  it('(3) 200: operators read the mails, the latest first', async () => {
    const { email: first } = await signedUp(gateway);
    const { email: second } = await signedUp(gateway);
    const { status, text, headers } = await open('/dashboard/mailbox', await operator());
    expect([status, headers['content-security-policy'], headers['cache-control']]).toEqual([200, PAGE_POLICY, 'no-store']);
    const [latest, before] = [second, first].map((email) => text.indexOf(email));
    expect(latest).toBeGreaterThan(0);
    expect(before).toBeGreaterThan(latest!);
    expect(text).toContain(`<span id="link-0">${gateway.url}/dashboard/verify_email#`);
    const entries = await askDatabase(gateway.keyStore.databaseUrl, "SELECT FROM accounts.audit_log WHERE action = 'users.read_mailbox'");
    expect(entries).toHaveLength(1);
  });

  it("(3) 404: with a mail server the mailbox is nobody's", async () => {
    const served = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false', MAIL_URL: 'smtp://127.0.0.1:1' } });
    const token = newToken(served.keyStore.random);
    await offerClaim(served.keyStore, served.accountId, token);
    const person = new Person(served.url, served.client.document);
    await person.post('/claim', { token, name: 'Asha', email: newEmail(), password: PASSWORD });
    expect((await person.get('/operator/accounts')).status).toBe(200);
    expect((await person.get('/operator/mails')).code).toBe('route_unknown');
    await served.stop();
  });

  it('(3) 400: for a host that is not ours', async () => {
    for (const page of ['', ...OPEN.map((name) => `/${name}`)]) {
      const { status, text } = await open(`/dashboard${page}`, undefined, { host: 'evil.example' });
      expect([status, text.includes('host_invalid')]).toEqual([400, true]);
    }
  });

  it.each([
    ...['https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)', '/\t/evil.example'],
    ...['/.//evil.example', 'http:evil.example', `/"onload="alert(1)`, ''],
  ])('leads from the sign-in to no place but its own: %j', async (returnTo) => {
    const { text } = await open(`/dashboard/sign_in?return_to=${encodeURIComponent(returnTo)}`);
    const [, path = ''] = /data-return-to="([^"]*)"/.exec(text) ?? [];
    expect(new URL(path, gateway.url).origin).toBe(new URL(gateway.url).origin);
    expect(path).toMatch(/^\/(?!\/)/);
    expect(text).not.toContain('evil.example"');
  });

  it('leads from the sign-in back to the consent that asked for it', async () => {
    const { text } = await open(`/dashboard/sign_in?return_to=${encodeURIComponent('/oauth/consent/abc-1?x=%22')}`);
    expect(text).toContain('data-return-to="/oauth/consent/abc-1?x=%22"');
    expect((await open('/dashboard/sign_in?return_to=/a&return_to=//evil.example')).text).toContain('data-return-to="/dashboard"');
  });

  it('404: has no file beyond its own', async () => {
    for (const name of ['api.ts', '..%2fpages.controller.js', '__proto__'])
      expect((await open(`/dashboard/assets/${name}`)).status).toBe(404);
  });
});

describe('the sign-up page', () => {
  it('says that there is no sign-up where people are invited', async () => {
    const gateway = await startGatewayUnderTest({ environment: { SIGNUP: 'invite' } });
    try {
      const answer = await request(`${gateway.url}/dashboard/sign_up`);
      expect([answer.statusCode, (await answer.body.text()).includes('<form')]).toEqual([200, false]);
    } finally {
      await gateway.stop();
    }
  });
});
