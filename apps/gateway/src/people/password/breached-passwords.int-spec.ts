import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics, type Logger } from '#service';
import { FixedClock } from '#testing';
import { startGatewayUnderTest } from '../../../test/gateway-under-test';
import { newEmail, PASSWORD, Person, signedUp } from '../../../test/person';
import { BreachedPasswords } from './breached-passwords';

const BREACHED = 'brisk-lantern heron on tin';
const digestOf = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

describe('passwords that are known from breaches', () => {
  let server: Server;
  let url: string;
  let asked: IncomingMessage[] = [];
  let answer: (response: ServerResponse, prefix: string) => void;
  let warnings: string[] = [];
  const clock = new FixedClock(Date.now());
  const metrics = new Metrics();
  const logger = { warn: (...parts: unknown[]) => warnings.push(JSON.stringify(parts)) } as unknown as Logger;
  let passwords: BreachedPasswords;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      answer(response, request.url?.split('/').at(-1) ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`;
  });
  beforeEach(() => {
    [asked, warnings] = [[], []];
    clock.advanceMs(60_000);
    passwords = new BreachedPasswords(url, { metrics, clock, logger });
    answer = (response, prefix) => {
      const lines = ['0018A45C4D1DEF81644B54AB7F969B88D65:3', `${digestOf(PASSWORD).slice(5)}:0`];
      if (prefix === digestOf(BREACHED).slice(0, 5)) lines.push(`${digestOf(BREACHED).slice(5)}:12`);
      response.end(lines.join('\r\n'));
    };
  });
  afterEach(() => passwords.onApplicationShutdown());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const counted = async (outcome: string): Promise<number> => {
    const line = (await metrics.expose()).text.split('\n').find((one) => one.includes(`lookups_total{outcome="${outcome}"}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  it('are found by five characters of their digest, with padding, and others are not', async () => {
    expect([await passwords.problemOf(BREACHED), await passwords.problemOf(PASSWORD)]).toEqual(['password_too_common', null]);
    expect(asked.map(({ url: path }) => path)).toEqual([BREACHED, PASSWORD].map((one) => `/range/${digestOf(one).slice(0, 5)}`));
    expect(asked[0]?.headers).toMatchObject({ 'add-padding': 'true' });
    expect([await counted('known'), await counted('unknown'), await counted('failed'), warnings]).toEqual([1, 1, 0, []]);
  });

  it('are taken when nobody answers rightly, in time or at all, and that is logged once a minute without what was asked', async () => {
    const failing: (typeof answer)[] = [
      (response) => void response.writeHead(503).end(),
      (response) => void response.writeHead(404).end(),
      (response) => void response.destroy(),
      () => undefined,
    ];
    const before = await counted('failed');
    for (const one of failing) {
      answer = one;
      expect(await passwords.problemOf(BREACHED)).toBeNull();
    }
    expect([await counted('failed'), warnings.length]).toEqual([before + 4, 1]);
    for (const secret of [BREACHED, digestOf(BREACHED), digestOf(BREACHED).slice(0, 5)]) expect(warnings.join()).not.toContain(secret);
    clock.advanceMs(60_000);
    expect([await passwords.problemOf(BREACHED), warnings.length]).toEqual([null, 2]);
  });

  it('are looked for nowhere unless it is asked for', async () => {
    expect(await new BreachedPasswords(undefined, { metrics, clock, logger }).problemOf(BREACHED)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('are refused when a person chooses them', async () => {
    const gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false', PASSWORD_RANGE_URL: url } });
    const body = { name: 'Asha Rao', email: newEmail(), password: BREACHED, account_name: 'Acme' };
    expect((await new Person(gateway.url, gateway.client.document).post('/sign_up', body)).code).toBe('password_too_common');
    const { person } = await signedUp(gateway);
    expect((await person.post('/user/password', { password: BREACHED })).code).toBe('password_too_common');
    await gateway.stop();
  });
});
