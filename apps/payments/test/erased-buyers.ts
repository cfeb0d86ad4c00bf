import { appendQuery, newId, shardOfAccount, type AsOf, type InvoiceResource, type Reply } from '#contracts';
import { eventually, testPersonalData } from '#testing';
import { PaymentsUnderTest } from './payments-under-test';

/** What is personal of the customer: each value stands nowhere else. */
export const NAME = 'Asha Verma of the buyer test';
export const [LINE1, CITY, GSTIN] = ['12 Probe Street', 'Probepur', '29AAPFU0939F1ZV'];
export const NOT_ON_INVOICES = { email: 'probe@example.com', phone: '+919820098200', description: 'a probe of her own' };
export const BUYER = { name: NAME, gstin: GSTIN, address: { line1: LINE1, city: CITY }, state_code: '29' };

/** The payments service, with customers of whom everything is known, and their invoices. */
export class BuyersUnderTest {
  private constructor(readonly payments: PaymentsUnderTest) {}

  static async start(): Promise<BuyersUnderTest> {
    return new BuyersUnderTest(await PaymentsUnderTest.start());
  }

  idOf = (kind: 'customer' | 'invoice' | 'testClock'): string =>
    newId(kind, shardOfAccount(this.payments.accountId), this.payments.clock.nowMs(), this.payments.random);
  ask = (type: string, streamId: string, payload: object = {}): Promise<Reply> =>
    this.payments.send({ ...this.payments.command('payments.sync', {}, { streamId }), type, payload });

  /** Reads and seals as another process does, which has no key in its memory yet. */
  async elsewhere<TResult>(act: (data: ReturnType<typeof testPersonalData>) => Promise<TResult>): Promise<TResult> {
    const data = testPersonalData(this.payments.database.url, this.payments);
    return act(data).finally(() => data.close());
  }

  /** A customer of whom everything is known, sealed as the gateway does. */
  async created(testClockId?: string): Promise<string> {
    const id = this.idOf('customer');
    const profile = await this.elsewhere(async (data) => {
      const seal = await data.sealerOf({ accountId: this.payments.accountId, id });
      const { email, phone, description } = NOT_ON_INVOICES;
      return {
        name: seal(NAME, 'name'),
        email: seal(email, 'email'),
        phone: seal(phone, 'phone'),
        description: seal(description, 'description'),
        gstin: seal(GSTIN, 'gstin'),
        address: { line1: seal(LINE1, 'line1'), city: seal(CITY, 'city') },
        taxPlace: { gstinState: '29' },
        testClockId,
      };
    });
    expect(await this.ask('customers.create', id, profile)).toMatchObject({ status: 201 });
    return id;
  }

  async invoiceOf(customerId: string, isFinal = true): Promise<string> {
    const id = this.idOf('invoice');
    const lines = [{ type: 'upfront', description: 'Onboarding', quantity: 1, unitAmount: 49_900 }];
    const terms = { customerId, billingReason: 'manual', currency: 'INR', lines, collection: 'send_invoice', daysUntilDue: 7 };
    expect(await this.ask('invoices.create', id, { ...terms, isFinal })).toMatchObject({ status: 201 });
    return id;
  }

  /** Three documents, one of them void and one paid, and a draft. */
  async invoicesOf(customerId: string): Promise<{ documents: string[]; draft: string }> {
    const [open, voided, paid] = [await this.invoiceOf(customerId), await this.invoiceOf(customerId), await this.invoiceOf(customerId)];
    expect(await this.ask('invoices.void', voided)).toMatchObject({ status: 200 });
    const instrument = { method: 'upi', flow: 'collect', vpa: 'success@sandbox' };
    expect(await this.ask('invoices.pay', paid, { instrument, methods: ['upi'] })).toMatchObject({ status: 200 });
    return { documents: [open, voided, paid], draft: await this.invoiceOf(customerId, false) };
  }

  /** As the gateway answers: with what can be read. */
  async shown(id: string, asOf: AsOf | null = null): Promise<InvoiceResource> {
    const { text } = await this.payments.ask(appendQuery(`/internal/invoices/${id}`, { asOf }));
    return JSON.parse(await this.elsewhere(async (data) => data.unseal(text, this.payments.accountId))) as InvoiceResource;
  }

  isDestroyed = async (subject: string): Promise<boolean | undefined> => {
    const rows = await this.payments.rows<{ wrapped_key: Buffer | null }>('select wrapped_key from vault.data_keys where subject = $1', [
      subject,
    ]);
    return rows[0] && rows[0].wrapped_key === null;
  };
  seriesKeys = async (): Promise<string[]> => {
    const rows = await this.payments.rows<{ subject: string }>(`select subject from vault.data_keys where subject like 'invser%'`);
    return rows.map(({ subject }) => subject);
  };

  async erased(customerId: string): Promise<void> {
    expect(await this.ask('customers.erase', customerId)).toMatchObject({ status: 200 });
    await eventually(async () => expect(await this.isDestroyed(customerId)).toBe(true));
  }

  /** Every value that can be read anywhere in the tables of the service, with the subject whose key opens it. */
  async readable(): Promise<{ subject: string; value: unknown }[]> {
    const texts: string[] = [];
    const tables = await this.payments.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'payments'`,
    );
    for (const { name } of tables) {
      texts.push(...(await this.payments.rows<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row));
    }
    const tokens = [...new Set(texts.join('\n').match(/~s1\.\w+\.[\w-]+/g) ?? [])];
    const values = await this.elsewhere(async (data) => data.unseal(JSON.stringify(tokens), this.payments.accountId));
    return (JSON.parse(values) as unknown[]).flatMap((value, index) =>
      value === null ? [] : [{ subject: tokens[index]!.split('.')[1]!, value }],
    );
  }
}
