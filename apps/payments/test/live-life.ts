import type {
  AnsweredMandateRequest,
  CreateSubscriptionPayload,
  InvoiceResource,
  MandateReport,
  MandateResource,
  MandateTerms,
  PaymentResource,
  RegistrationPayment,
  SubscriptionResource,
} from '#contracts';
import type { MandateRails } from '../src/processors/mandate-processor';
import type { PaymentProcessor, ProcessorCapabilities } from '../src/processors/processor';
import { ProcessorRegistry } from '../src/processors/routing/registry';
import { DAY_MS, START } from './debit-life';
import { accepted, StreamsInMemory, type Answer } from './streams-in-memory';
import { GOLD, USUAL_TERMS } from './subscription-life';

const CAPABLE = { methods: ['upi', 'card'], currencies: ['INR'], upiFlows: ['collect', 'intent', 'qr'] } as Partial<ProcessorCapabilities>;
const RAILS: MandateRails = { upi: { pause: false, takesFirst: true }, card: { pause: false, takesFirst: true }, enach: { pause: false } };

/** A processor behind a network that registers mandates; a spec never calls it. */
const processor = (mandates: MandateRails): PaymentProcessor =>
  ({ name: 'network', capabilities: () => ({ ...CAPABLE, mandates }) }) as unknown as PaymentProcessor;

/** The account of a merchant in live mode: what its processor reports is said by the test. */
export class LiveLife {
  readonly streams: StreamsInMemory;
  nowMs = START;
  readonly customerId: string;

  constructor(rails: MandateRails = RAILS) {
    this.streams = new StreamsInMemory({}, {}, new ProcessorRegistry([processor(rails)]));
    this.customerId = this.streams.newId('customer', START);
    this.send('customers.create', this.customerId, { name: '~s1.n' });
  }

  send(type: string, streamId: string, payload: object = {}): Answer {
    return this.streams.send(type, streamId, payload, this.nowMs);
  }

  /** @returns the id of a mandate of which the payer is asked to pay ₹99.00 first. @throws what it was refused for. */
  mandate(terms: Partial<MandateTerms> = {}): string {
    const id = this.streams.newId('mandate', this.nowMs);
    accepted(
      this.send('mandates.create', id, {
        customerId: this.customerId,
        instrument: { method: 'upi', vpa: null },
        maxAmount: 9_000_000,
        amountRule: 'maximum',
        frequency: 'as_presented',
        debitDayRule: 'on',
        endsAtMs: START + 365 * DAY_MS,
        category: 'general',
        firstAmount: 9_900,
        ...terms,
      }),
    );
    return id;
  }

  /** @returns the id. @throws what it was refused for. */
  subscribe(payload: Partial<CreateSubscriptionPayload> = {}): string {
    const id = this.streams.newId('subscription', this.nowMs);
    accepted(this.send('subscriptions.create', id, { customerId: this.customerId, price: GOLD, ...USUAL_TERMS, ...payload }));
    return id;
  }

  /** What the processor answers to the registration: the payer has a page. */
  opened(mandateId: string): this {
    const action = { kind: 'redirect_to_url', url: 'https://network.test/page' } as const;
    return this.reports(mandateId, { state: 'requires_action', action, references: { registration: 'reg_1' } }, 'register');
  }

  /** The payer has approved and paid. @param payment what was captured, where it is not what was asked for. */
  approved(mandateId: string, payment: Partial<RegistrationPayment> = {}): this {
    const amount = this.mandateOf(mandateId).first_amount ?? 0;
    const taken = { reference: 'pay_Network1', amount, atMs: this.nowMs, charge: { fee: 200, tax: 36 }, ...payment };
    return this.reports(mandateId, { state: 'active', references: { processor: 'token_1' }, payment: taken });
  }

  /** @param kind of the request that it answers; absent: the processor reports it by itself. */
  reports(mandateId: string, report: MandateReport | undefined, kind?: AnsweredMandateRequest['kind']): this {
    const answers = kind === undefined ? {} : { answers: { kind, outcome: 'done' } };
    accepted(this.send('mandates.record_report', mandateId, { ...(report && { report }), ...answers }));
    return this;
  }

  /** Lets time pass, from one instant at which something is due to the next. */
  pass(ms: number): this {
    const end = this.nowMs + ms;
    for (let due = this.streams.nextDueMs(); due !== null && due <= end; due = this.streams.nextDueMs()) {
      this.nowMs = Math.max(this.nowMs, due);
      this.streams.wakeDue(this.nowMs);
    }
    this.nowMs = end;
    return this;
  }

  mandateOf = (id: string): MandateResource => this.streams.resource<MandateResource>(id);
  paymentOf = (id: string | null): PaymentResource => this.streams.resource<PaymentResource>(id ?? '');
  invoiceOf = (id: string | null): InvoiceResource => this.streams.resource<InvoiceResource>(id ?? '');
  subscriptionOf = (id: string): SubscriptionResource => this.streams.resource<SubscriptionResource>(id);

  /** Ids of all that is there of one kind, by the letters that they begin with. */
  idsOf(prefix: 'pay' | 'inv' | 'debit'): string[] {
    return [...this.streams.streams.keys()].filter((id) => id.startsWith(`${prefix}_`));
  }

  /** Types of the events that everything published, in order, from an index on. */
  publishedFrom(index = 0): string[] {
    return this.streams.publishedTypes(index);
  }
}
