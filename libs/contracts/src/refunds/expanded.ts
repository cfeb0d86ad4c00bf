import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PaymentResource } from '../payments/payment.resource';
import { RefundResource } from './refund.resource';

/** A refund, with its payment when that was asked for. */
export class ExpandedRefund extends RefundResource {
  @ApiPropertyOptional({ type: () => PaymentResource, nullable: true, description: 'With `expand[]=payment`.' })
  payment?: PaymentResource | null;
}

/** The newest refunds of a payment, at most a hundred. */
export class RefundsOfPayment {
  @ApiProperty({ type: String, enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: String, description: 'Where all of them are.' }) url!: string;
  @ApiProperty({ type: Boolean }) has_more!: boolean;
  @ApiProperty({ type: () => RefundResource, isArray: true }) data!: RefundResource[];
}

/** A payment, with its refunds when they were asked for. */
export class ExpandedPayment extends PaymentResource {
  @ApiPropertyOptional({ type: () => RefundsOfPayment, description: 'With `expand[]=refunds`, newest first.' })
  refunds?: RefundsOfPayment;
}
