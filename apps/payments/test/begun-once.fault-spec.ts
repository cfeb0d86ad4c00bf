import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { PaymentResource } from '#contracts';
import { eventually, FixedClock, startFaultProxy, startTypescript, testDatabase, type FaultProxy, type TestDatabase } from '#testing';
import { attemptIdOf } from '../src/payment/attempt-id';
import { migratePayments, type PaymentsConfig } from '../src/index';
import { COLLECT, PaymentsUnderTest } from './payments-under-test';
import { razorpaySettings, FakeRazorpay } from './fakes/razorpay';

const FIND = /GET .*orders$/;
const PAY = /POST .*create.upi/;

/**
 * A live payment by UPI collect at a processor that cannot tell repetitions apart. One process begins it, and is replaced by
 * another in the middle (F5).
 */
describe('a payment whose process is replaced while it is begun', () => {
  let database: TestDatabase;
  let fakeApi: FakeRazorpay;
  let settings: Partial<PaymentsConfig>;
  /** The process that takes over. */
  let next: PaymentsUnderTest | undefined;
  let whose: { accountId: string; paymentId: string };

  beforeEach(async () => {
    database = await testDatabase('payments', migratePayments);
    const clock = new FixedClock();
    fakeApi = new FakeRazorpay(() => (next?.clock ?? clock).nowMs() / 1000);
    await fakeApi.start();
    settings = { ...razorpaySettings(fakeApi.url), razorpayDirectEnabled: true, processorTimeoutMs: 20_000, refundSendDelayMs: 0 };
  });
  afterEach(async () => {
    await next?.stopService();
    next = undefined;
    await fakeApi.stop();
    await database.drop();
  });

  const serving = (): PaymentsUnderTest => next!;
  const current = (): Promise<PaymentResource> =>
    serving().payment(whose.paymentId, { 'x-hundi-account': whose.accountId, 'x-hundi-livemode': 'true' });
  const reference = (): string => attemptIdOf(whose.paymentId, 1);
  const there = (): string[] => fakeApi.paymentsOf(reference()).map(({ id }) => id);
  /** Time passes for the process that took over until it is so. */
  const passing = (check: () => Promise<void>, stepMs = 1_000): Promise<void> =>
    eventually(
      () => {
        serving().clock.advanceMs(stepMs);
        return check();
      },
      { everyMs: 100 },
    );
  const isKnownAs = (id: string | undefined): Promise<void> =>
    passing(async () => expect(await current()).toMatchObject({ processor_reference: id }), 5_000);
  const taken = async (id: string): Promise<void> => {
    const entity = Object.assign(fakeApi.payments.get(id) ?? { id }, { status: 'captured', captured: true, fee: 1180, tax: 180 });
    const { commands = [] } = await serving().webhook('razorpay', fakeApi.webhook('payment.captured', { payment: entity }));
    for (const command of commands) await serving().send(command);
  };

  describe('because it lost its sessions', () => {
    let proxy: FaultProxy;
    let first: PaymentsUnderTest;

    beforeEach(async () => {
      const url = new URL(database.url);
      proxy = await startFaultProxy({ target: url.host });
      url.host = proxy.address;
      first = await PaymentsUnderTest.startOn(database, { ...settings, databaseUrl: url.toString() });
      next = await PaymentsUnderTest.startOn(database, settings);
    });
    afterEach(async () => {
      await first.stopService();
      await proxy.stop();
    });

    /** The first process begins, and is cut off from Postgres for good when the request has come. */
    async function cutOffAt(match: RegExp, when: 'before' | 'after'): Promise<() => void> {
      const held = fakeApi.holdNext(match, when);
      const { streamId } = await first.create(COLLECT, { livemode: true });
      whose = { accountId: first.accountId, paymentId: streamId };
      await held.arrived;
      proxy.cut();
      return held.goOn;
    }

    it('is begun once: what looked for it before begins nothing after', async () => {
      const goOn = await cutOffAt(FIND, 'after');
      await passing(() => Promise.resolve(expect(there()).toHaveLength(1)));
      goOn();
      await first.stopService();
      await isKnownAs(there()[0]);
      expect([fakeApi.orders.size, there().length]).toEqual([1, 1]);
    });

    it('is not begun again while the first request may be on its way, and is found when it has arrived', async () => {
      const goOn = await cutOffAt(PAY, 'before');
      await passing(async () => expect((await current()).last_error?.reason).toBe('payment_pending'));
      expect(there()).toEqual([]);
      goOn();
      await eventually(() => expect(there()).toHaveLength(1));
      await isKnownAs(there()[0]);
      expect([fakeApi.orders.size, there().length]).toEqual([1, 1]);
    });

    it('begun twice after all, because a request arrived that was given up, is paid once: the second payment goes back', async () => {
      const goOn = await cutOffAt(PAY, 'before');
      await passing(() => Promise.resolve(expect(there()).toHaveLength(1)), 5_000);
      goOn();
      await eventually(() => expect(there()).toHaveLength(2));
      const [known = '', late = ''] = there();
      await isKnownAs(known);
      await taken(late);
      await taken(known);
      await taken(late);
      await passing(() => Promise.resolve(expect([...fakeApi.refunds.values()]).toMatchObject([{ payment_id: known, amount: 50_000 }])));
      expect(await current()).toMatchObject({ status: 'captured', amount_captured: 50_000, amount_refunded: 0, processor_reference: late });
    });
  });

  describe('because it froze', () => {
    let frozen: ChildProcess;
    afterEach(() => frozen.kill('SIGKILL'));

    it('is begun once, though the first process wakes and goes on', async () => {
      const held = fakeApi.holdNext(FIND, 'after');
      const lines: string[] = [];
      const script = join(__dirname, 'frozen-payments-child.ts');
      frozen = startTypescript(script, [database.url, JSON.stringify(settings)], ['ignore', 'pipe', 'inherit']);
      frozen.stdout?.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
      await held.arrived;
      await eventually(() => expect(lines).toHaveLength(1));
      whose = JSON.parse(lines[0] ?? '{}') as typeof whose;
      frozen.kill('SIGSTOP');
      next = await PaymentsUnderTest.startOn(database, settings);
      await passing(() => Promise.resolve(expect(there()).toHaveLength(1)));
      held.goOn();
      const asked = fakeApi.requests.length;
      frozen.kill('SIGCONT');
      await eventually(() => expect(lines).toContain('given up'));
      await isKnownAs(there()[0]);
      expect([fakeApi.orders.size, there().length]).toEqual([1, 1]);
      expect(fakeApi.requests.slice(asked).filter(({ method }) => method === 'POST')).toEqual([]);
    });
  });
});
