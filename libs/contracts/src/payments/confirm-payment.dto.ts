import { InstrumentFieldsDto } from './create-payment.dto';
import { OneOf } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method';

/** The body of `POST /v1/payments/{id}/confirm`: the method and what is paid with, as when a payment is created. */
export class ConfirmPaymentDto extends InstrumentFieldsDto {
  @OptionalField({
    description:
      'One of the `payment_methods` of the payment. After a failure of one that was created with `payment_method`, any that takes its amount and currency. Required without `payment_method_id`.',
  })
  @OneOf(PAYMENT_METHODS)
  payment_method?: PaymentMethod | null;
}
