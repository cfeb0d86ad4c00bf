import { ApiProperty } from '../api-property';
import { CustomerAddress } from '../customers/customer.resource';
import { PERSONAL } from '../encrypted';
import { MAX_AMOUNT_MINOR } from '../money';
import { TaxSettingsAddress } from '../tax-settings/tax-settings.resource';
import {
  BILLING_REASONS,
  COLLECTIONS,
  CREDIT_NOTE_REFUNDS,
  INVOICE_DOCUMENT_TYPES,
  INVOICE_LINE_TYPES,
  INVOICE_STATUSES,
  OUTSIDE_CHANNELS,
  SUPPLY_TYPES,
  type BillingReason,
  type Collection,
  type CreditNoteRefund,
  type InvoiceDocumentType,
  type InvoiceLineType,
  type InvoiceStatus,
  type OutsideChannel,
  type SupplyType,
} from './words';
import { Example, ExampleOf } from '../examples';

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
const time = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;
const money = (example: number) => ({ type: 'integer', format: 'int64', minimum: 0, maximum: MAX_AMOUNT_MINOR, example }) as const;
const signed = (example: number) =>
  ({ type: 'integer', format: 'int64', minimum: -MAX_AMOUNT_MINOR, maximum: MAX_AMOUNT_MINOR, example }) as const;

/** Tax of an invoice, in the smallest unit of the currency. Below zero where its lines give back more of one kind than they charge. */
export class InvoiceTax {
  @ApiProperty({ ...signed(3806), description: 'Central tax.' }) cgst!: number;
  @ApiProperty({ ...signed(3806), description: 'State tax, or the tax of a union territory.' }) sgst!: number;
  @ApiProperty({ ...signed(0), description: 'Integrated tax: between states, into a special economic zone, abroad.' }) igst!: number;
  @ApiProperty(signed(7612)) total!: number;
}

/** What part of a whole period a line charges. */
export class InvoiceLineProration {
  @ApiProperty({ type: 'integer', minimum: 0, example: 12 }) days!: number;
  @ApiProperty({ type: 'integer', minimum: 1, example: 31 }) of_days!: number;
  @ApiProperty(text()) plan_id!: string | null;
}

/** Something charged. Amounts below zero give back what was charged before. */
@Example<InvoiceLine>({
  id: 'il_0VB3xQ9k42Rk7v2LmXp9Bd01',
  type: 'upfront',
  description: 'Onboarding',
  quantity: 1,
  unit_amount: 49900,
  amount: 49900,
  period_start_at: null,
  period_end_at: null,
  sac: '998431',
  rate_bps: 1800,
  taxable_amount: 42288,
  cgst: 3806,
  sgst: 3806,
  igst: 0,
  proration: null,
})
export class InvoiceLine {
  @ApiProperty({ type: String, example: 'il_0VB3xQ9k42Rk7v2LmXp9Bd01' }) id!: string;
  @ApiProperty({ type: String, enum: INVOICE_LINE_TYPES }) type!: InvoiceLineType;
  @ApiProperty(text('Onboarding')) description!: string | null;
  @ApiProperty({ type: 'integer', minimum: 1 }) quantity!: number;
  @ApiProperty(signed(49900)) unit_amount!: number;
  @ApiProperty({ ...signed(49900), description: 'quantity × unit_amount.' }) amount!: number;
  @ApiProperty(time) period_start_at!: number | null;
  @ApiProperty(time) period_end_at!: number | null;
  @ApiProperty({ ...text('998431'), description: 'Services accounting code.' }) sac!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, example: 1800, description: 'Basis points: 1800 is 18 %.' })
  rate_bps!: number | null;
  @ApiProperty({ ...signed(42288), description: 'What the tax is charged on.' }) taxable_amount!: number;
  @ApiProperty(signed(3806)) cgst!: number;
  @ApiProperty(signed(3806)) sgst!: number;
  @ApiProperty(signed(0)) igst!: number;
  @ApiProperty({ type: () => InvoiceLineProration, nullable: true }) proration!: InvoiceLineProration | null;
}

/** Who sells, as it was when the invoice was finalized. */
export class InvoiceSeller {
  @ApiProperty(text('Acme Software Private Limited')) name!: string | null;
  @ApiProperty({ ...text('29AAGCB7383J1Z4'), ...PERSONAL }) gstin!: string | null;
  @ApiProperty({ type: () => TaxSettingsAddress, nullable: true }) address!: TaxSettingsAddress | null;
  @ApiProperty({ ...text('29'), description: 'GST code.' }) state_code!: string | null;
}

/** Who buys, as it was when the invoice was finalized. */
export class InvoiceBuyer {
  @ApiProperty({ ...text('Asha Verma'), ...PERSONAL }) name!: string | null;
  @ApiProperty({ ...text('29AAGCB7383J1Z4'), ...PERSONAL }) gstin!: string | null;
  @ApiProperty({ type: () => CustomerAddress, nullable: true, ...PERSONAL }) address!: CustomerAddress | null;
  @ApiProperty({ ...text('29'), description: 'GST code.' }) state_code!: string | null;
}

/** What takes the tax back of what an invoice does not charge after all (CGST Act, section 34). */
export class InvoiceBalanceNote {
  @ApiProperty({ ...text('CN/2627/000001'), description: 'Null where the series of the year is used up.' }) number!: string | null;
  @ApiProperty({ type: String, example: '2026-11-25', description: 'Date in India.' }) date!: string;
  @ApiProperty(money(49900)) amount!: number;
  @ApiProperty(signed(42288)) taxable_amount!: number;
  @ApiProperty(signed(3806)) cgst!: number;
  @ApiProperty(signed(3806)) sgst!: number;
  @ApiProperty(signed(0)) igst!: number;
  @ApiProperty({ ...signed(0), description: 'amount less taxable_amount and tax: its part of the round_off of the invoice.' })
  round_off!: number;
}

/** What was taken back of an invoice. */
export class InvoiceCreditNote extends InvoiceBalanceNote {
  @ApiProperty(text('requested_by_customer')) reason!: string | null;
  @ApiProperty({
    type: String,
    enum: CREDIT_NOTE_REFUNDS,
    description:
      'How what had been paid goes back: by a refund of the payment, as credit of the customer, or not by Hundi. What had not been paid is not due any more.',
  })
  refund!: CreditNoteRefund;
  @ApiProperty({ ...text(), pattern: '^rfnd_[0-9A-Za-z]{24}$', description: 'The refund; null where the note has none.' })
  refund_id!: string | null;
}

/** Money for an invoice that did not pass through Hundi, as you recorded it. */
export class InvoiceOutsidePayment {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'From 1; to reverse it.' }) number!: number;
  @ApiProperty({ ...money(44_910), description: 'What you received, in the smallest unit of the currency.' }) amount!: number;
  @ApiProperty({ ...money(4_990), description: 'What the customer deducted at source.' }) tds_amount!: number;
  @ApiProperty({ type: String, enum: OUTSIDE_CHANNELS }) payment_channel!: OutsideChannel;
  @ApiProperty(text('AXISN62026112500123')) reference!: string | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds: when you received it.' }) paid_at!: number;
  @ApiProperty({ ...time, description: 'Unix seconds; null unless it was reversed, as of a cheque that bounced.' }) reversed_at!:
    number | null;
  @ApiProperty(text('Cheque returned: funds insufficient')) reversal_reason!: string | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds: when you recorded it.' }) created_at!: number;
}

/** Why the last payment of an invoice failed. */
export class InvoiceError {
  @ApiProperty({ type: String, example: 'insufficient_funds', description: 'The machine word.' }) reason!: string;
  @ApiProperty({ type: String, example: 'customer' }) source!: string;
  @ApiProperty({ type: String, example: 'payment_authorization' }) step!: string;
  @ApiProperty({ type: String, example: 'The account has too little money.' }) message!: string;
  @ApiProperty(text('Z9')) network_code!: string | null;
}

/** Money that a customer owes, as a document. Every field is always present, null when empty. */
@ExampleOf('invoice.paid')
export class InvoiceResource {
  @ApiProperty({ type: String, pattern: '^inv_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['invoice'] }) object!: 'invoice';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, enum: INVOICE_STATUSES }) status!: InvoiceStatus;
  @ApiProperty({ ...text('INV/2627/000001'), description: 'Null in a draft, and of a draft that was dropped.' }) number!: string | null;
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) customer_id!: string;
  @ApiProperty(text()) subscription_id!: string | null;
  @ApiProperty({ type: String, enum: BILLING_REASONS }) billing_reason!: BillingReason;
  @ApiProperty({ type: String, enum: COLLECTIONS }) collection!: Collection;
  @ApiProperty(text()) mandate_id!: string | null;
  @ApiProperty({ type: String, example: 'INR' }) currency!: string;
  @ApiProperty({ ...money(42288), description: 'Before tax.' }) subtotal!: number;
  @ApiProperty({ type: () => InvoiceTax }) tax!: InvoiceTax;
  @ApiProperty({ type: 'integer', minimum: -50, maximum: 50, description: 'What rounding to the rupee added.' }) round_off!: number;
  @ApiProperty({ ...money(49900), description: 'subtotal + tax.total + round_off.' }) total!: number;
  @ApiProperty({
    ...signed(0),
    description: 'Earlier credit, below zero, or what was too small to be paid.',
  })
  balance_applied!: number;
  @ApiProperty({ ...money(49900), description: 'total + balance_applied: what is to be paid.' }) amount_due!: number;
  @ApiProperty({ ...money(49900), description: 'What you received: by payments, and outside of Hundi.' }) amount_paid!: number;
  @ApiProperty({ ...money(0), description: 'What the customer deducted at source (TDS): it counts as paid.' }) amount_tds!: number;
  @ApiProperty({ ...money(0), description: 'What credit notes took off before it was paid.' }) amount_credited!: number;
  @ApiProperty({ ...money(0), description: 'What went back of amount_paid by refunds of its payments.' }) amount_refunded!: number;
  @ApiProperty({ ...money(0), description: 'What went back above that, as of the payment.' }) amount_over_refunded!: number;
  @ApiProperty({ ...money(0), description: 'What is still to be paid: amount_due less amount_paid, amount_tds and amount_credited.' })
  amount_remaining!: number;
  @ApiProperty({ type: () => InvoiceLine, isArray: true }) lines!: InvoiceLine[];
  @ApiProperty({
    type: String,
    enum: INVOICE_DOCUMENT_TYPES,
    description:
      '`tax_invoice` of a seller who is registered for GST, `bill_of_supply` under the composition scheme and where every rate is 0, `invoice` of one who is not registered.',
  })
  document_type!: InvoiceDocumentType;
  @ApiProperty({ type: () => InvoiceSeller, nullable: true }) seller!: InvoiceSeller | null;
  @ApiProperty({
    type: () => InvoiceBuyer,
    nullable: true,
    description: 'As they were at finalization; stays when the customer is erased.',
  })
  buyer!: InvoiceBuyer | null;
  @ApiProperty({ ...text('29'), description: 'GST code of the state of the supply; 96 is abroad.' }) place_of_supply!: string | null;
  @ApiProperty({ type: String, enum: SUPPLY_TYPES }) supply_type!: SupplyType;
  @ApiProperty({ ...text('2026-11-25'), description: 'Date in India on which it was finalized.' }) invoice_date!: string | null;
  @ApiProperty(time) due_at!: number | null;
  @ApiProperty({ ...text(), description: 'Where the customer pays it; null unless it is open.' }) hosted_url!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Payments that failed or succeeded.' }) attempt_count!: number;
  @ApiProperty({ ...time, description: 'Unix seconds: when its debit is tried next; null while the payer has to approve it.' })
  next_attempt_at!: number | null;
  @ApiProperty({ ...text(), description: 'The payment that paid it, is under way, or failed last.' }) payment_id!: string | null;
  @ApiProperty({ ...text(), description: 'The debit that is to pay it, or did.' }) debit_id!: string | null;
  @ApiProperty({ type: () => InvoiceError, nullable: true }) last_error!: InvoiceError | null;
  @ApiProperty({ type: () => InvoiceOutsidePayment, isArray: true, description: 'Oldest first.' })
  outside_payments!: InvoiceOutsidePayment[];
  @ApiProperty({ type: () => InvoiceCreditNote, isArray: true }) credit_notes!: InvoiceCreditNote[];
  @ApiProperty({
    type: () => InvoiceBalanceNote,
    nullable: true,
    description:
      'Of a line `carried`: what the invoice gives the customer back as credit, and its tax. That credit pays the invoice first.',
  })
  balance_credit_note!: InvoiceBalanceNote | null;
  @ApiProperty(text('November')) description!: string | null;
  @ApiProperty(text('order-1001')) reference_id!: string | null;
  @ApiProperty(time) finalized_at!: number | null;
  @ApiProperty(time) paid_at!: number | null;
  @ApiProperty(time) voided_at!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}
