import type { PersonalData } from '#personal-data';
import { startFaultProxy, testPersonalData, type FaultProxy } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newOperator } from '../../../test/operator-person';
import { signedUp } from '../../../test/person';

describe('people who are signed in, while the database is away', () => {
  let gateway: GatewayUnderTest;
  let personalData: PersonalData;
  let way: FaultProxy;
  beforeAll(async () => {
    const wayTo = async (databaseUrl: string): Promise<string> => {
      const url = new URL(databaseUrl);
      way = await startFaultProxy({ target: url.host });
      url.host = way.address;
      return url.href;
    };
    gateway = await startGatewayUnderTest({ wayTo });
    personalData = testPersonalData(gateway.keyStore.databaseUrl, gateway.keyStore);
  });
  afterAll(async () => {
    way.heal();
    await personalData.close();
    await gateway.stop();
    await way.stop();
  });

  it('are answered that it will pass, operators too, and not that there is no such route', async () => {
    const { person } = await signedUp(gateway);
    const { person: operator } = await newOperator(gateway, personalData);
    way.cut();
    const answers = [
      await person.get('/session'),
      await operator.get('/operator/accounts'),
      await operator.post('/operator/accounts/acct_1/suspend', { note: 'ticket 812' }),
      await operator.get('/operator/mails'),
    ];
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(4).fill('503 service_unavailable'));
    way.heal();
    expect((await operator.get('/operator/accounts')).status).toBe(200);
  });
});
