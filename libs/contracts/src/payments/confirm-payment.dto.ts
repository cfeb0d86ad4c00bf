import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { InstrumentFieldsDto } from './create-payment.dto';
import { OneOf } from '../checks/field-checks';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method';

/** The body of `POST /v1/payments/{id}/confirm`: the method and what is paid with, as when a payment is created. */
export class ConfirmPaymentDto extends InstrumentFieldsDto {
  @ApiPropertyOptional({
    enum: PAYMENT_METHODS,
    nullable: true,
    description:
      'One of the `payment_methods` of the payment. After a failure of one that was created with `payment_method`, any that takes its amount and currency. Required without `payment_method_id`.',
  })
  @IsOptional()
  @OneOf(PAYMENT_METHODS)
  payment_method?: PaymentMethod | null;
}
