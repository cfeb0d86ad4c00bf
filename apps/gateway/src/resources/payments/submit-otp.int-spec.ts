import { SEAL_MARK, newId, shardOfAccount } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { accepted, startGatewayUnderTest } from '../../../test/gateway-under-test';
import type { GatewayUnderTest } from '../../../test/gateway-under-test';
import { Merchant } from '../../../test/merchant';
import { paymentOf } from '../../../test/payment-of';

describe('a one-time password on its way to the service', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest();
    gateway.answer = async (command) => accepted(command, { status: 200, body: JSON.stringify(paymentOf(command.streamId, 'captured')) });
  });
  afterAll(() => gateway.stop());

  it('is a sealed token: no topic holds what the customer typed', async () => {
    const clock = new SystemClock();
    const id = newId('payment', shardOfAccount(gateway.accountId), clock.nowMs(), new SystemRandom(clock));
    const merchant = await Merchant.connect(gateway.url, gateway.testKey);
    expect((await merchant.post(`/v1/payments/${id}/submit_otp`, { otp: '424242' })).status).toBe(200);
    const [command] = gateway.commands;
    expect(command?.payload).toEqual({ otp: expect.stringMatching(new RegExp(`^${SEAL_MARK}`)) });
    expect(JSON.stringify(command)).not.toContain('424242');
  });
});
