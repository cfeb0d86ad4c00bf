import { Expansions, type Expansion } from './expansions';

const OWNER = { accountId: 'acct_1', livemode: false };
const CUSTOMER = { id: 'cust_1', object: 'customer', default_method_id: 'pm_1', default_method: null };

/** Remembers how often it was asked, and for how many. */
function expansion(kind: string, valueOf: (object: Record<string, unknown>) => unknown): Expansion & { asked: number[] } {
  const asked: number[] = [];
  return {
    kind,
    asked,
    async load(objects) {
      asked.push(objects.length);
      return objects.map(valueOf);
    },
  };
}

describe('expanding', () => {
  const customer = expansion('customer', ({ customer_id }) => (customer_id === null ? undefined : CUSTOMER));
  const refunds = expansion('refund', ({ id }) => ({
    object: 'list',
    data: [{ id: `rfnd of ${String(id)}`, payment_id: id }],
    has_more: false,
  }));
  const payment = expansion('payment', ({ payment_id }) => ({ id: payment_id, object: 'payment', customer_id: 'cust_1', customer: null }));
  const method = expansion('method', () => ({ id: 'pm_1' }));
  const expansions = new Expansions()
    .register('payment', 'customer', customer)
    .register('payment', 'refunds', refunds)
    .register('refund', 'payment', payment)
    .register('customer', 'default_method', method);
  const payments = [
    { id: 'pay_1', customer_id: 'cust_1', customer: null },
    { id: 'pay_2', customer_id: 'cust_1', customer: null },
    { id: 'pay_3', customer_id: null, customer: { name: 'Asha' } },
  ];

  it('asks once for a whole page, and leaves alone what has nothing to expand', async () => {
    customer.asked.length = 0;
    const expanded = await expansions.expand('payment', payments, ['customer'], OWNER);
    expect(expanded.map((one) => one.customer)).toEqual([CUSTOMER, CUSTOMER, { name: 'Asha' }]);
    expect(customer.asked).toEqual([3]);
  });

  it('goes on below, also into lists, without touching what it was given', async () => {
    const [expanded] = await expansions.expand('payment', payments.slice(0, 1), ['refunds.payment', 'customer.default_method'], OWNER);
    expect(expanded).toEqual({
      id: 'pay_1',
      customer_id: 'cust_1',
      customer: { ...CUSTOMER, default_method: { id: 'pm_1' } },
      refunds: {
        object: 'list',
        has_more: false,
        data: [
          { id: 'rfnd of pay_1', payment_id: 'pay_1', payment: { id: 'pay_1', object: 'payment', customer_id: 'cust_1', customer: null } },
        ],
      },
    });
    expect(CUSTOMER.default_method).toBeNull();
    expect(payments[0]).toEqual({ id: 'pay_1', customer_id: 'cust_1', customer: null });
  });

  it('knows its paths, three levels deep and no deeper', () => {
    const paths = expansions.pathsOf('payment');
    expect(paths).toContain('refunds.payment.customer');
    expect(paths).toContain('customer.default_method');
    expect(paths.every((path) => path.split('.').length <= 3)).toBe(true);
    expect(expansions.pathsOf('method')).toEqual([]);
  });

  it.each(['secrets', 'customer.secrets', 'refunds.payment.customer.default_method', '', '__proto__'])('refuses %j', async (path) => {
    await expect(expansions.expand('payment', payments, [path], OWNER)).rejects.toMatchObject({ code: 'expand_invalid' });
  });

  it('registers a field once', () => {
    expect(() => expansions.register('payment', 'customer', customer)).toThrow('already');
  });
});
