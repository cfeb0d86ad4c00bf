import type { Answer } from './api-client';
import { ClocksOf, WAIT } from './clocks-of';
import type { Merchant } from './merchant';

type Json = Answer['json'];
type BodyStep =
  'account' | 'customer' | 'customer_now' | 'subscribe' | 'patch' | 'cancel' | 'pause' | 'preview' | 'tax' | 'patch_customer' | 'invoice';

/** A step of a billing case: times are ISO 8601, periods ISO 8601 durations, bodies those of the API. */
export type BillingStep =
  | ['clock' | 'advance' | 'advance_by' | 'simulate_debit_latest' | 'simulate_mandate' | 'expect_status', string]
  | [BodyStep, object]
  | ['resume' | 'void_latest' | 'uncollectible_latest']
  | ['refund_latest', 'all' | number];

/** A small input and what has to come of it; `BillingStory.facts` has the names of what is expected. */
export interface BillingCase {
  id: string;
  title: string;
  steps: BillingStep[];
  expected: Record<string, unknown>;
}

/** Plays the steps of a billing case over HTTP, as a merchant with a test clock would. */
export class BillingStory {
  private clock = '';
  private customer = '';
  private subscription = '';
  private invoice = '';
  private preview: Json = {};
  private readonly clocks: ClocksOf;

  constructor(private readonly merchant: Merchant) {
    this.clocks = new ClocksOf(merchant);
  }

  async play(steps: readonly BillingStep[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      await this.playStep(step).catch((error: unknown) => {
        throw new Error(`Step ${index + 1}, ${JSON.stringify(step)}: ${String(error)}`);
      });
    }
  }

  /** The outcome of a story, by the names that cases expect. Lists may be a fraction of a second behind. */
  async facts(): Promise<Record<string, unknown>> {
    const customer = await this.read(`/v1/customers/${this.customer}`);
    const subscription = this.subscription === '' ? {} : await this.read(this.subscriptionPath());
    const latest = this.invoice === '' ? await this.latestInvoice() : await this.read(`/v1/invoices/${this.invoice}`);
    const payments = await this.payments();
    return {
      ...prefixed('subscription', subscription),
      ...prefixed('customer', customer),
      ...prefixed('latest', latest),
      'latest.igst': (latest.tax as Json | undefined)?.igst,
      'latest.cgst': (latest.tax as Json | undefined)?.cgst,
      'latest.first_line_cgst': (latest.lines as Json[] | undefined)?.[0]?.cgst,
      'latest.error': (latest.last_error as Json | null | undefined)?.reason,
      'preview.recurring_from': recurringFrom(this.preview),
      'preview.total': this.preview.total,
      balance: balanceIn(customer, 'INR'),
      charged: sumOf(payments, 'amount_captured'),
      refunded: sumOf(payments, 'amount_refunded'),
    };
  }

  private playStep([name, value]: BillingStep): Promise<unknown> {
    if (typeof value === 'object') return this.send(name as BodyStep, value);
    return this.turn(name as Exclude<BillingStep[0], BodyStep>, String(value));
  }

  private turn(name: Exclude<BillingStep[0], BodyStep>, text: string): Promise<unknown> {
    const turns: Record<typeof name, () => Promise<unknown>> = {
      clock: () => this.makeClock(text),
      advance: () => this.advance({ to_at: secondsOf(text) }),
      advance_by: () => this.advance({ by: text }),
      resume: () => this.actOnSubscription('resume', {}),
      void_latest: () => this.actOnLatest('void'),
      uncollectible_latest: () => this.actOnLatest('mark_uncollectible'),
      refund_latest: () => this.refundLatest(text),
      simulate_debit_latest: () => this.simulateDebit(text),
      simulate_mandate: () => this.simulateMandate(text),
      expect_status: () => this.expectStatus(text),
    };
    return turns[name]();
  }

  private send(name: BodyStep, body: object): Promise<unknown> {
    const clock = this.clock !== '' && { test_clock_id: this.clock };
    const sends: Record<BodyStep, () => Promise<unknown>> = {
      account: () => this.merchant.patch('/v1/account', body).then(accepted),
      tax: () => this.merchant.patch('/v1/tax_settings', body).then(accepted),
      customer: () => this.makeCustomer({ name: 'Asha Verma', ...body, ...clock }),
      customer_now: () => this.makeCustomer({ name: 'Asha Verma', ...body }),
      patch_customer: () => this.merchant.patch(`/v1/customers/${this.customer}`, body).then(accepted),
      invoice: () => this.makeInvoice({ customer_id: this.customer, ...body }),
      subscribe: () => this.makeSubscription({ customer_id: this.customer, ...body }),
      patch: () => this.merchant.patch(this.subscriptionPath(), body).then(accepted),
      preview: () => this.previewUpdate(body),
      cancel: () => this.actOnSubscription('cancel', body),
      pause: () => this.actOnSubscription('pause', body),
    };
    return sends[name]();
  }

  private async previewUpdate(body: object): Promise<void> {
    this.preview = await this.actOnSubscription('preview_update', body);
  }

  private async actOnSubscription(action: string, body: object): Promise<Json> {
    return accepted(await this.merchant.post(`${this.subscriptionPath()}/${action}`, body));
  }

  private async simulateMandate(outcome: string): Promise<void> {
    const { mandate_id: mandate } = await this.read(this.subscriptionPath());
    accepted(await this.merchant.post(`/v1/test_helpers/mandates/${String(mandate)}/simulate`, { outcome }));
  }

  private async expectStatus(status: string): Promise<void> {
    expect((await this.read(this.subscriptionPath())).status).toBe(status);
  }

  private async makeClock(at: string): Promise<void> {
    this.clock = await this.clocks.clockAt(secondsOf(at));
  }

  private async makeCustomer(body: object): Promise<void> {
    this.customer = await this.clocks.make('/v1/customers', body);
  }

  private async makeSubscription(body: object): Promise<void> {
    this.subscription = await this.clocks.make('/v1/subscriptions', body);
  }

  private async makeInvoice(body: object): Promise<void> {
    this.invoice = await this.clocks.make('/v1/invoices', body);
  }

  private async advance(body: object): Promise<void> {
    const { status, json, text } = await this.clocks.advance(this.clock, body, WAIT);
    if (status !== 200 || json.status !== 'ready') throw new Error(`The clock answered ${text}`);
  }

  private async actOnLatest(action: string): Promise<void> {
    const { id } = await this.latestInvoice();
    accepted(await this.merchant.post(`/v1/invoices/${String(id)}/${action}`, {}));
  }

  private async refundLatest(amount: string): Promise<void> {
    const { payment_id } = await this.latestInvoice();
    accepted(await this.merchant.post('/v1/refunds', { payment_id, ...(amount !== 'all' && { amount: Number(amount) }) }));
  }

  private async simulateDebit(outcome: string): Promise<void> {
    const { debit_id: debit } = await this.latestInvoice();
    accepted(await this.merchant.post(`/v1/test_helpers/debits/${String(debit)}/simulate`, { outcome }));
  }

  private subscriptionPath(): string {
    return `/v1/subscriptions/${this.subscription}`;
  }

  private async read(path: string): Promise<Json> {
    return accepted(await this.merchant.get(path));
  }

  private async latestInvoice(): Promise<Json> {
    const { latest_invoice_id: id } = await this.read(this.subscriptionPath());
    return typeof id === 'string' ? this.read(`/v1/invoices/${id}`) : {};
  }

  private async payments(): Promise<Json[]> {
    return (await this.read(`/v1/payments?limit=100&customer_id=${this.customer}`)).data as Json[];
  }
}

function accepted({ status, json, text }: Answer): Json {
  if (status >= 300) throw new Error(`refused: ${text}`);
  return json;
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1_000;
}

function prefixed(name: string, json: Json): Record<string, unknown> {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [`${name}.${key}`, value]));
}

function sumOf(payments: readonly Json[], field: string): number {
  return payments.reduce((sum, payment) => sum + Number(payment[field]), 0);
}

function balanceIn({ balances }: Json, currency: string): number {
  return (balances as { currency: string; amount: number }[] | undefined)?.find((balance) => balance.currency === currency)?.amount ?? 0;
}

/** The first date, in India, of the recurring line that begins last. */
function recurringFrom({ lines }: Json): string | undefined {
  const starts = ((lines ?? []) as Json[]).filter(({ type }) => type === 'recurring').map((line) => Number(line.period_start_at));
  return starts.length === 0 ? undefined : new Date((Math.max(...starts) + 19_800) * 1_000).toISOString().slice(0, 10);
}
