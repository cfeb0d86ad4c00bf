import type { CreatePaymentPayload } from '#contracts';
import { attemptIdOf } from './attempt-id';
import { asked, PaymentsAtFakeAcquirer } from '../../test/payments-at-fake-acquirer';
import type { PaymentsUnderTest } from '../../test/payments-under-test';

const AMOUNT = 50_000;

/** Money that turns up at a processor behind a network, for payments of one order that have failed. */
describe('late money of one reference_id, held at a processor behind a network', () => {
  let at: PaymentsAtFakeAcquirer;
  let payments: PaymentsUnderTest;

  beforeAll(async () => {
    at = await PaymentsAtFakeAcquirer.start();
    ({ payments } = at);
  });
  afterAll(() => at.end());

  const there = (id: string) => at.acquirer.bank.findPaymentByReference(attemptIdOf(id, 1))!;

  /** A payment of the order that was declined. The acquirer captures nothing by itself. */
  async function failed(referenceId: string, words = '', change: Partial<CreatePaymentPayload> = {}): Promise<string> {
    const wanted = asked(`insufficient_funds capture=asked ${words}`, { referenceId, ...change });
    const { streamId } = await payments.create(wanted);
    await at.reaches(streamId, 'failed');
    at.acquirer.bank.act(there(streamId), 'captured');
    expect(at.moved('hold', streamId)).toBe(AMOUNT);
    return streamId;
  }

  /** The processor tells that it holds the money after all. */
  const reported = (id: string) =>
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
    await Promise.all(pair.map(reported));
    await at.passing(async () => {
      const statuses = await Promise.all(pair.map((id) => payments.statusOf(id)));
      expect(statuses.sort()).toEqual(['cancelled', 'captured']);
    });
    expect(pair.reduce((sum, id) => sum + at.moved('capture', id), 0)).toBe(AMOUNT);
    expect(pair.reduce((sum, id) => sum + at.moved('release', id), 0)).toBe(AMOUNT);
  });

  it('is captured when the capture of the other was refused', async () => {
    const refused = await failed('order-2', 'capture=refused');
    const other = await failed('order-2');
    await reported(refused);
    await at.passing(async () => expect((await payments.payment(refused)).last_error).not.toBeNull());
    await reported(other);
    await at.reaches(other, 'captured');
    expect(at.moved('capture', refused)).toBe(0);
  });

  it('stays authorized with manual capture, until the merchant captures it', async () => {
    const id = await failed('order-5', '', { captureMethod: 'manual' });
    await reported(id);
    await at.reaches(id, 'authorized');
    await at.passing(async () => expect(await payments.payment(id)).toMatchObject({ late_authorized: true, amount_capturable: AMOUNT }));
    expect(at.moved('capture', id)).toBe(0);
    await payments.send(payments.command('payments.capture', { amount: null }, { streamId: id }));
    await at.reaches(id, 'captured');
  });

  it('does not stand in the way of another order', async () => {
    const pair = [await failed('order-3'), await failed('order-4')];
    await Promise.all(pair.map(reported));
    for (const id of pair) await at.reaches(id, 'captured');
  });
});
