import { ApiProperty } from '../api-property';
import { CurrencyCode, SignedAmountMinor, Text } from '../checks/field-checks';
import { Metadata as MetadataCheck } from '../checks/metadata-checks';
import { OptionalField } from '../checks/optional-field';
import type { Command } from '../command';
import { MAX_AMOUNT_MINOR } from '../money';
import type { Metadata } from '../payments/commands';
import { EXAMPLE_IDS, Example, RequestExamples } from '../examples';

/** What changes the balance of a customer (docs/how-to/credit-of-customers.md). */
export const BALANCE_CHANGE_TYPES = ['proration', 'credit_note', 'applied', 'adjustment', 'refund'] as const;
export type BalanceChangeType = (typeof BALANCE_CHANGE_TYPES)[number];

/** A change of the balance of a customer in one currency. */
export interface BalanceChange {
  /** Minor units, not zero: below zero more credit, above zero less. */
  amount: number;
  currency: string;
  type: BalanceChangeType;
  invoiceId?: string;
  subscriptionId?: string;
  description?: string;
  metadata?: Metadata;
}

/** A change with what it led to. */
export interface RecordedBalanceChange extends BalanceChange {
  /** Minor units. */
  endingBalance: number;
}

/** By the merchant: the transaction has the id that the gateway gave it. */
export type AdjustBalancePayload = Pick<BalanceChange, 'amount' | 'currency' | 'description' | 'metadata'> & { transactionId: string };

/**
 * What an invoice, a subscription or a merchant asks of a customer. `customers.change_balance` is a follow-up: another aggregate sends
 * it in the same commit as what the money is for, and it is never refused, of an erased customer neither. What the balance is when a
 * decision is made is `balanceOf` of the customer's state.
 */
export type CustomerBalanceCommand =
  Command<'customers.change_balance', BalanceChange> | Command<'customers.adjust_balance', AdjustBalancePayload>;

/** By an invoice of the customer that is due, and once it is not any more: credit pays the oldest first. */
export type CustomerInvoiceCommand = Command<'customers.record_invoice', { invoiceId: string; currency: string; isOpen: boolean }>;

/** By its customer. */
export type BalanceTransactionCommand = Command<'customer_balance_transactions.create', RecordedBalanceChange & { customerId: string }>;

const signed = (example: number) =>
  ({ type: 'integer', format: 'int64', minimum: -MAX_AMOUNT_MINOR, maximum: MAX_AMOUNT_MINOR, example }) as const;
const text = (example?: string) => ({ type: String, nullable: true, ...(example !== undefined && { example }) });

/** What a customer has in one currency. */
export class CustomerBalance {
  @ApiProperty({ type: String, example: 'INR', description: 'ISO 4217 code.' }) currency!: string;
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    example: -24781,
    description:
      'In the smallest unit of the currency. Below zero: credit, which pays invoices. Above zero: what the next invoice charges.',
  })
  amount!: number;
}

/** The body of `POST /v1/customers/{id}/balance_transactions`. */
@RequestExamples({
  credit: { summary: 'Credit of ₹50', value: { amount: -5000, currency: 'INR', description: 'For the outage on 3 March' } },
})
export class AdjustCustomerBalanceDto {
  @ApiProperty({
    description:
      'In the smallest unit of the currency, not zero. Below zero gives credit, which pays open invoices first, the oldest before the others; above zero takes it, and what is above the credit is charged with the next invoice.',
    example: -5000,
  })
  @SignedAmountMinor()
  amount!: number;

  @ApiProperty({ description: 'ISO 4217 code.', example: 'INR' })
  @CurrencyCode()
  currency!: string;

  @OptionalField({
    description: 'Shown in the history. Nothing personal here: it outlives an erasure.',
    example: 'For the outage on 3 March',
  })
  @Text(200)
  description?: string | null;

  @OptionalField({ description: 'Nothing personal here: it outlives an erasure.', example: { ticket: 'T-1001' } })
  @MetadataCheck()
  metadata?: Record<string, string | number | boolean> | null;
}

/** A change of the balance of a customer. */
@Example<CustomerBalanceTransactionResource>({
  id: EXAMPLE_IDS.customerBalanceTransaction,
  object: 'customer_balance_transaction',
  livemode: false,
  customer_id: EXAMPLE_IDS.customer,
  amount: -5000,
  currency: 'INR',
  type: 'adjustment',
  invoice_id: null,
  subscription_id: null,
  ending_balance: -5000,
  description: 'For the outage on 3 March',
  metadata: {},
  created_at: 1_795_219_200,
})
export class CustomerBalanceTransactionResource {
  @ApiProperty({ type: String, pattern: '^cbtxn_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['customer_balance_transaction'] }) object!: 'customer_balance_transaction';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) customer_id!: string;
  @ApiProperty({ ...signed(-5000), description: 'In the smallest unit of the currency. Below zero: more credit; above zero: less.' })
  amount!: number;
  @ApiProperty({ type: String, example: 'INR' }) currency!: string;
  @ApiProperty({
    type: String,
    enum: BALANCE_CHANGE_TYPES,
    description:
      '`proration`: a change of a subscription gave credit, or took it back. `credit_note`: a document gave it, or took it back. `applied`: an invoice took it, or gave it back. `adjustment`: you changed it. `refund`: it was paid back as money.',
  })
  type!: BalanceChangeType;
  @ApiProperty({ ...text(), description: 'The invoice that took it, or that it comes from.' }) invoice_id!: string | null;
  @ApiProperty({ ...text(), description: 'The subscription of that invoice.' }) subscription_id!: string | null;
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    example: -5000,
    description: 'The balance in this currency after it, in the smallest unit of the currency.',
  })
  ending_balance!: number;
  @ApiProperty(text('For the outage on 3 March')) description!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
}
