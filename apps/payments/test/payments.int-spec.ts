import { plainToInstance } from 'class-transformer';
import { CreatePaymentDto, shardOfId, toCreatePaymentPayload } from '#contracts';
import { rebuildStreams, verifyStreams } from '#event-store';
import { eventually } from '#testing';
import { definePayment } from '../src/payment/aggregate';
import { DEFAULT_PAYMENT_RULES } from '../src/payment/decide/rules';
import { ProcessorRegistry } from '../src/processors/routing/registry';
import { SandboxProcessor } from '../src/processors/sandbox/sandbox';
import { byVpa, paymentOf, PaymentsUnderTest, PLAIN } from './payments-under-test';

const LIFE = ['payment.created', 'payment.authorized', 'payment.captured'];

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await PaymentsUnderTest.start();
});
afterAll(() => payments?.end());

describe('a sandbox payment', () => {
  it('is captured in one commit: three events of one transaction at one position after another', async () => {
    const reply = await payments.create();
    expect(reply).toMatchObject({ status: 201, refusal: null });
    expect(paymentOf(reply)).toMatchObject({ status: 'captured', amount: 50_000, currency: 'INR', livemode: false });
    const rows = await payments.rows<{ type: string; xmin: string; position: string }>(
      'select type, xmin::text, position::text from payments.events where stream_id = $1 order by position',
      [reply.streamId],
    );
    expect(rows.map(({ type }) => type)).toEqual(LIFE);
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
    expect(Number(rows[2]?.position) - Number(rows[0]?.position)).toBe(2);
  });

  it('is seen by a GET at once, to the byte', async () => {
    const reply = await payments.create();
    expect(await payments.get(reply.streamId)).toEqual({ status: 200, text: reply.body });
  });

  it('publishes its events in order, with a dense sequence', async () => {
    const { streamId } = await payments.create();
    await eventually(() => expect(payments.eventsOf(streamId)).toHaveLength(3));
    const events = payments.eventsOf(streamId);
    expect(events.map(({ type }) => type)).toEqual(LIFE);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(events.map(({ data }) => data.object.status)).toEqual(['created', 'authorized', 'captured']);
  });

  it('keeps no trace of a live payment that cannot be made', async () => {
    const reply = await payments.create(PLAIN, { livemode: true });
    expect(reply).toMatchObject({ status: 503, refusal: { code: 'processor_not_configured' } });
    expect(JSON.stringify(reply.refusal)).toContain('RAZORPAY_KEY_ID');
    expect(await payments.typesOf(reply.streamId)).toEqual([]);
  });
});

describe('who may see a payment', () => {
  it('hides it from another account as if it were not there', async () => {
    const { streamId } = await payments.create();
    const foreign = await payments.get(streamId, { 'x-hundi-account': 'acct_000000000000000000000000' });
    const unknown = await payments.get(payments.newPaymentId());
    expect(foreign).toEqual(unknown);
    expect(foreign.status).toBe(404);
  });

  it('says that it is in the other mode, to its owner only', async () => {
    const { streamId } = await payments.create();
    const { status, text } = await payments.get(streamId, { 'x-hundi-livemode': 'true' });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ code: 'resource_missing', details: { hint: expect.stringContaining('test mode') as string } });
  });

  it.each(['pay_nonsense', 'pay_0QvAb12c99ABCDEFGHIJKLMN', "pay_'; drop table", '%00'])('answers %s with 404', async (id) => {
    expect((await payments.get(encodeURIComponent(id))).status).toBe(404);
  });

  it('is closed without the internal token', async () => {
    expect((await payments.get(payments.newPaymentId(), { 'x-internal-token': 'guess' })).status).toBe(401);
  });
});

describe('time', () => {
  it('captures slow@sandbox after its thirty seconds', async () => {
    const { streamId, body } = await payments.create(byVpa('slow@sandbox'));
    expect(JSON.parse(body ?? '{}')).toMatchObject({ status: 'processing' });
    payments.clock.advanceMs(30_000);
    await eventually(async () => expect(await payments.statusOf(streamId)).toBe('captured'));
  });

  it('fails late@sandbox and then finds its money', async () => {
    const { streamId } = await payments.create(byVpa('late@sandbox'));
    payments.clock.advanceMs(10_000);
    await eventually(async () => expect(await payments.statusOf(streamId)).toBe('failed'));
    payments.clock.advanceMs(30_000);
    await eventually(async () => expect(await payments.statusOf(streamId)).toBe('captured'));
    expect(await payments.typesOf(streamId)).toContain('payment.late_authorized');
  });

  it('expires what was not paid, also when the service was down at that moment', async () => {
    const { streamId } = await payments.create({ ...PLAIN, instrument: undefined });
    await payments.stopService();
    payments.clock.advanceMs(600_000);
    await payments.startService();
    await eventually(async () => expect(await payments.statusOf(streamId)).toBe('expired'));
  });
});

describe('the five stories', () => {
  it('same command twice: one effect, one answer', async () => {
    const command = payments.command('payments.create', PLAIN);
    const replies = await Promise.all([payments.send(command), payments.send(command), payments.send(command)]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await payments.typesOf(command.streamId)).toEqual(LIFE);
  });

  it('two writers: one wins, the other decides on what the first left', async () => {
    const { streamId } = await payments.create({ ...PLAIN, captureMethod: 'manual' });
    const [capture, cancel] = await Promise.all([
      payments.send(payments.command('payments.capture', { amount: null }, { streamId })),
      payments.send(payments.command('payments.cancel', { reason: null }, { streamId })),
    ]);
    expect([capture.status, cancel.status].sort()).toEqual([200, 409]);
    const loser = capture.refusal ?? cancel.refusal;
    expect(loser).toMatchObject({ code: 'state_conflict', details: { current_status: expect.any(String) } });
    expect((await payments.typesOf(streamId)).filter((type) => /captured|cancelled/.test(type))).toHaveLength(1);
  });

  it('a process that ends between commit and publish: the next one publishes', async () => {
    payments.isBrokerAway = true;
    const { streamId } = await payments.create();
    await payments.stopService();
    expect(payments.eventsOf(streamId)).toEqual([]);
    payments.isBrokerAway = false;
    await payments.startService();
    await eventually(() => expect(payments.eventsOf(streamId).map(({ type }) => type)).toEqual(LIFE));
  });

  it('a broken message goes to the dead letters, and the next one is taken', async () => {
    const broken = { ...payments.command('payments.create', PLAIN), type: 'payments.unheard_of' };
    await payments.send(broken);
    expect(payments.deadLetters).toMatchObject([{ topic: 'payments.commands', key: broken.streamId }]);
    expect((await payments.create()).status).toBe(201);
  });

  it('rebuilding the rows from the log gives the same rows', async () => {
    const { database } = payments;
    const none = new ProcessorRegistry([]);
    const sandbox = new SandboxProcessor({ vpa: 'a1@b', name: 'x', merchantCategory: '0000', publicUrl: '' });
    const processors = { sandbox, test: none, live: none };
    const aggregates = [definePayment({ publicUrl: 'http://localhost:4000', rules: DEFAULT_PAYMENT_RULES, processors })];
    const input = { databaseUrl: database.url, schema: 'payments', aggregates };
    const { streams, differences } = await verifyStreams(input);
    expect(differences).toEqual([]);
    expect(streams).toBeGreaterThan(5);
    expect(await rebuildStreams(input)).toBe(streams);
    expect((await verifyStreams(input)).differences).toEqual([]);
  });
});

it('never stores a card number or a security code, wherever one looks', async () => {
  const card = { number: '4999 0000 0000 0005', cvv: '7391', expiry_month: 12, expiry_year: 2030, name: 'Asha Verma' };
  const body = { amount: 50_000, currency: 'INR', payment_method: 'card', card };
  const { streamId } = await payments.create(toCreatePaymentPayload(plainToInstance(CreatePaymentDto, body), { livemode: false }));
  const rows = await payments.rows<{ row: string }>(
    `select to_jsonb(e)::text as row from payments.events e where stream_id = $1
     union all select to_jsonb(s)::text from payments.streams s where stream_id = $1
     union all select to_jsonb(c)::text from payments.commands c where stream_id = $1`,
    [streamId],
  );
  await eventually(() => expect(payments.eventsOf(streamId)).toHaveLength(3));
  const everything = [...rows.map(({ row }) => row), JSON.stringify(payments.eventsOf(streamId))].join();
  expect(everything).toContain('"last4"');
  expect(everything).not.toMatch(/4999000000000005|4999 0000|7391"|Asha Verma/);
});

it('keeps everything of an account in the shard of its ids', async () => {
  const { streamId } = await payments.create();
  const rows = await payments.rows<{ shard: number }>('select shard from payments.streams where stream_id = $1', [streamId]);
  expect(rows).toEqual([{ shard: shardOfId('payment', streamId) }]);
});
