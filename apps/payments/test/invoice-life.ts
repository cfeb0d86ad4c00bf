import type {
  CustomerResource,
  InvoiceCommandPayloads,
  InvoiceLineTerms,
  InvoiceResource,
  PayInvoicePayload,
  TaxSettingsChange,
} from '#contracts';
import { taxSettingsIdOf } from '../src/tax-settings/id';
import { Life } from './debit-life';
import type { Answer } from './streams-in-memory';

/** Of Maharashtra, with GST of 18 % contained in prices. */
export const REGISTERED: TaxSettingsChange = {
  legalName: 'Acme Software Private Limited',
  gstin: { number: '~s1.gstin', stateCode: '27' },
  defaultSac: '998431',
  defaultRateBps: 1_800,
};

export const line = (unitAmount: number, more: Partial<InvoiceLineTerms> = {}): InvoiceLineTerms => ({
  type: 'upfront',
  description: 'Onboarding',
  quantity: 1,
  unitAmount,
  ...more,
});

const PAY: Record<string, Partial<PayInvoicePayload>> = {
  good: { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' }, methods: ['upi'] },
  bad: { instrument: { method: 'upi', flow: 'collect', vpa: 'insufficient@sandbox' }, methods: ['upi'] },
};

/** Invoices of one customer, at times that the test names. */
export class InvoiceLife extends Life {
  register(change: TaxSettingsChange = REGISTERED): this {
    this.send('tax_settings.update', taxSettingsIdOf({ accountId: this.streams.accountId, livemode: false }), change);
    return this;
  }

  /** @returns the id. @throws what it was refused for. */
  invoice(terms: Partial<InvoiceCommandPayloads['invoices.create']> = {}): string {
    const id = this.streams.newId('invoice', this.nowMs);
    const answer = this.send('invoices.create', id, {
      customerId: this.customerId,
      billingReason: 'manual',
      currency: 'INR',
      lines: [line(49_900)],
      collection: 'send_invoice',
      daysUntilDue: 7,
      isFinal: true,
      ...terms,
    });
    if ('refusal' in answer) throw new Error([answer.refusal.code, answer.refusal.details?.param].filter(Boolean).join(' '));
    return id;
  }

  /** An invoice that is debited under the mandate. */
  automatic(terms: Partial<InvoiceCommandPayloads['invoices.create']> = {}): string {
    return this.invoice({ collection: 'automatic', mandateId: this.mandateId, ...terms });
  }

  pay(id: string, how: 'good' | 'bad' | PayInvoicePayload): Answer {
    return this.send('invoices.pay', id, typeof how === 'string' ? { ...PAY[how] } : how);
  }

  /** @returns the code of the refusal, or the status of the answer. */
  ask(type: string, id: string, payload: object = {}): string | number {
    const answer = this.send(type, id, payload);
    return 'refusal' in answer ? answer.refusal.code : answer.status;
  }

  newRefund(): string {
    return this.streams.newId('refund', this.nowMs);
  }

  /** What the customer has in rupees, paise: below zero for credit. */
  get balance(): number {
    const { balances } = this.streams.resource<CustomerResource>(this.customerId);
    return balances.find(({ currency }) => currency === 'INR')?.amount ?? 0;
  }

  invoiceOf = (id: string): InvoiceResource => this.streams.resource<InvoiceResource>(id);
  /** Minor units, of the payments that are for it: what they took, less what they gave back. */
  keptOf(id: string): number {
    const payments = [...this.streams.streams.keys()].filter((key) => key.startsWith('pay_')).map((key) => this.payment(key));
    return payments
      .filter(({ invoice_id }) => invoice_id === id)
      .reduce((sum, { amount_captured, amount_refunded }) => sum + amount_captured - amount_refunded, 0);
  }
}
