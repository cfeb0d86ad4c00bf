import { Readable } from 'node:stream';
import { request } from 'undici';
import { hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, DAY, WAIT } from '../../test/clocks-of';
import { Merchant, newKey } from '../../test/merchant';

const hundi = hundiUnderTest();
const PAYMENT = '{"amount":50000,"currency":"INR","payment_method":"upi"';

describe('a body', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  it.each(['99999.999999999999999', '50000.00000000000000001', '5e-400'])(
    'with the amount %s is refused, which is no whole number',
    async (amount) => {
      const { status, error } = await merchant.post('/v1/payments', PAYMENT.replace('50000', amount) + '}');
      expect([status, error.code, error.param, error.reason]).toEqual([400, 'parameter_invalid', 'amount', 'amount_not_integer']);
      expect(error.errors).toEqual([expect.objectContaining({ param: 'amount', reason: 'amount_not_integer' })]);
    },
  );

  it.each(['0.1234567890123456789', '1E-400', '-3.00000000000000000001'])(
    'with %s in metadata is refused, which a double does not hold',
    async (number) => {
      const { status, error } = await merchant.post('/v1/payments', `${PAYMENT},"metadata":{"rate":${number}}}`);
      expect([status, error.code, error.param]).toEqual([400, 'json_invalid', 'metadata.rate']);
      expect(error.message).toContain('send it as a string');
    },
  );

  it('with numbers in metadata that a double holds is kept as it was sent', async () => {
    const metadata = { rate: 0.1, third: 0.3333333333333333, large: 9007199254740991, small: 5e-324 };
    expect((await merchant.post('/v1/payments', `${PAYMENT},"metadata":${JSON.stringify(metadata)}}`)).json.metadata).toEqual(metadata);
  });

  it.each<[string, string]>([
    ['\ufeff{}', 'The body begins with a byte order mark. Send UTF-8 without one.'],
    ['amount=50000&currency=INR', 'The body is a form. Send JSON.'],
    ['customer[name]=Asha', 'The body is a form. Send JSON.'],
    ['{"amount":50000', 'The body is not valid JSON at position 15.'],
    ['{"amount":', 'The body ends before its JSON is complete.'],
    ['{"amount":NaN}', 'NaN, Infinity and undefined are no JSON.'],
    ['{"save_payment_method":True}', 'None, True and False are no JSON: write null, true and false.'],
    ['[{"amount":50000}]', 'The body must be a JSON object.'],
    ['"amount"', 'The body must be a JSON object.'],
  ])('%s is no JSON object, and the message says what it is', async (body, message) => {
    const { status, error } = await merchant.post('/v1/payments', body);
    expect([status, error.code, error.message]).toEqual([400, 'json_invalid', message]);
  });

  it.each<[string, string, string]>([
    ['{"":1}', '', 'A parameter named "" is not known to this route.'],
    ['{" ":1}', ' ', 'A parameter named " " is not known to this route.'],
    ['{"amount\\n":1}', 'amount\n', 'A parameter named "amount\\n" is not known to this route.'],
    ['{"customer":{"":1}}', 'customer.', 'A parameter named "customer." is not known to this route.'],
    ['{"toString":1}', 'toString', 'toString is not known to this route.'],
    ['{"constructor":1}', 'constructor', 'constructor is not known to this route.'],
  ])('with the member of %s is refused by a sentence that shows its name', async (body, param, message) => {
    const { status, error } = await merchant.post('/v1/payments', body);
    expect([status, error.code, error.param, error.message]).toEqual([400, 'parameter_unknown', param, message]);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream', 'application/json; charset=utf-16'])(
    'that is empty is none, also with the type %s',
    async (type) => {
      const capture = `${await merchant.authorized()}/capture`;
      expect((await merchant.post(capture, '', { 'content-type': type })).json).toMatchObject({ status: 'captured' });
    },
  );

  it('that is empty and chunked, without a type, is none', async () => {
    const path = `${await merchant.authorized()}/capture`;
    const headers = { authorization: `Bearer ${merchant.key}` };
    const answer = await request(hundi.baseUrl + path, { method: 'POST', headers, body: Readable.from([]) });
    expect([answer.statusCode, ((await answer.body.json()) as { status: string }).status]).toEqual([200, 'captured']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('that is not empty is refused with the type %s', async (type) => {
    const path = `${await merchant.authorized()}/capture`;
    const { status, error } = await merchant.post(path, '{"amount":1}', { 'content-type': type });
    expect([status, error.code]).toEqual([415, 'media_type_unsupported']);
    expect((await merchant.get(path.replace('/capture', ''))).json.status).toBe('authorized');
  });
});

describe('a query parameter', () => {
  it('without a name is shown by its quotation marks', async () => {
    const merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const { error } = await merchant.get('/v1/payments?=1');
    expect([error.param, error.message]).toEqual(['', 'A parameter named "" is not known to this route.']);
  });
});

describe('a repeated 402', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const DECLINED = { payment_method: 'upi', upi: { vpa: 'insufficient@sandbox' } };

  it('has the bytes of the first, and the Request-Id of the present request', async () => {
    const confirm = `${await merchant.open()}/confirm`;
    const key = { 'idempotency-key': newKey() };
    const [first, again] = [await merchant.post(confirm, DECLINED, key), await merchant.post(confirm, DECLINED, key)];
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([402, 402, 'true']);
    expect(again.text).toBe(first.text);
    expect(first.error.request_id).toBe(first.headers['request-id']);
    expect(again.headers['request-id']).not.toBe(first.headers['request-id']);
  });

  it('has the bytes of the first when all come at once', async () => {
    const confirm = `${await merchant.open()}/confirm`;
    const key = { 'idempotency-key': newKey() };
    const answers = await Promise.all([1, 2, 3].map(() => merchant.post(confirm, DECLINED, key)));
    expect(answers.map(({ status }) => status)).toEqual([402, 402, 402]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('Prefer: wait', () => {
  it('is applied when the outcome is known at once, and not where there is no outcome to wait for', async () => {
    const merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const prefer = { prefer: 'wait=5' };
    const paid = await merchant.post('/v1/payments', `${PAYMENT}}`, prefer);
    expect([paid.json.status, paid.headers['preference-applied']]).toEqual(['captured', 'wait']);
    const path = String(paid.headers.location);
    expect((await merchant.patch(path, { description: 'x' }, prefer)).headers['preference-applied']).toBeUndefined();
    expect((await merchant.post('/v1/payments', `${PAYMENT}}`)).headers['preference-applied']).toBeUndefined();
  });
});

describe('ids of events', () => {
  it('sort in the order of the events of one object, also of one commit, and of those that follow in it', async () => {
    const merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    for (let count = 0; count < 20; count++) {
      const path = await merchant.captured();
      await merchant.post('/v1/refunds', { payment_id: path.split('/').at(-1) });
      const { data } = (await merchant.get(`${path}/events?order=asc`)).json as unknown as { data: { id: string; type: string }[] };
      expect(data.length).toBeGreaterThan(2);
      const ids = data.map(({ id }) => id);
      expect(ids.toSorted()).toEqual(ids);
    }
  });

  it('sort so on a test clock too, whose time stands still and leaps', async () => {
    const clocks = new ClocksOf(await Merchant.connect(hundi.baseUrl, hundi.testKey));
    const { clock, subscription } = await clocks.subscribed({ payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } });
    for (const days of [35, 70]) expect((await clocks.advance(clock, { to_at: BEGAN + days * DAY }, WAIT)).status).toBe(200);
    const { json } = await clocks.merchant.get(`/v1/subscriptions/${subscription}/events?order=asc`);
    const ids = (json.data as { id: string }[]).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(4);
    expect(ids.toSorted()).toEqual(ids);
  });
});
