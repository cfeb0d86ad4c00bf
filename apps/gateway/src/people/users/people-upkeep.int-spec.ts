import type { PersonalData } from '#personal-data';
import { createLogger, SystemRandom } from '#service';
import { askDatabase, eventually, FixedClock, testPersonalData } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newEmail, PASSWORD, Person, signedUp } from '../../../test/person';
import { GatewayDatabase } from '../../tables/gateway-database';
import { PeopleUpkeep } from './people-upkeep';

const DAY_MS = 86_400_000;
/** Tables of what is over one day. */
const PASSING = ['mails', 'one_time_links', 'pending_sign_ups', 'sessions', 'sign_in_flows'];

describe('what people leave behind', () => {
  const clock = new FixedClock(Date.now());
  let gateway: GatewayUnderTest;
  let database: GatewayDatabase;
  let personalData: PersonalData;
  let upkeep: PeopleUpkeep;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock });
    const { databaseUrl } = gateway.keyStore;
    database = new GatewayDatabase(databaseUrl, () => undefined);
    personalData = testPersonalData(databaseUrl, { clock, random: new SystemRandom(clock) });
    const logger = createLogger({ service: 'test', level: 'silent' });
    upkeep = new PeopleUpkeep({ database, personalData, clock, logger, sessionIdleMs: 28_800_000 });
  });
  afterAll(async () => {
    await database.onApplicationShutdown();
    await personalData.close();
    await gateway.stop();
  });

  const filled = async (): Promise<string[]> => {
    const counts = await Promise.all(
      PASSING.map(async (table) => (await askDatabase(gateway.keyStore.databaseUrl, `SELECT FROM gateway.${table} LIMIT 1`)).length),
    );
    return PASSING.filter((_table, index) => (counts[index] ?? 0) > 0);
  };

  it('is taken away when it is over, and not before; the person stays', async () => {
    const { person, email } = await signedUp(gateway);
    await new Person(gateway.url).post('/sign_up', { name: 'Never', email: newEmail(), password: PASSWORD, account_name: 'Never' });
    await new Person(gateway.url).post('/sign_in', { email, password: 'not the right password' });
    await new Person(gateway.url).post('/password/reset', { email });
    const isFilled = expect.arrayContaining(['mails', 'one_time_links', 'pending_sign_ups', 'sessions']) as unknown;
    await eventually(async () => expect(await filled()).toEqual(isFilled));
    await upkeep.run();
    expect(await filled()).toEqual(isFilled);
    expect((await person.get('/session')).status).toBe(200);
    clock.advanceMs(6 * DAY_MS);
    await upkeep.run();
    expect(await filled()).toEqual(['mails']);
    clock.advanceMs(2 * DAY_MS);
    await upkeep.run();
    expect(await filled()).toEqual([]);
    expect((await person.post('/sign_in', { email, password: PASSWORD })).status).toBe(200);
  });
});
