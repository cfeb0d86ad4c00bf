import { eventually, testPersonalData } from '#testing';
import type { CreateSubscriptionPayload } from '#contracts';
import { SubjectUnknownError, type PersonalData } from '#personal-data';
import { accepted, startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';

const CUSTOMER = { name: 'Asha Verma', email: 'asha@example.com' };
const MONTHLY = { amount: 49900, interval: 'month' };

describe('a customer who is made with a subscription', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest();
  });
  afterAll(() => gateway.stop());

  /** What the service was asked for last. */
  const asked = (): CreateSubscriptionPayload & { streamId: string } => {
    const command = gateway.commands.at(-1);
    return { ...(command?.payload as CreateSubscriptionPayload), streamId: command?.streamId ?? '' };
  };
  const create = (body: object, query = '') =>
    gateway.client.post(`/v1/subscriptions${query}`, { key: gateway.testKey, body: { ...MONTHLY, ...body } });
  /** Of personal data as a process sees it that has just started: one that has seen a key keeps it for a while. */
  const withPersonalData = async <T>(look: (personalData: PersonalData) => Promise<T>): Promise<T> => {
    const { databaseUrl, clock, random } = gateway.keyStore;
    const personalData = testPersonalData(databaseUrl, { clock, random });
    try {
      return await look(personalData);
    } finally {
      await personalData.close();
    }
  };
  const hasKey = (id: string): Promise<boolean> =>
    withPersonalData((personalData) =>
      personalData.sealerOf({ accountId: gateway.accountId, id }, { mayCreate: false }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof SubjectUnknownError) return false;
          throw error;
        },
      ),
    );

  it('leaves the gateway sealed under a key of their own, beside the subscription', async () => {
    gateway.answer = async (command) => accepted(command, { status: 503, refusal: { code: 'service_unavailable' } });
    await create({ customer: CUSTOMER });
    const { streamId, customerId, customer } = asked();
    expect([streamId, customerId]).toEqual([expect.stringMatching(/^sub_/), expect.stringMatching(/^cust_/)]);
    expect(JSON.stringify(customer)).not.toContain('Asha');
    expect(Object.keys(customer ?? {}).sort()).toEqual(['email', 'name']);
    const name = await withPersonalData((personalData) => personalData.unsealValue(customer?.name, gateway.accountId));
    expect(name).toBe('Asha Verma');
    // The command may still be carried out: the key stays.
    expect(await hasKey(customerId)).toBe(true);
  });

  it('loses the key with a subscription that is refused', async () => {
    gateway.answer = async (command) => accepted(command, { status: 409, refusal: { code: 'resource_already_exists' } });
    expect((await create({ customer: CUSTOMER })).status).toBe(409);
    const { customerId } = asked();
    await eventually(async () => expect(await hasKey(customerId)).toBe(false));
  });

  it('gets no key in a dry run', async () => {
    await create({ customer: CUSTOMER }, '?dry_run=true');
    const { customerId, customer } = asked();
    expect(JSON.stringify(customer)).not.toContain('Asha');
    expect(await hasKey(customerId)).toBe(false);
  });
});
