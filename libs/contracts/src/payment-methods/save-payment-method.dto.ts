import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import type { FieldProblem } from '../errors';
import { instrumentOf } from '../payments/create-payment-payload';
import { Nested } from '../checks/nested';
import { CardInstrumentDto, UpiInstrumentDto } from '../payments/payment-parts.dto';
import { validateInstrument } from '../payments/validate-instrument';
import type { SavedInstrument } from './commands';

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

/** The rules that span fields or depend on the mode. */
export function validateSavePaymentMethod(dto: SavePaymentMethodDto, { livemode }: { livemode: boolean }): FieldProblem[] {
  const { card, upi } = dto;
  if (Boolean(card) === Boolean(upi)) {
    const code = card ? 'parameters_exclusive' : 'parameter_missing';
    return [{ param: 'card', code, message: 'Send one of card and upi.', ...(!card && { reason: 'required' }) }];
  }
  if (card) {
    const problems = validateInstrument({ payment_method: 'card', card }, { livemode });
    if (problems.length > 0 || card.number) return problems;
    return [{ param: 'card.number', code: 'parameter_missing', message: 'is required.', reason: 'required' }];
  }
  if (livemode) return [{ param: 'upi', code: 'upi_collect_not_allowed', message: 'UPI addresses are saved in test mode only.' }];
  return upi?.vpa ? [] : [{ param: 'upi.vpa', code: 'parameter_missing', message: 'is required.', reason: 'required' }];
}

/** What is kept of a body that passed both. A raw sandbox card number ends here. */
export function toSavedInstrument({ card, upi }: SavePaymentMethodDto, livemode: boolean): SavedInstrument {
  const instrument = instrumentOf(card ? { payment_method: 'card', card } : { payment_method: 'upi', upi }, livemode);
  const saved = instrument && savedInstrumentOf(instrument);
  if (!saved) throw new Error('the body was not validated');
  return saved;
}

/** What can be kept of what a payment was paid with; undefined when there is nothing to pay with again. */
export function savedInstrumentOf(instrument: ReturnType<typeof instrumentOf>): SavedInstrument | undefined {
  if (instrument?.method === 'card' && instrument.card !== null) return { method: 'card', card: instrument.card };
  if (instrument?.method === 'upi' && instrument.vpa !== null) return { method: 'upi', vpa: instrument.vpa };
  return undefined;
}
