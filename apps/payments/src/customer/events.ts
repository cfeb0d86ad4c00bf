import type { CustomerChange, CustomerProfile, DomainEvent, KycState, KycStatus, RecordedBalanceChange } from '#contracts';
import type { Belongings } from './state';

/** The facts of a customer's life. What is personal in them is sealed under the customer's key, and unreadable without it. */
export type CustomerEvent =
  | DomainEvent<'customer.created', CustomerProfile>
  | DomainEvent<'customer.updated', CustomerChange>
  /** `left` is more than ends in its commit. */
  | DomainEvent<'customer.deleted', { atMs: number; left?: Belongings }>
  | DomainEvent<'customer.kyc_recorded', { kycStatus: KycStatus }>
  /** Internal: what became of one verification; the status of the customer may stay. */
  | DomainEvent<'customer.kyc_noted', KycState>
  /** Internal: the buyer of invoices through this one is kept (docs/decisions/0035); there are more. */
  | DomainEvent<'customer.buyers_kept', { throughInvoiceId: string }>
  /** Internal: more of what ends with the customer has ended. */
  | DomainEvent<'customer.belongings_ended', { left?: Belongings }>
  /** Internal: nothing sealed for the customer can be read by anybody any more. */
  | DomainEvent<'customer.key_destroyed', Record<string, never>>
  /** Internal: the instrument has a record of its own, which says so in public. */
  | DomainEvent<'customer.payment_method_added', { paymentMethodId: string; digest?: string }>
  | DomainEvent<'customer.payment_method_removed', { paymentMethodId: string }>
  /** Internal: a subscription began, and has ended. */
  | DomainEvent<'customer.subscription_added', { subscriptionId: string }>
  | DomainEvent<'customer.subscription_removed', { subscriptionId: string }>
  /** Internal: an invoice is due, and is not any more. */
  | DomainEvent<'customer.invoice_opened', { invoiceId: string; currency: string }>
  | DomainEvent<'customer.invoice_closed', { invoiceId: string }>
  /** It is in the history under this id. */
  | DomainEvent<'customer.balance_changed', RecordedBalanceChange & { transactionId: string }>;

export type CustomerEventName = CustomerEvent['type'];
