import type {
  AfterDunning,
  HaltReason,
  MandateInstrument,
  MandateMethod,
  MandateReport,
  MandateTerms,
  Metadata,
  Refusal,
  TakenPayment,
  TaxSettings,
} from '#contracts';
import type { Decision, DecisionContext } from '#decider';
import type { CustomerState } from '../../customer/state';
import type { GstRules } from '../../invoice/decide/gst-rates';
import type { InvoiceState } from '../../invoice/state';
import type { MandateRules } from '../../mandate/decide/context';
import type { MandateState } from '../../mandate/state';
import type { PaymentMethodState } from '../../payment-method/decide';
import type { PlanState } from '../../plan/state';
import type { SubscriptionEvent } from '../events';

/** Configuration, never constants of a decision. */
export interface SubscriptionRules extends MandateRules, GstRules {
  /** The hour of the day, in India, from which on a period is debited. */
  debitHour: number;
  /** How long before a period its invoice is drafted and its debit announced. Ms. */
  leadMs: number;
  /** The same where a period is a number of days. Ms. */
  dailyLeadMs: number;
  /** How long nothing is tried before a subscription is halted. Ms. */
  haltAfterMs: number;
  /** How long a customer has to agree, where nothing else is asked for. Ms. */
  authorizeWithinMs: Readonly<Record<MandateMethod, number>>;
}

/** Why a subscription that a mandate no longer serves stands still. */
export type MandateHalt = Extract<HaltReason, `mandate_${string}`>;

/** What a decision about a subscription looks at beside its state. */
export interface SubscriptionContext extends DecisionContext {
  subscriptionId: string;
  rules: SubscriptionRules;
  /** The tax settings of the account as they are now. */
  seller: TaxSettings;
  /** What the account has decided, as it is now. */
  afterDunning: AfterDunning;
  plan(id: string): PlanState;
  customer(id: string): CustomerState;
  mandate(id: string): MandateState;
  invoice(id: string): InvoiceState;
  paymentMethod(id: string): PaymentMethodState;
  /** Minor units that can go back of a payment. */
  refundable(paymentId: string): number;
  /** What the rail makes of a mandate, as the mandate will hear it in the same commit. */
  register(mandateId: string, terms: MandateTerms): MandateReport;
  /** Whether the first payment is made with the approval, as in the sandbox. */
  canPayWithRegistration: boolean;
  /** Whether the registration at the processor of live mode takes the first payment; else it is debited right after it. */
  takesFirst(wanted: { method: MandateMethod; amount: number; hint: string | undefined }): boolean;
  /** What the registration of a mandate took; null for nothing. */
  taken(mandateId: string): TakenPayment | null;
  /** What is taken where nothing was named: in the sandbox one that is approved at once, unless the customer has a page to return to. */
  usualInstrument(method: MandateMethod, returnUrl?: string): MandateInstrument;
  /** Why the sandbox cannot take these words of the caller, or null. */
  refusalOf(metadata: Metadata | undefined): Refusal | null;
  /** The id of what it makes under this name: what is made twice is one. */
  idOf(kind: 'invoice' | 'mandate' | 'refund', name: string): string;
}

export type SubscriptionDecision = Decision<SubscriptionEvent, Refusal>;
