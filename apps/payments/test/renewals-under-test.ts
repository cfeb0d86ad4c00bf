import {
  istDate,
  newId,
  shardOfAccount,
  startOfIstDate,
  type Command,
  type CreateSubscriptionPayload,
  type InvoiceResource,
} from '#contracts';
import { testDatabase, type TestDatabase } from '#testing';
import { migratePayments } from '../src/index';
import { PaymentsUnderTest } from './payments-under-test';
import { GOLD, USUAL_TERMS } from './subscription-life';
import { RenewingProcess, type ProcessKind } from './renewing-process';

const HOUR_MS = 3_600_000;
const ASKED_AT_ONCE = 50;

export type OwnedInvoice = InvoiceResource & { accountId: string };

export const MONTHLY: Omit<CreateSubscriptionPayload, 'customerId'> = {
  price: GOLD,
  ...USUAL_TERMS,
};

/** Of the period that begins on the 21st, so many months after the first: its debit is announced, it begins, it is debited, and what was open by then is known. */
export const instantsOf = (month: number): [number, number, number, number] => {
  const boundaryMs = startOfIstDate(istDate(2026, 11 + month, 21));
  return [boundaryMs - 30 * HOUR_MS, boundaryMs + HOUR_MS, boundaryMs + 7 * HOUR_MS, boundaryMs + 8 * HOUR_MS];
};

/** Subscriptions of some accounts, and the processes that renew them: each may die. */
export class RenewalsUnderTest {
  readonly subscriptions: string[] = [];
  /** What is made goes over them in turn. */
  readonly accounts: string[];
  /** Where the clocks of new processes stand. */
  atMs: number;
  private readonly running = new Set<RenewingProcess>();

  private constructor(
    private readonly database: TestDatabase,
    readonly payments: PaymentsUnderTest,
  ) {
    this.atMs = payments.clock.nowMs();
    this.accounts = [payments.accountId];
  }

  static async start(): Promise<RenewalsUnderTest> {
    const database = await testDatabase('payments', migratePayments);
    return new RenewalsUnderTest(database, await PaymentsUnderTest.startOn(database));
  }

  async end(): Promise<void> {
    for (const one of this.running) await one.kill();
    await this.payments.stopService();
    await this.database.drop();
  }

  /** With the service of the test itself, before any other process runs. @returns their ids. */
  async subscribe(count: number, change: Partial<CreateSubscriptionPayload> = {}): Promise<string[]> {
    const made = Array.from({ length: count }, async (_none, index) => {
      const accountId = this.accounts[index % this.accounts.length];
      const customerId = this.idOf('customer', accountId);
      const payload: CreateSubscriptionPayload = { ...MONTHLY, customerId, customer: { referenceId: customerId }, ...change };
      const command = this.command(this.idOf('subscription', accountId), 'subscriptions.create', payload);
      const reply = await this.payments.send({ ...command, ...(accountId !== undefined && { accountId }) });
      expect([reply.status, reply.refusal]).toEqual([201, null]);
      return command.streamId;
    });
    const ids = await Promise.all(made);
    this.subscriptions.push(...ids);
    return ids;
  }

  /** From now on other processes do the work. The clock of this one stands where the others' stand now, however long it takes to start. */
  async run(kind: ProcessKind = {}): Promise<RenewingProcess> {
    const { atMs } = this;
    await this.payments.stopService();
    const one = await RenewingProcess.start(this.database.url, atMs, kind);
    this.running.add(one);
    return one;
  }

  /** Through the renewal of that month, or as far as one of them lives. */
  async through(month: number, processes: readonly RenewingProcess[]): Promise<void> {
    for (const atMs of instantsOf(month)) {
      if (atMs >= this.atMs) await this.goTo(atMs, processes);
      if (processes.every(({ signal }) => signal !== null)) return;
    }
  }

  /** All that is due at that instant is done, or they are dead. */
  async goTo(atMs: number, processes: readonly RenewingProcess[]): Promise<void> {
    this.atMs = atMs;
    for (const one of processes) one.goTo(atMs);
    await Promise.all(processes.map((one) => one.isAt(atMs)));
  }

  async killed(one: RenewingProcess): Promise<void> {
    this.running.delete(one);
    await one.kill();
  }

  idOf(kind: 'account' | 'customer' | 'subscription' | 'invoice', accountId = this.payments.accountId): string {
    return newId(kind, shardOfAccount(accountId), this.payments.clock.nowMs(), this.payments.random);
  }

  /** As the gateway would send it at that instant, and again for a day. */
  command(streamId: string, type: string, payload: object, atMs = this.payments.clock.nowMs()): Command {
    const { type: _type, payload: _payload, ...envelope } = this.payments.command('payments.cancel', { reason: null });
    return { ...envelope, streamId, type, payload, issuedAtMs: atMs, deadlineAtMs: atMs + 24 * HOUR_MS };
  }

  /** Every period was begun once, has one invoice, and its money was kept once; numbers have no gap. The service of the test runs again. */
  async expectRenewedOnce(renewals: number): Promise<void> {
    await this.payments.startService();
    const begun = await this.payments.rows<{ id: string; count: number; periods: number }>(
      `select stream_id as id, count(*)::int as count, count(distinct data->'period'->>'from')::int as periods
       from payments.events where type = 'subscription.period_begun' group by 1`,
    );
    expect(begun.filter(({ count, periods }) => count !== renewals || periods !== renewals)).toEqual([]);
    expect(begun).toHaveLength(this.subscriptions.length);
    // That of the period after the last is a draft.
    const invoices = (await this.invoices()).filter(({ status }) => status !== 'draft');
    this.expectNumbered(invoices);
    expect(invoices).toHaveLength(this.subscriptions.length * (renewals + 1));
    expect(invoices.filter(({ status, amount_paid: paid }) => status !== 'paid' || paid !== 49_900)).toEqual([]);
    expect(await this.keptTwice()).toEqual([]);
  }

  /** From 1 on in each series, without a gap, and none given twice. */
  expectNumbered(invoices: readonly OwnedInvoice[]): void {
    const series = new Map<string, number[]>();
    for (const { accountId, number } of invoices) {
      const [prefix, year, index] = number?.split('/') ?? [];
      if (index !== undefined)
        series.set(`${accountId} ${prefix} ${year}`, [...(series.get(`${accountId} ${prefix} ${year}`) ?? []), Number(index)]);
    }
    for (const numbers of series.values()) {
      expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_number, index) => index + 1));
    }
  }

  /** All that there are, in the order of the log, as the gateway would answer them. */
  async invoices(): Promise<OwnedInvoice[]> {
    const rows = await this.payments.rows<{ id: string; account: string }>(
      "select stream_id as id, account_id as account from payments.streams where stream_type = 'invoice' order by shard, last_position",
    );
    const found: OwnedInvoice[] = [];
    while (found.length < rows.length) {
      const page = rows.slice(found.length, found.length + ASKED_AT_ONCE);
      found.push(...(await Promise.all(page.map(({ id, account }) => this.invoice(id, account)))));
    }
    return found;
  }

  private async invoice(id: string, accountId: string): Promise<OwnedInvoice> {
    const { text } = await this.payments.ask(`/internal/invoices/${id}`, { 'x-hundi-account': accountId });
    return { ...(JSON.parse(text) as InvoiceResource), accountId };
  }

  /** Events of one type in the log. */
  async countOf(eventType: string): Promise<number> {
    const [row] = await this.payments.rows<{ count: number }>('select count(*)::int as count from payments.events where type = $1', [
      eventType,
    ]);
    return row?.count ?? 0;
  }

  /** Invoices of which more than one captured payment was kept. */
  private keptTwice(): Promise<object[]> {
    return this.payments.rows(
      `select c.data->>'invoiceId' as invoice, count(*) from payments.events c
       where c.type = 'payment.created' and exists (select 1 from payments.events e where e.stream_id = c.stream_id and e.type = 'payment.captured')
         and not exists (select 1 from payments.events r where r.stream_id = c.stream_id and r.type = 'payment.refund_requested')
       group by 1 having count(*) > 1`,
    );
  }
}
