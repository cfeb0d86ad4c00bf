import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '../api-property';
import { ExpandedCustomer } from '../customers/expanded';
import { PaymentCustomer, PaymentResource } from '../payments/payment.resource';
import { RefundResource } from './refund.resource';

/** A refund, with its payment and customer when they were asked for. */
export class ExpandedRefund extends RefundResource {
  @ApiPropertyOptional({ type: () => ExpandedPayment, nullable: true, description: 'With `expand[]=payment`.' })
  payment?: ExpandedPayment | null;
  @ApiPropertyOptional({ type: () => ExpandedCustomer, nullable: true, description: 'With `expand[]=customer`.' })
  customer?: ExpandedCustomer | null;
}

/** The newest refunds of a payment, at most a hundred, and fewer where an answer shows those of more than ten payments. */
export class RefundsOfPayment {
  @ApiProperty({ type: String, enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: String, description: 'Where all of them are.' }) url!: string;
  @ApiProperty({ type: Boolean }) has_more!: boolean;
  @ApiProperty({ type: () => ExpandedRefund, isArray: true }) data!: ExpandedRefund[];
}

/** A payment, with its refunds and its customer as the customer is now, when they were asked for. */
@ApiExtraModels(PaymentCustomer, ExpandedCustomer)
export class ExpandedPayment extends PaymentResource {
  @ApiProperty({
    anyOf: [{ $ref: getSchemaPath(PaymentCustomer) }, { $ref: getSchemaPath(ExpandedCustomer) }, { type: 'null' }],
    description: 'The customer as given with the payment; with `expand[]=customer` the customer of `customer_id` as it is now.',
  })
  declare customer: PaymentCustomer | ExpandedCustomer | null;

  @ApiPropertyOptional({ type: () => RefundsOfPayment, description: 'With `expand[]=refunds`, newest first.' })
  refunds?: RefundsOfPayment;
}
