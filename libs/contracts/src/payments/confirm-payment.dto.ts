import { ApiProperty, PickType } from '@nestjs/swagger';
import type { ConfirmPaymentPayload } from './commands';
import { instrumentOf } from './create-payment-payload';
import { CreatePaymentDto } from './create-payment.dto';
import { OneOf, Required } from './field-checks';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method';
import { returnUrlProblems, validateInstrument } from './validate-instrument';
import type { FieldProblem } from '../errors';

/** The body of `POST /v1/payments/{id}/confirm`: the method and what is paid with, as when a payment is created. */
export class ConfirmPaymentDto extends PickType(CreatePaymentDto, ['upi', 'card', 'netbanking', 'return_url'] as const) {
  @ApiProperty({ enum: PAYMENT_METHODS, description: 'One of the `payment_methods` of the payment.' })
  @Required()
  @OneOf(PAYMENT_METHODS)
  payment_method!: PaymentMethod;
}

/** The rules of a confirmation that span fields or depend on the mode. */
export function validateConfirmPayment(dto: ConfirmPaymentDto, rules: { livemode: boolean }): FieldProblem[] {
  return [...validateInstrument(dto, rules), ...returnUrlProblems(dto, rules.livemode)];
}

/** The command payload of a body that passed both. A raw sandbox card number ends here, as with a creation. */
export function toConfirmPaymentPayload(dto: ConfirmPaymentDto, livemode: boolean): ConfirmPaymentPayload {
  const instrument = instrumentOf(dto, livemode);
  if (instrument === undefined) throw new Error('a confirmation names its method');
  return { instrument, ...(typeof dto.return_url === 'string' && { returnUrl: dto.return_url }) };
}
