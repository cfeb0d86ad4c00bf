import { ApiProperty } from '../api-property';
import { AmountMinor, CurrencyCode, IdOf, IntegerWithin, ListOf, OneOf, Required, Text, TrueOrFalse } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { NestedList } from '../checks/nested-list';
import { OptionalField } from '../checks/optional-field';
import { InstrumentFieldsDto } from '../payments/create-payment.dto';
import { PAYMENT_METHODS, type PaymentMethod } from '../payments/payment-method';
import { PlanTaxDto } from '../plans/plan.dto';
import { COLLECTIONS, type Collection } from './words';
import { EXAMPLE_IDS, RequestExamples } from '../examples';

/** Lines of an invoice that a merchant makes. */
export const INVOICE_LINES_MAX = 100;

/** Something charged, as sent. */
export class InvoiceLineDto {
  @ApiProperty({ minLength: 1, example: 'Onboarding' })
  @Required()
  @Text(500)
  description!: string;

  @ApiProperty({ description: 'What one costs, in the smallest unit of the currency.', example: 49900 })
  @AmountMinor()
  amount!: number;

  @OptionalField({ description: 'How many; 1 unless given.' })
  @IntegerWithin(1, 10_000)
  quantity?: number | null;

  @OptionalField({ description: 'As your tax settings say unless given.' })
  @Nested(() => PlanTaxDto)
  tax?: PlanTaxDto | null;
}

/** The body of `POST /v1/invoices`. */
@RequestExamples({
  smallest: {
    summary: '₹499.00, paid by the customer at hosted_url',
    value: { customer_id: EXAMPLE_IDS.customer, lines: [{ description: 'Onboarding', amount: 49900 }] },
  },
  taxed: {
    summary: 'Two lines with GST of 18 % on top, a draft',
    value: {
      customer_id: EXAMPLE_IDS.customer,
      lines: [
        { description: 'Seats', amount: 10000, quantity: 3, tax: { sac: '998431', rate_bps: 1800, behavior: 'exclusive' } },
        { description: 'Onboarding', amount: 49900, tax: { sac: '998313', rate_bps: 1800, behavior: 'exclusive' } },
      ],
      days_until_due: 15,
      auto_finalize: false,
      reference_id: 'order-1001',
    },
  },
})
export class CreateInvoiceDto {
  @ApiProperty({ description: 'Who is charged.' })
  @Required()
  @IdOf('cust')
  customer_id!: string;

  @ApiProperty()
  @Required()
  @NestedList(() => InvoiceLineDto, INVOICE_LINES_MAX)
  lines!: InvoiceLineDto[];

  @OptionalField({ description: 'ISO 4217 code; INR unless given. Mandates are in INR.', example: 'INR' })
  @CurrencyCode()
  currency?: string | null;

  @OptionalField({
    description:
      '`automatic`: debited under `mandate_id`; `send_invoice`: the customer pays at `hosted_url`. `automatic` with a `mandate_id`, else `send_invoice`.',
  })
  @OneOf(COLLECTIONS)
  collection?: Collection | null;

  @OptionalField({ description: 'An active mandate of the customer.' })
  @IdOf('mandate')
  mandate_id?: string | null;

  @OptionalField({ description: 'Days from its date until it is due, with `send_invoice`; 7 unless given.' })
  @IntegerWithin(0, 90)
  days_until_due?: number | null;

  @OptionalField({ description: 'False keeps it a draft until you finalize it. True unless given.' })
  @TrueOrFalse()
  auto_finalize?: boolean | null;

  @OptionalField({ example: 'November' })
  @Text(500)
  description?: string | null;

  @OptionalField({ description: 'Your own number of the invoice.', example: 'order-1001' })
  @Text(64)
  reference_id?: string | null;

  @OptionalField({ example: { tier: 'gold' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}

/** The body of `POST /v1/invoices/{id}/pay`: under a mandate, with an instrument, or as the customer chooses at `hosted_url`. */
@RequestExamples({
  upi: { summary: 'With a UPI address', value: { payment_method: 'upi', upi: { vpa: 'success@sandbox' } } },
  mandate: { summary: 'Under a mandate', value: { mandate_id: EXAMPLE_IDS.mandate } },
})
export class PayInvoiceDto extends InstrumentFieldsDto {
  @OptionalField({ description: 'An active mandate of the customer: the payer is told, then debited as early as allowed.' })
  @IdOf('mandate')
  mandate_id?: string | null;

  @OptionalField({ description: 'The one method to pay with.' })
  @OneOf(PAYMENT_METHODS)
  payment_method?: PaymentMethod | null;

  @OptionalField({ description: 'The methods the customer may choose from; all unless given.' })
  @ListOf(PAYMENT_METHODS)
  payment_methods?: PaymentMethod[] | null;
}
