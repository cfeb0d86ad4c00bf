import { eventually, hundiUnderTest } from '#testing';
import { ClocksOf, WAIT } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
type Json = Record<string, unknown>;
interface Invoice {
  id: string;
  status: string;
  next_attempt_at: number | null;
  debit_id: string | null;
  last_error: { reason: string } | null;
}
interface Debit {
  id: string;
  status: string;
}
const GOOD = { payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } };
/** In days. */
const HOUR = 1 / 24;
const ENDED = ['succeeded', 'failed', 'cancelled'];

/** A plan of a day whose debits fail and are tried again after ten days: ten debits of the mandate are open, and the others wait. */
class DailyLife {
  private constructor(
    private readonly clocks: ClocksOf,
    private readonly clock: string,
    private readonly path: string,
    private readonly failingMandate: string,
  ) {}

  static async failing(days: number): Promise<DailyLife> {
    const clocks = new ClocksOf(await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi)));
    const { clock, subscription } = await clocks.subscribed({ amount: 9_900, interval: 'day', retry_schedule: [240, 480, 720] });
    const path = `/v1/subscriptions/${subscription}`;
    const { status, json } = await clocks.merchant.patch(path, { payment_method: 'upi', upi: { vpa: 'mandate.lowfunds@sandbox' } });
    expect([status, json.status]).toEqual([200, 'active']);
    const life = new DailyLife(clocks, clock, path, String(json.mandate_id));
    await life.advance(days);
    return life;
  }

  async advance(days: number): Promise<void> {
    const { status, text } = await this.clocks.advance(this.clock, { by: `PT${Math.round(days * 24)}H` }, WAIT);
    expect([status, text]).toEqual([200, expect.stringContaining('"ready"')]);
  }

  async post(action: string, body: object = {}): Promise<Json> {
    const { status, text, json } = await this.clocks.merchant.post(`${this.path}/${action}`, body);
    expect([action, status, text]).toEqual([action, 200, text]);
    return json;
  }

  async patch(body: object): Promise<void> {
    expect((await this.clocks.merchant.patch(this.path, body)).status).toBe(200);
  }

  async read(): Promise<Json> {
    return (await this.clocks.merchant.get(this.path)).json;
  }

  invoices(): Promise<Invoice[]> {
    return this.list(`${this.path}/invoices`);
  }

  /** Debits of the mandate that fails which have not ended. */
  async openDebits(): Promise<Debit[]> {
    const debits = await this.list<Debit>(`/v1/mandates/${this.failingMandate}/debits`);
    return debits.filter(({ status }) => !ENDED.includes(status));
  }

  /** Invoices that wait for one of the debits to end. */
  async waiting(): Promise<Invoice[]> {
    return (await this.invoices()).filter(({ last_error: error }) => error?.reason === 'debit_limit_reached');
  }

  private async list<TItem>(path: string): Promise<TItem[]> {
    const { status, json } = await this.clocks.merchant.get(`${path}?limit=100`);
    expect([status, json.has_more]).toEqual([200, false]);
    return json.data as TItem[];
  }
}

describe('a plan of a day whose debits fail for 25 days', () => {
  const failing = async (): Promise<DailyLife> => {
    const life = await DailyLife.failing(25);
    await eventually(async () => {
      expect(await life.openDebits()).toHaveLength(10);
      expect((await life.waiting()).length).toBeGreaterThan(12);
    });
    expect(await life.read()).toMatchObject({ status: 'past_due', retry: { next_at: expect.any(Number) } });
    return life;
  };
  /** Nothing is debited any more. */
  const isQuiet = (life: DailyLife): Promise<void> =>
    eventually(async () => {
      expect(await life.openDebits()).toEqual([]);
      expect((await life.invoices()).filter(({ next_attempt_at: at }) => at !== null)).toEqual([]);
      expect(await life.waiting()).toEqual([]);
    });

  it('halts with every debit called off, goes on when the customer pays one, and ends', async () => {
    const life = await failing();
    await life.advance(9);
    expect(await life.read()).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted', next_charge_at: null });
    await isQuiet(life);
    await life.advance(3);
    await isQuiet(life);
    await life.post('retry', { payment_method: 'upi', upi: { vpa: 'success@sandbox' } });
    await life.patch(GOOD);
    expect((await life.read()).status).toBe('active');
    const { paid_count: paidBefore } = await life.read();
    await life.advance(5);
    const { status, paid_count: paid } = await life.read();
    expect([status, Number(paid) - Number(paidBefore)]).toEqual(['active', 5]);
    await life.post('cancel', { at: 'now' });
    await life.advance(15);
    await isQuiet(life);
    expect(await life.read()).toMatchObject({ status: 'cancelled', paid_count: paid, next_charge_at: null });
  });

  it('is collected whole under another mandate after a pause', async () => {
    const life = await failing();
    await life.patch(GOOD);
    await life.post('pause');
    await life.advance(2);
    await isQuiet(life);
    await life.post('resume');
    await life.advance(9);
    expect(await life.read()).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it.each(['keep', 'void'])('is debited no more once it is cancelled, with open_invoices %s', async (openInvoices) => {
    const life = await failing();
    await life.post('cancel', { at: 'now', open_invoices: openInvoices, revoke_mandate: false });
    // More debits than one commit calls off: the next commits follow with the clock.
    await life.advance(HOUR);
    await isQuiet(life);
    const { outstanding_amount: outstanding } = await life.read();
    await life.advance(30);
    await isQuiet(life);
    expect(await life.read()).toMatchObject({ status: 'cancelled', outstanding_amount: outstanding });
    const isOpen = (await life.invoices()).some(({ status }) => status === 'open');
    expect([isOpen, outstanding === 0]).toEqual([openInvoices === 'keep', openInvoices === 'void']);
  });
});
