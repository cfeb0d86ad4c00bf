import {
  type CancelSubscriptionPayload,
  type CreateSubscriptionPayload,
  type InvoiceResource,
  type MandateInstrument,
  type PlanTerms,
  type SubscriptionResource,
  type SubscriptionPrice,
} from '#contracts';
import { DAY_MS, upi } from './debit-life';
import { InvoiceLife } from './invoice-life';
import { accepted, type Answer } from './streams-in-memory';

export const GOLD: SubscriptionPrice = { name: 'Gold', amount: 49_900, currency: 'INR', interval: { unit: 'month', count: 1 } };
/** What a request without further wishes comes to, beside its price. */
export const USUAL_TERMS: Omit<CreateSubscriptionPayload, 'customerId' | 'price'> = {
  quantity: 1,
  collection: 'automatic',
  daysUntilDue: 7,
  firstPeriod: 'prorate',
  method: 'upi',
  category: 'general',
  upfrontItems: [],
  notifyCustomer: true,
};

/** Subscriptions of one customer, at times that the test names. */
export class SubscriptionLife extends InvoiceLife {
  constructor(local = 'mandate.ok') {
    super(upi(local));
  }

  /** @param instant such as `2026-01-31T00:30:00Z`. */
  at(instant: string): this {
    this.nowMs = Date.parse(instant);
    return this;
  }

  plan(terms: Partial<PlanTerms> = {}): string {
    const id = this.streams.newId('plan', this.nowMs);
    accepted(this.send('plans.create', id, { ...GOLD, active: true, trialDays: 0, ...terms }));
    return id;
  }

  /** @returns the id. @throws what it was refused for. */
  subscribe(payload: Partial<CreateSubscriptionPayload> = {}): string {
    const id = this.streams.newId('subscription', this.nowMs);
    accepted(this.trySubscribe(payload, id));
    return id;
  }

  trySubscribe(payload: Partial<CreateSubscriptionPayload> = {}, id = this.streams.newId('subscription', this.nowMs)): Answer {
    return this.send('subscriptions.create', id, {
      customerId: this.customerId,
      ...(payload.planId === undefined && { price: GOLD }),
      ...USUAL_TERMS,
      ...payload,
    });
  }

  /** On a mandate of the sandbox. */
  on(instrument: MandateInstrument, payload: Partial<CreateSubscriptionPayload> = {}): string {
    return this.subscribe({ instrument, method: instrument.method, ...payload });
  }

  /** What a command would come to. */
  dry(type: string, id: string, payload: object): Answer {
    return this.streams.dry(type, id, payload, this.nowMs);
  }

  cancel(id: string, payload: Partial<CancelSubscriptionPayload> = {}): Answer {
    return this.send('subscriptions.cancel', id, { at: 'now', refund: 'none', openInvoices: 'keep', ...payload });
  }

  /** Lets time pass until an instant such as `2026-01-31T00:30:00Z`. */
  until(instant: string): this {
    return this.pass(Date.parse(instant) - this.nowMs);
  }

  days(count: number): this {
    return this.pass(count * DAY_MS);
  }

  subscriptionOf = (id: string): SubscriptionResource => this.streams.resource<SubscriptionResource>(id);

  /** Oldest first. */
  invoicesOf(id: string): InvoiceResource[] {
    return [...this.streams.streams.keys()]
      .filter((key) => key.startsWith('inv_'))
      .map((key) => this.invoiceOf(key))
      .filter((invoice) => invoice.subscription_id === id);
  }

  /** Types of the events that everything published, in order, from an index on. */
  publishedFrom(index = 0): string[] {
    return this.streams.publishedTypes(index);
  }
}
