import fc from 'fast-check';
import { shardOfId } from '#contracts';
import { attemptIdOf, attemptNumberOf } from './attempt-id';

const DELIVERY = 'whd_0TgWzRaB07xK2mNq5Yd8Vf3L';

describe('the id of an attempt', () => {
  it('has the form of every id, in the shard of its delivery, and sorts by the order of the log', () => {
    expect(attemptIdOf(DELIVERY, '1')).toBe('wha_0TgWzRaB0700000000000001');
    expect(shardOfId('webhookAttempt', attemptIdOf(DELIVERY, '1'))).toBe(7);
    expect(attemptIdOf(DELIVERY, '99') < attemptIdOf(DELIVERY, '100')).toBe(true);
  });

  it('names its number again', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
        (number) => attemptNumberOf(attemptIdOf(DELIVERY, String(number))) === number,
      ),
    );
  });

  it.each(['', 'wha_', DELIVERY, 'wha_0TgWzRaB07-----------001', 'wha_LQ5ZogKv60px0TCWrgMW40oh'])('is not read from %j', (text) =>
    expect(attemptNumberOf(text)).toBeNull(),
  );
});
