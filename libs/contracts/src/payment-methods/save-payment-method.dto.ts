import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { CardInstrumentDto, UpiInstrumentDto } from '../payments/payment-parts.dto';
import { RequestExamples } from '../examples';

/** The body of `POST /v1/customers/{id}/payment_methods`: one of the two. */
@RequestExamples({
  card: {
    summary: 'A card of the sandbox',
    value: { card: { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' } },
  },
  upi: { summary: 'A UPI address', value: { upi: { vpa: 'success@sandbox' } } },
})
export class SavePaymentMethodDto {
  @OptionalField({ description: 'In test mode a card of the sandbox.' })
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @OptionalField({ description: 'Test mode only: needs a vpa.' })
  @Nested(() => UpiInstrumentDto)
  upi?: UpiInstrumentDto | null;
}
