import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import type { FieldProblem } from '../errors';
import type { ConfirmPaymentPayload } from './commands';
import { instrumentOf } from './create-payment-payload';
import { InstrumentFieldsDto } from './create-payment.dto';
import { OneOf } from '../checks/field-checks';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method';
import { problem, returnUrlProblems, savedMethodIdOf, validateInstrument } from './validate-instrument';

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

/** The rules of a confirmation that span fields or depend on the mode. */
export function validateConfirmPayment(dto: ConfirmPaymentDto, rules: { livemode: boolean }): FieldProblem[] {
  return [...chosenProblems(dto), ...validateInstrument(dto, rules), ...returnUrlProblems(dto, rules.livemode)];
}

/** Something must say how it is paid. */
function chosenProblems(dto: ConfirmPaymentDto): FieldProblem[] {
  if (dto.payment_method_id) return [];
  const isNamed = Boolean(dto.payment_method) || PAYMENT_METHODS.some((method) => dto[method]);
  return isNamed ? [] : [problem('payment_method', 'parameter_missing', 'is required.', 'required')];
}

/** The command payload of a body that passed both. A raw sandbox card number ends here, as with a creation. */
export function toConfirmPaymentPayload(dto: ConfirmPaymentDto, livemode: boolean): ConfirmPaymentPayload {
  const returnUrl = typeof dto.return_url === 'string' ? { returnUrl: dto.return_url } : {};
  const { payment_method: method } = dto;
  const paymentMethodId = savedMethodIdOf(dto);
  if (paymentMethodId) return { paymentMethodId, ...(method && { method }), ...returnUrl };
  const instrument = instrumentOf(dto, livemode);
  if (instrument === undefined) throw new Error('a confirmation names its method');
  return { instrument, ...returnUrl };
}
