import { changedLast, FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { Pepper } from '../auth/pepper';
import { ClientSecrets } from '../client-secrets/client-secret';

const PAYMENT_ID = 'pay_0VbanWjR20xBimn7M2VGDl3W';
const OTHER_ID = 'pay_0VbanWjR20xBimn7M2VGDl3X';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Seen {
  status: number;
  page: string;
  retryAfter: string | null;
}

describe('the limits of hosted pages and webhooks of processors', () => {
  let gateway: GatewayUnderTest;
  let status: string;
  beforeEach(async () => {
    gateway = await startGatewayUnderTest({
      environment: { RATE_LIMIT_REFUSALS: '20', RATE_LIMIT_OPEN_REQUESTS: '1000' },
      clock: new FixedClock(Date.now()),
    });
    status = 'created';
    gateway.found = (id) => JSON.stringify({ ...PAYMENT, id, status });
  });
  afterEach(() => gateway.stop());

  const secretOf = (objectId: string): string => {
    const { accountId, keyStore } = gateway;
    return new ClientSecrets(new Pepper(keyStore.pepper)).of({ objectId, accountId, livemode: false });
  };
  const ask = async (path: string, init?: RequestInit): Promise<Seen> => {
    const answer = await fetch(`${gateway.url}${path}`, { redirect: 'manual', ...init });
    return { status: answer.status, page: await answer.text(), retryAfter: answer.headers.get('retry-after') };
  };
  const pay = (id: string, secret: string): Promise<Seen> => {
    const body = new URLSearchParams({ client_secret: secret, payment_method: 'upi', vpa: 'success@sandbox' }).toString();
    return ask(`/checkout/${id}`, { method: 'POST', headers: FORM, body });
  };
  const times = async (count: number, act: () => Promise<Seen>): Promise<Seen[]> => {
    const seen: Seen[] = [];
    for (let index = 0; index < count; index++) seen.push(await act());
    return seen;
  };
  const expectMostRefused = (seen: readonly Seen[], contents: string): void => {
    const refused = seen.filter((one) => one.status === 429);
    expect(refused.length).toBeGreaterThan(seen.length / 2);
    expect(refused.filter(({ page, retryAfter }) => !page.includes(contents) || !(Number(retryAfter) >= 1))).toEqual([]);
  };

  it('send no command that the shown state excludes, and refuse most of 300 forms with a page that says so', async () => {
    status = 'captured';
    const seen = await times(300, () => pay(PAYMENT_ID, secretOf(PAYMENT_ID)));
    expectMostRefused(seen, '<h1>One moment, please</h1>');
    // The first ones are sent on to the page that shows the payment as it is.
    expect(seen[0]?.status).toBe(303);
    expect(gateway.commands).toEqual([]);
  });

  it('send ten commands of one page at once, and those of another page all the same', async () => {
    const seen = await times(30, () => pay(PAYMENT_ID, secretOf(PAYMENT_ID)));
    expectMostRefused(seen, '<h1>One moment, please</h1>');
    expect(gateway.commands).toHaveLength(10);
    expect((await pay(OTHER_ID, secretOf(OTHER_ID))).status).toBe(303);
  });

  it('slow down an address that tries secrets, and leave the page of who has the right one', async () => {
    const wrong = changedLast(secretOf(PAYMENT_ID));
    const seen = await times(150, () => ask(`/checkout/${PAYMENT_ID}?client_secret=${wrong}`));
    expect(seen[0]?.status).toBe(404);
    expectMostRefused(seen, '<h1>One moment, please</h1>');
    expect((await ask(`/checkout/${PAYMENT_ID}?client_secret=${secretOf(PAYMENT_ID)}`)).status).toBe(200);
  });

  it('slow down an address that tries names of processors, before anything is looked up', async () => {
    gateway.found = () => undefined;
    const webhook = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const seen = await times(150, () => ask('/v1/processor_webhooks/nobody', webhook));
    expect(seen[0]?.status).toBe(404);
    expectMostRefused(seen, '"rate_limited"');
  });

  it('count what one address asks of routes that take no key', async () => {
    const narrow = await startGatewayUnderTest({
      environment: { RATE_LIMIT_OPEN_REQUESTS: '2', TRUSTED_PROXIES: 'loopback' },
      clock: new FixedClock(Date.now()),
    });
    // An address of its own: what another suite still sends to this port counts for loopback.
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = [];
    for (let index = 0; index < 20; index++) statuses.push((await fetch(`${narrow.url}/docs/errors`, { headers })).status);
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
    expect((await fetch(`${narrow.url}/health/live`)).status).toBe(200);
    await narrow.stop();
  });
});

const PAYMENT = {
  object: 'payment',
  livemode: false,
  amount: 50_000,
  currency: 'INR',
  description: null,
  return_url: null,
  payment_method: null,
  payment_methods: ['upi'],
  processor: null,
  next_action: null,
  last_error: null,
};
