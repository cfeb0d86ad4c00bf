import { hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();

type Shown = Record<string, unknown>;
/** An operation of the document, as far as this suite reads it. */
interface Operation {
  parameters?: { name: string; schema: { items?: { enum?: string[] } } }[];
}

const idOf = (path: string): string => path.split('/').at(-1) ?? '';
/** What stands at a path below an object; a step that leads into a list goes on in its first member. */
const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, field) => {
    const { data } = (parent ?? {}) as Shown;
    const inner: unknown = Array.isArray(data) && field !== 'data' ? data[0] : parent;
    const value = ((inner ?? {}) as Shown)[field];
    return field === 'data' && Array.isArray(value) ? (value[0] as unknown) : value;
  }, object);

describe('expand[]', () => {
  let merchant: Merchant;
  /** Paths of one customer, with a card for default, of a payment of hers, and of a refund of it. */
  let her: { customer: string; method: Shown; payment: string; refund: string };
  /** The same of a payer without a customer. */
  let his: { payment: string; refund: string };
  const shown = async (path: string): Promise<Shown> => (await merchant.get(path)).json;
  const first = async (path: string): Promise<Shown> => ((await merchant.get(path)).json.data as Shown[])[0] ?? {};

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const customer = await merchant.customer({ name: 'Asha Rao' });
    const method = (await merchant.post(`${customer}/payment_methods`, { upi: { vpa: 'success@sandbox' } })).json;
    await merchant.patch(customer, { default_payment_method_id: method.id });
    her = { customer, method, ...(await paidBack({ customer_id: idOf(customer) })) };
    his = await paidBack({ customer: { name: 'Ravi' } });
  });

  async function paidBack(body: object): Promise<{ payment: string; refund: string }> {
    const payment = await merchant.captured({ ...body });
    const answer = await merchant.post('/v1/refunds', { payment_id: idOf(payment), amount: 100 });
    return { payment, refund: `/v1/refunds/${String(answer.json.id)}` };
  }

  describe('200', () => {
    it('shows the payment in each refund of a payment, and the default payment method in its customer', async () => {
      const paths = 'expand[]=refunds.payment&expand[]=customer.default_payment_method';
      const payment = await shown(her.payment);
      const expanded = await shown(`${her.payment}?${paths}`);
      expect(expanded).toMatchObject({ ...payment, customer: { ...(await shown(her.customer)), default_payment_method: her.method } });
      expect(expanded.refunds).toMatchObject({ data: [{ ...(await shown(her.refund)), payment }] });
      const listed = await first(`/v1/payments?id=${idOf(her.payment)}&${paths.replaceAll('[]=', '[]=data.')}`);
      expect(listed).toEqual(expanded);
    });

    it('shows the payment of a refund with its customer', async () => {
      const paths = 'expand[]=payment.customer&expand[]=customer.default_payment_method';
      const customer = await shown(her.customer);
      const expanded = await shown(`${her.refund}?${paths}`);
      expect(expanded).toEqual({
        ...(await shown(her.refund)),
        payment: { ...(await shown(her.payment)), customer },
        customer: { ...customer, default_payment_method: her.method },
      });
      const listed = await first(`/v1/payments/${idOf(her.payment)}/refunds?${paths.replaceAll('[]=', '[]=data.')}`);
      expect(listed).toEqual(expanded);
    });

    it('shows the default payment method of a customer, of one who has none null, and beside it the id', async () => {
      const query = 'expand[]=default_payment_method';
      expect(await shown(`${her.customer}?${query}`)).toEqual({ ...(await shown(her.customer)), default_payment_method: her.method });
      const bare = await merchant.customer({ name: 'Mira' });
      expect(await shown(`${bare}?${query}`)).toMatchObject({ default_payment_method_id: null, default_payment_method: null });
      const listed = await first(`/v1/customers?id=${idOf(her.customer)}&expand[]=data.default_payment_method`);
      expect(listed).toMatchObject({ default_payment_method_id: her.method.id, default_payment_method: her.method });
    });

    it('shows null for the customer of a refund without one, and keeps who was given with the payment', async () => {
      const refund = await shown(`${his.refund}?expand[]=customer.default_payment_method&expand[]=payment.customer`);
      expect(refund).toMatchObject({ customer_id: null, customer: null, payment: { customer_id: null, customer: { name: 'Ravi' } } });
      const payment = await shown(`${his.payment}?expand[]=customer.default_payment_method`);
      expect(payment.customer).toEqual({ name: 'Ravi', email: null, phone: null });
    });

    it('shows a deleted customer and a removed default as they are by id', async () => {
      const customer = await merchant.customer({ name: 'Lata' });
      const { payment, refund } = await paidBack({ customer_id: idOf(customer) });
      const { id } = (await merchant.post(`${customer}/payment_methods`, { upi: { vpa: 'success@sandbox' } })).json;
      await merchant.patch(customer, { default_payment_method_id: id });
      await merchant.delete(`${customer}/payment_methods/${String(id)}`);
      const query = 'expand[]=customer.default_payment_method';
      const removed = { ...(await shown(customer)), default_payment_method_id: null, default_payment_method: null };
      expect(at(await shown(`${payment}?${query}`), 'customer')).toEqual(removed);
      await merchant.delete(customer);
      const erased = { ...(await shown(customer)), deleted: true, name: null, default_payment_method: null };
      for (const path of [payment, refund]) expect(at(await shown(`${path}?${query}`), 'customer')).toEqual(erased);
    });

    it('shows something at every path that the document names', async () => {
      const ids: Shown = { payments: idOf(her.payment), refunds: idOf(her.refund), customers: idOf(her.customer) };
      const { paths } = merchant.api.document.document as unknown as { paths: Record<string, { get?: Operation }> };
      const asked: string[] = [];
      for (const [route, { get }] of Object.entries(paths)) {
        const { schema } = get?.parameters?.find(({ name }) => name === 'expand[]') ?? {};
        for (const path of schema?.items?.enum ?? []) {
          const { status, json } = await merchant.get(addressed(route, ids, path));
          const object: unknown = expect.any(String);
          expect([route, path, status, at(json, path)]).toEqual([route, path, 200, expect.objectContaining({ object })]);
          asked.push(`${route} ${path}`);
        }
      }
      expect(asked).toContain('/v1/payments/search data.refunds.customer.default_payment_method');
      expect(asked).toContain('/v1/customers data.default_payment_method');
    });

    /** The route about her own objects, with one path to expand. */
    function addressed(route: string, ids: Shown, path: string): string {
      const kind = route.split('/')[2] ?? '';
      const own = route.endsWith('search') ? `query=id:${String(ids[kind])}&` : route === `/v1/${kind}` ? `id=${String(ids[kind])}&` : '';
      return `${route.replace('{id}', String(ids[kind]))}?${own}expand[]=${path}`;
    }
  });

  describe('400', () => {
    const refused = async (path: string): Promise<Answer> => {
      const answer = await merchant.get(path);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'expand expand_invalid']);
      return answer;
    };

    it.each<[string, () => string, string]>([
      [
        'a payment',
        () => her.payment,
        'customer, customer.default_payment_method, refunds, refunds.customer, refunds.customer.default_payment_method, refunds.payment.',
      ],
      [
        'a refund',
        () => her.refund,
        'customer, customer.default_payment_method, payment, payment.customer, payment.customer.default_payment_method, payment.refunds.',
      ],
      ['a customer', () => her.customer, 'default_payment_method.'],
      ['a list of customers', () => '/v1/customers', 'data.default_payment_method.'],
    ])('names what can be expanded in %s', async (_what, path, allowed) => {
      const { error } = await refused(`${path()}?expand[]=secrets`);
      expect(error.message).toContain(`may only contain ${allowed}`);
    });

    it.each([
      'customer_id',
      'refunds.data.payment',
      'refunds.payment.customer',
      'refunds.payment.refunds.payment',
      'customer.payment_methods',
      'customer.',
      '.customer',
      'data.customer',
      'Customer',
      'customer,refunds',
      'payment_method',
      '__proto__',
      'customer.constructor',
    ])('refuses %j in a payment', async (path) => {
      await refused(`${her.payment}?expand[]=${path}`);
    });

    it('refuses a path of one object in a list', async () => {
      await refused('/v1/payments?expand[]=refunds.payment');
      await refused('/v1/customers?expand[]=default_payment_method');
    });

    it('refuses to expand in a customer as of then: the payment method has a history of its own', async () => {
      const answer = await merchant.get(`${her.customer}?as_of=1&expand[]=default_payment_method`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'expand parameters_exclusive']);
    });
  });

  describe('404', () => {
    it('shows nothing to another account or in the other mode', async () => {
      const paths = [`${her.payment}?expand[]=refunds.payment`, `${her.refund}?expand[]=payment.customer`];
      for (const key of [hundi.otherTestKey, hundi.liveKey]) {
        const answers = [...paths, `${her.customer}?expand[]=default_payment_method`].map((path) => merchant.with(key).get(path));
        expect((await Promise.all(answers)).map(({ status, error }) => [status, error.code])).toEqual(
          Array(3).fill([404, 'resource_missing']),
        );
        const list = await merchant.with(key).get(`/v1/customers?id=${idOf(her.customer)}&expand[]=data.default_payment_method`);
        expect(list.json.data).toEqual([]);
      }
    });
  });
});
