import { FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { linkTo, newEmail, PASSWORD, Person, signedUp, type PageAnswer } from '../../../test/person';

const WRONG = 'brisk-lantern heron on tin';
const NEW = 'quiet-marble finch in autumn';
const MINUTE_MS = 60_000;
const WEEK_MS = 604_800_000;

describe('strangers who guess the password of somebody', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { TRUSTED_PROXIES: 'loopback', METRICS_ON_PUBLIC_PORT: 'true' } });
  });
  afterAll(() => gateway.stop());

  let addresses = 0;
  /** Of a network of its own each time, through the balancer. */
  const tryFromAnywhere = (email: string, password: string): Promise<PageAnswer> => {
    const address = `203.0.${113 + Math.floor(++addresses / 200)}.${(addresses % 200) + 1}`;
    return new Person(gateway.url, gateway.client.document).post('/sign_in', { email, password }, { 'x-forwarded-for': address });
  };
  const hashes = async (): Promise<number> => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    return Number(/^hundi_password_hashes_total (\d+)$/m.exec(text)?.[1]);
  };

  it('(6) from a hundred addresses keep the owner from nothing in a browser that signed in before', async () => {
    const { person, email } = await signedUp(gateway);
    const codes = new Set<string | undefined>();
    for (let tries = 0; tries < 100; tries++) codes.add((await tryFromAnywhere(email, WRONG)).code);
    expect([...codes].toSorted()).toEqual(['credentials_invalid', 'rate_limited']);
    expect((await tryFromAnywhere(email, PASSWORD)).code).toBe('rate_limited');
    await person.post('/sign_out');
    const answer = await person.post('/sign_in', { email, password: PASSWORD });
    expect([answer.status, answer.json.user]).toMatchObject([200, { email }]);
    // After a hundred in a row no waiting helps an unknown browser: only a mailed link or a passkey.
    clock.advanceMs(WEEK_MS);
    expect((await tryFromAnywhere(email, PASSWORD)).code).toBe('rate_limited');
    await person.post('/sign_in/link', { email });
    expect((await person.post('/sign_in/link', { token: await linkTo(gateway, email, 'sign_in') })).status).toBe(200);
    expect((await tryFromAnywhere(email, PASSWORD)).status).toBe(200);
  });

  it('do not count any more once the owner has chosen a new password by a mailed link', async () => {
    const { person, email } = await signedUp(gateway);
    for (let tries = 0; tries < 110; tries++) {
      await tryFromAnywhere(email, WRONG);
      clock.advanceMs(6 * MINUTE_MS);
    }
    expect((await tryFromAnywhere(email, PASSWORD)).code).toBe('rate_limited');
    await person.post('/password/reset', { email });
    const token = await linkTo(gateway, email, 'reset_password');
    expect((await person.post('/password/reset/confirm', { token, password: NEW })).status).toBe(200);
    expect((await tryFromAnywhere(email, NEW)).status).toBe(200);
  });

  it('(7) with forty tries at once have ten hashes computed at most', async () => {
    const { email } = await signedUp(gateway);
    const before = await hashes();
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryFromAnywhere(email, WRONG)));
    expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(30);
    const computed = (await hashes()) - before;
    expect(computed).toBeLessThanOrEqual(10);
    expect(computed).toBeGreaterThan(0);
    for (const { code, headers } of answers.filter(({ code: one }) => one === 'rate_limited')) {
      expect([code, Number(headers['retry-after'])]).toEqual(['rate_limited', expect.any(Number)]);
    }
  });

  describe('who sign up, or have mails sent', () => {
    const from = (address: string, path: string, body: object): Promise<PageAnswer> =>
      new Person(gateway.url, gateway.client.document).post(path, body, { 'x-forwarded-for': address });
    const signUp = (address: string): Promise<PageAnswer> =>
      from(address, '/sign_up', { name: 'Asha Rao', email: newEmail(), password: PASSWORD, account_name: 'Acme' });

    it('are counted by their network before anything is computed: twenty sign-ups in ten minutes', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => signUp(`2001:db8:5:6::${index + 1}`)));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
      const refused = answers.find(({ status }) => status === 429);
      expect([refused?.code, Number(refused?.headers['retry-after'])]).toEqual(['rate_limited', expect.any(Number)]);
      expect((await signUp('2001:db8:5:7::1')).status).toBe(202);
      clock.advanceMs(30 * MINUTE_MS);
      expect((await signUp('2001:db8:5:6::1')).status).toBe(202);
    });

    it.each([
      ['/password/reset', 202],
      ['/sign_in/link', 200],
    ])('are counted by their network at %s, for addresses of nobody as well', async (path, status) => {
      const address = `198.51.100.${status - 190}`;
      const answers = await Promise.all(Array.from({ length: 22 }, () => from(address, path, { email: newEmail() })));
      expect(answers.filter((answer) => answer.status === status)).toHaveLength(20);
      clock.advanceMs(30 * MINUTE_MS);
    });
  });
});
