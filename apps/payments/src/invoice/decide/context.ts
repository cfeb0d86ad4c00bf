import type { InvoiceTerms, IstDate, Refusal, TaxSettings } from '#contracts';
import type { Decision, DecisionContext, FollowUp } from '#decider';
import { taxProfileOf, type CustomerState } from '../../customer/state';
import type { DebitRules, InstantDebitRail } from '../../debit/decide/context';
import type { MandateState } from '../../mandate/state';
import type { InvoiceEvent } from '../events';
import { taxedBuyer, type Buyer } from './bill';
import type { InvoiceRules } from './rules';

/** The numbers of one prefix and financial year. */
export interface Series {
  id: string;
  /** The last number that is taken; 0 for none. */
  last: number;
}

/** What a decision about an invoice looks at beside its state. */
export interface InvoiceContext extends DecisionContext {
  invoiceId: string;
  rules: InvoiceRules;
  /** What a debit is judged with. */
  debits: { rules: DebitRules; rail: InstantDebitRail };
  /** The tax settings of the account as they are now. */
  seller: TaxSettings;
  /** A customer as they are now. */
  customer(id: string): CustomerState;
  /** A mandate as it is now; `none` when there is no such mandate. */
  mandate(id: string): MandateState;
  series(prefix: string, date: IstDate): Series;
  /** Why money of a refund goes back. */
  refundReason(refundId: string): string | null;
  /** Minor units that refunds of a payment were to pay from the balance of the customer. */
  refundsFromBalance(paymentId: string): number;
  /** Minor units that can go back of a payment. */
  refundable(paymentId: string): number;
  /** The id of the payment, debit or refund that an invoice begins as its nth, so that one that is decided twice is one. */
  idOf(kind: 'payment' | 'debit' | 'refund', number: number): string;
}

export type InvoiceDecision = Decision<InvoiceEvent, Refusal>;

/** Events with what they ask of others, or why not. Steps of one decision are joined. */
export type Step = { events: InvoiceEvent[]; followUps: FollowUp[] } | { refusal: Refusal };

/** Who buys, as tax sees them. */
export function buyerOf({ customerId }: Pick<InvoiceTerms, 'customerId'>, { customer }: InvoiceContext): Buyer {
  return taxedBuyer(taxProfileOf(customer(customerId)));
}

/** One step, and on with the next, which is told the events of the first, unless it is refused. */
export function joined(first: Step, next: (events: InvoiceEvent[]) => Step): Step {
  if ('refusal' in first) return first;
  const second = next(first.events);
  if ('refusal' in second) return second;
  return { events: [...first.events, ...second.events], followUps: [...first.followUps, ...second.followUps] };
}
