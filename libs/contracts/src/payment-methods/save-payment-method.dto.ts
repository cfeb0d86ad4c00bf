import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { Nested } from '../checks/nested';
import { CardInstrumentDto, UpiInstrumentDto } from '../payments/payment-parts.dto';

/** The body of `POST /v1/customers/{id}/payment_methods`: one of the two. */
export class SavePaymentMethodDto {
  @ApiPropertyOptional({ type: () => CardInstrumentDto, nullable: true, description: 'In test mode a card of the sandbox.' })
  @IsOptional()
  @Nested(() => CardInstrumentDto)
  card?: CardInstrumentDto | null;

  @ApiPropertyOptional({ type: () => UpiInstrumentDto, nullable: true, description: 'Test mode only: needs a vpa.' })
  @IsOptional()
  @Nested(() => UpiInstrumentDto)
  upi?: UpiInstrumentDto | null;
}
