import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { newId, shardOfAccount, startOfIstDate, istDate, type CreateSubscriptionPayload, type InvoiceResource } from '#contracts';
import { eventually, startTypescript, testDatabase, type TestDatabase } from '#testing';
import { migratePayments } from '../src/index';
import { PaymentsUnderTest } from './payments-under-test';

const HOUR_MS = 3_600_000;
const MONTHLY: Omit<CreateSubscriptionPayload, 'customerId'> = {
  price: { name: 'Gold', amount: 49_900, currency: 'INR', interval: { unit: 'month', count: 1 } },
  quantity: 1,
  collection: 'automatic',
  daysUntilDue: 7,
  firstPeriod: 'prorate',
  method: 'upi',
  category: 'general',
  upfrontItems: [],
  notifyCustomer: true,
};
/** Of a period that begins on the 21st: its debit is announced, it begins, it is debited, and what was open by then is known. */
const instantsOf = (month: number): number[] => {
  const boundaryMs = startOfIstDate(istDate(2026, 11 + month, 21));
  return [-30 * HOUR_MS, HOUR_MS, 7 * HOUR_MS, 8 * HOUR_MS].map((afterMs) => boundaryMs + afterMs);
};

/** One process of the service, that the test sends from one instant to the next. */
class Process {
  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: string[],
  ) {}

  static async start(url: string, atMs: number): Promise<Process> {
    const lines: string[] = [];
    const child = startTypescript(join(__dirname, 'renewing-child.ts'), [url, String(atMs)], ['pipe', 'pipe', 'inherit']);
    child.stdout?.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
    const started = new Process(child, lines);
    await started.has('started');
    return started;
  }

  goTo(atMs: number): void {
    this.child.stdin?.write(`${atMs}\n`);
  }

  async isAt(atMs: number): Promise<void> {
    await this.has(String(atMs));
  }

  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }

  private has(line: string): Promise<void> {
    return eventually(() => expect(this.lines).toContain(line), { withinMs: 240_000, everyMs: 50 });
  }
}

describe('subscriptions of which a process dies in the middle', () => {
  let database: TestDatabase;
  let payments: PaymentsUnderTest;
  const subscriptions: string[] = [];
  const running = new Set<Process>();

  beforeEach(async () => {
    subscriptions.length = 0;
    database = await testDatabase('payments', migratePayments);
    payments = await PaymentsUnderTest.startOn(database);
  });
  afterEach(async () => {
    for (const one of running) await one.kill();
    running.clear();
    await payments.stopService();
    await database.drop();
  });

  const idOf = (kind: 'customer' | 'subscription'): string =>
    newId(kind, shardOfAccount(payments.accountId), payments.clock.nowMs(), payments.random);

  async function subscribe(count: number, metadata?: CreateSubscriptionPayload['metadata']): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const [customerId, streamId] = [idOf('customer'), idOf('subscription')];
        const { type: _type, payload: _payload, ...envelope } = payments.command('payments.cancel', { reason: null });
        const payload: CreateSubscriptionPayload = { ...MONTHLY, customerId, customer: { referenceId: customerId }, ...(metadata && { metadata }) };
        const reply = await payments.send({ ...envelope, streamId, type: 'subscriptions.create', payload });
        expect([reply.status, reply.refusal]).toEqual([201, null]);
        subscriptions.push(streamId);
      }),
    );
  }

  const run = async (atMs: number): Promise<Process> => {
    const one = await Process.start(database.url, atMs);
    running.add(one);
    return one;
  };
  const killed = async (one: Process): Promise<void> => {
    running.delete(one);
    await one.kill();
  };

  /** Every period was begun once, has one invoice, and its money was kept once; numbers have no gap. */
  async function expectRenewedOnce(renewals: number): Promise<void> {
    const begun = await payments.rows<{ id: string; count: number; periods: number }>(
      `select stream_id as id, count(*)::int as count, count(distinct data->'period'->>'from')::int as periods
       from payments.events where type = 'subscription.period_begun' group by 1`,
    );
    expect(begun.filter(({ count, periods }) => count !== renewals || periods !== renewals)).toEqual([]);
    expect(begun).toHaveLength(subscriptions.length);
    const invoices = await invoicesOf();
    for (const year of ['2627', '2728']) {
      const numbers = invoices.flatMap(({ number }) => (number?.split('/')[1] === year ? [Number(number.split('/')[2])] : []));
      expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_number, index) => index + 1));
    }
    expect(invoices).toHaveLength(subscriptions.length * (renewals + 1));
    expect(invoices.filter(({ status, amount_paid }) => status !== 'paid' || amount_paid !== 49_900)).toEqual([]);
    expect(await keptTwice()).toEqual([]);
  }

  async function invoicesOf(): Promise<InvoiceResource[]> {
    const ids = await payments.rows<{ id: string }>("select stream_id as id from payments.streams where stream_type = 'invoice'");
    return Promise.all(ids.map(async ({ id }) => JSON.parse((await payments.ask(`/internal/invoices/${id}`)).text) as InvoiceResource));
  }

  /** Invoices of which more than one captured payment was kept. */
  const keptTwice = (): Promise<object[]> =>
    payments.rows(
      `select c.data->>'invoiceId' as invoice, count(*) from payments.events c
       where c.type = 'payment.created' and exists (select 1 from payments.events e where e.stream_id = c.stream_id and e.type = 'payment.captured')
         and not exists (select 1 from payments.events r where r.stream_id = c.stream_id and r.type = 'payment.refund_requested')
       group by 1 having count(*) > 1`,
    );

  it('(31) (36) (48) by kill -9 at any step, with money whose outcome was open: each period once, each invoice paid once', async () => {
    await subscribe(20);
    await subscribe(2, { sandbox_outcome: 'deemed' });
    await payments.stopService();
    let one = await run(payments.clock.nowMs());
    // The first payments of the last two are captured a minute later.
    one.goTo(payments.clock.nowMs() + 5 * 60_000);
    await one.isAt(payments.clock.nowMs() + 5 * 60_000);
    for (let month = 1; month <= 6; month++) {
      for (const atMs of instantsOf(month)) {
        one.goTo(atMs);
        if (month % 2 === 0) {
          await inTheMiddle(atMs);
          await killed(one);
          one = await run(atMs);
          one.goTo(atMs);
        }
        await one.isAt(atMs);
      }
    }
    await killed(one);
    await payments.startService();
    await expectRenewedOnce(6);
  }, 600_000);

  it('(37) (39) in two processes at once, of which one is killed: 2,000 renewals, each once', async () => {
    await subscribe(250);
    await payments.stopService();
    const [first, second] = [await run(payments.clock.nowMs()), await run(payments.clock.nowMs())];
    for (let month = 1; month <= 8; month++) {
      for (const atMs of instantsOf(month)) {
        second.goTo(atMs);
        if (month <= 4) first.goTo(atMs);
        if (month === 4 && atMs === instantsOf(4)[2]) {
          await inTheMiddle(atMs);
          await killed(first);
        }
        await second.isAt(atMs);
      }
    }
    await killed(second);
    await payments.startService();
    await expectRenewedOnce(8);
  }, 900_000);

  /** Somewhere within the work of an instant; when that has ended already, the next process finds nothing to do. */
  async function inTheMiddle(atMs: number): Promise<void> {
    const before = await dueAt(atMs);
    await eventually(async () => expect((await dueAt(atMs)) - before).toBeLessThan(before === 0 ? 1 : 0), { everyMs: 5, withinMs: 60_000 });
  }

  async function dueAt(atMs: number): Promise<number> {
    const [row] = await payments.rows<{ due: number }>('select count(*)::int as due from payments.streams where wake_at <= $1', [atMs]);
    return row?.due ?? 0;
  }
});
