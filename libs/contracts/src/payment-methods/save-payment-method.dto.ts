import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { CardInstrumentDto, UpiInstrumentDto } from '../payments/payment-parts.dto';

/** The body of `POST /v1/customers/{id}/payment_methods`: one of the two. */
export class SavePaymentMethodDto {
  @OptionalField({ description: 'In test mode a card of the sandbox.' })
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @OptionalField({ description: 'Test mode only: needs a vpa.' })
  @Nested(() => UpiInstrumentDto)
  upi?: UpiInstrumentDto | null;
}
