import type { PersonalData } from '#personal-data';
import { testPersonalData } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newOperator } from '../../../test/operator-person';
import { signedUp } from '../../../test/person';
import { WayToDatabase } from '../../../test/way-to-database';

describe('people who are signed in, while the database is away', () => {
  let gateway: GatewayUnderTest;
  let personalData: PersonalData;
  const way = new WayToDatabase();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ wayTo: way.wayTo });
    personalData = testPersonalData(gateway.keyStore.databaseUrl, gateway.keyStore);
  });
  afterAll(async () => {
    way.proxy.heal();
    await personalData.close();
    await gateway.stop();
    await way.proxy.stop();
  });

  it('are answered that it will pass, operators too, and not that there is no such route', async () => {
    const { person } = await signedUp(gateway);
    const { person: operator } = await newOperator(gateway, personalData);
    way.proxy.cut();
    const answers = [
      await person.get('/session'),
      await operator.get('/operator/accounts'),
      await operator.post('/operator/accounts/acct_1/suspend', { note: 'ticket 812' }),
      await operator.get('/operator/mails'),
    ];
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(4).fill('503 service_unavailable'));
    way.proxy.heal();
    expect((await operator.get('/operator/accounts')).status).toBe(200);
  });
});
