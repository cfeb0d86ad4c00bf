import { ROLES, type Role } from '#contracts';
import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { memberOf, signedUp } from '../../../test/person';
import { StreamReader } from '../../../test/stream-reader';

const PART = 'id: 8\nevent: customer.created\ndata: {"id":"evt_1"}\n\n';
const LOWER: readonly Role[] = ROLES.filter((role) => role !== 'owner' && role !== 'admin');

describe('the event stream of a member whose role is changed', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest();
  });
  afterAll(() => gateway.stop());

  it.each(LOWER)('ends before the next event, when it is that of %s from now on', async (role) => {
    const { person: owner, accountId } = await signedUp(gateway);
    const { person: admin, userId } = await memberOf(gateway, { by: owner, accountId, role: 'admin' });
    const waiting = Promise.withResolvers<undefined>();
    let isFollowed = false;
    gateway.found = async (query) => {
      if (!query.startsWith('tail')) return undefined;
      if (!query.includes('after')) return '';
      isFollowed = true;
      await waiting.promise;
      return PART;
    };
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reader = await StreamReader.connect(`${gateway.url}/v1/events/stream`, {
      ...{ cookie, 'sec-fetch-site': 'same-origin', 'hundi-account': accountId, 'hundi-mode': 'test' },
    });
    await eventually(() => expect(isFollowed).toBe(true));
    const headers = { 'hundi-account': accountId };
    expect((await owner.send('PATCH', `/members/${userId}`, { body: { role }, headers })).status).toBe(200);
    waiting.resolve(undefined);
    await eventually(() => expect(reader.isEnded || reader.events.length > 0).toBe(true));
    expect([reader.isEnded, reader.events]).toEqual([true, []]);
  });
});
