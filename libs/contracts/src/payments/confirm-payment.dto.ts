import { InstrumentFieldsDto } from './create-payment.dto';
import { OneOf } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method';
import { RequestExamples } from '../examples';

/** The body of `POST /v1/payments/{id}/confirm`: the method and what is paid with, as when a payment is created. */
@RequestExamples({
  upi: { summary: 'A UPI address of the sandbox', value: { payment_method: 'upi', upi: { flow: 'collect', vpa: 'success@sandbox' } } },
  card: {
    summary: 'A card of the sandbox',
    value: { payment_method: 'card', card: { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' } },
  },
})
export class ConfirmPaymentDto extends InstrumentFieldsDto {
  @OptionalField({
    description:
      'One of the `payment_methods` of the payment. After a failure of one that was created with `payment_method`, any that takes its amount and currency. Required without `payment_method_id`.',
  })
  @OneOf(PAYMENT_METHODS)
  payment_method?: PaymentMethod | null;
}
