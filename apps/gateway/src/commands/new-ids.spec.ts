import { NewIds } from './new-ids';

describe('the ids that a request makes up', () => {
  let count = 0;
  const ids = new NewIds((kind) => `${kind}_${++count}`);

  it('are one of each kind, the same each time', () => {
    expect([ids.of('subscription'), ids.of('customer'), ids.of('subscription')]).toEqual([
      'subscription_1',
      'customer_2',
      'subscription_1',
    ]);
  });

  it('are known by the request, and no others', () => {
    expect([ids.has('customer_2'), ids.has('customer_3')]).toEqual([true, false]);
  });
});
