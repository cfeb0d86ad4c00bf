import type { CreatePaymentPayload, PaymentResource } from '#contracts';
import { SystemRandom } from '#service';
import { eventually } from '#testing';
import { AcquirerServer } from '../../standalone/src/acquirer/acquirer-server';
import { attemptIdOf } from '../src/attempt-id';
import { PaymentsUnderTest, PLAIN } from './payments-under-test';
import { ACQUIRER_KEYS } from './stand-ins/acquirer';

const AMOUNT = 50_000;

/** Money that turns up at a processor behind a network, for payments of one order that have failed. */
describe('late money of one reference_id, held at a processor behind a network', () => {
  let acquirer: AcquirerServer;
  let payments: PaymentsUnderTest;

  beforeAll(async () => {
    const { key, webhookSecret } = ACQUIRER_KEYS;
    const clock = { nowMs: () => payments.clock.nowMs(), monotonicMs: () => payments.clock.monotonicMs() };
    acquirer = new AcquirerServer({ clock, random: new SystemRandom(), key, secret: webhookSecret, port: 0 });
    const settings = { acquirerKey: key, acquirerWebhookSecret: webhookSecret, processorTimeoutMs: 400 };
    payments = await PaymentsUnderTest.start({ ...settings, acquirerUrl: await acquirer.start() });
  });
  afterAll(async () => {
    await payments.end();
    await acquirer.stop();
  });

  const show = async (id: string): Promise<PaymentResource> => JSON.parse((await payments.get(id)).text) as PaymentResource;
  const passing = (check: () => Promise<void>): Promise<void> =>
    eventually(
      async () => {
        payments.clock.advanceMs(11_000);
        await check();
      },
      { everyMs: 150 },
    );
  const there = (id: string) => acquirer.bank.findPaymentByReference(attemptIdOf(id, 1))!;
  const moved = (kind: 'hold' | 'capture' | 'release', id: string): number => acquirer.bank.ledger.total(kind, attemptIdOf(id, 1));

  /** A payment of the order that was declined. The acquirer captures nothing by itself. */
  async function failed(referenceId: string, words = ''): Promise<string> {
    const terms: Partial<CreatePaymentPayload> = { methods: ['card'], instrument: { method: 'card', card: null }, captureMethod: 'manual' };
    const metadata = { acquirer: `insufficient_funds callback=lost ${words}` };
    const { streamId } = await payments.create({ ...PLAIN, ...terms, processor: 'acquirer', metadata, referenceId });
    await passing(async () => expect((await show(streamId)).status).toBe('failed'));
    acquirer.bank.act(there(streamId), 'captured');
    expect(moved('hold', streamId)).toBe(AMOUNT);
    return streamId;
  }

  /** The processor tells that it holds the money after all. */
  const told = (id: string) =>
    payments.send(
      payments.command(
        'payments.record_outcome',
        {
          attempt: 1,
          answer: {
            processor: 'acquirer',
            reference: there(id).id,
            state: 'authorized',
            amount: AMOUNT,
            instrument: { method: 'card', card: null },
          },
        },
        { streamId: id },
      ),
    );

  it('that turns up twice at the same instant is captured once, and the other is let go', async () => {
    const pair = [await failed('order-1'), await failed('order-1')];
    await Promise.all(pair.map(told));
    await passing(async () => {
      const statuses = (await Promise.all(pair.map(show))).map(({ status }) => status);
      expect(statuses.sort()).toEqual(['cancelled', 'captured']);
    });
    expect(pair.reduce((sum, id) => sum + moved('capture', id), 0)).toBe(AMOUNT);
    expect(pair.reduce((sum, id) => sum + moved('release', id), 0)).toBe(AMOUNT);
  });

  it('is captured when the capture of the other was refused', async () => {
    const refused = await failed('order-2', 'capture=refused');
    const other = await failed('order-2');
    await told(refused);
    await passing(async () => expect((await show(refused)).last_error).not.toBeNull());
    await told(other);
    await passing(async () => expect((await show(other)).status).toBe('captured'));
    expect(moved('capture', refused)).toBe(0);
  });

  it('does not stand in the way of another order', async () => {
    const pair = [await failed('order-3'), await failed('order-4')];
    await Promise.all(pair.map(told));
    for (const id of pair) await passing(async () => expect((await show(id)).status).toBe('captured'));
  });
});
