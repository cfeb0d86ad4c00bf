import {
  instrumentOf,
  PAYMENT_METHODS,
  savedMethodIdOf,
  type ConfirmPaymentDto,
  type ConfirmPaymentPayload,
  type FieldProblem,
} from '#contracts';
import { problem, returnUrlProblems, validateInstrument } from './validate-instrument';

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
