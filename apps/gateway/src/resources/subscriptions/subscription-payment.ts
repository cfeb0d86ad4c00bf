import {
  MANDATE_METHODS,
  type CreateSubscriptionDto,
  type CreateSubscriptionPayload,
  type FieldProblem,
  type MandateMethod,
  type RailWord,
} from '#contracts';
import type { Seal } from '#personal-data';
import { toInstrument } from '../mandates/mandate-payloads';
import { problem, validateInstrument } from '../payments/validate-instrument';
import { amountProblems } from '../../validation/amount-problems';
import { fieldsOf } from './subscription-names';

/** The rules of how a subscription is paid that span fields or depend on the mode. What a rail takes, the service judges. */
export function paymentProblems(dto: CreateSubscriptionDto, livemode: boolean): FieldProblem[] {
  const { mandate_max_amount: amount, card } = dto;
  return [
    ...methodProblems(dto),
    ...instrumentProblems(dto),
    ...exclusiveProblems(dto),
    ...(card ? validateInstrument({ payment_method: 'card', card }, { livemode }) : []),
    ...amountProblems({ amount: amount ?? Number.NaN, currency: 'INR', names: { amount: 'mandate_max_amount', currency: 'currency' } }),
    ...collectionProblems(dto),
  ];
}

function railOf(word: RailWord): MandateMethod {
  return word === 'netbanking' ? 'enach' : word;
}

/** The rails of the list, each once. What is no list is reported by its field. */
function railsOf({ payment_methods: methods }: CreateSubscriptionDto): MandateMethod[] {
  return Array.isArray(methods) ? [...new Set(methods.map(railOf))] : [];
}

/** Who may choose has not been asked yet: nothing else says what is debited. */
function methodProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  if (railsOf(dto).length === 0) return [];
  const [named] = [
    ...(dto.payment_method ? ['payment_method'] : []),
    ...sourcesOf(dto),
    ...MANDATE_METHODS.filter((method) => dto[method]),
  ];
  return named === undefined ? [] : [problem('payment_methods', 'parameters_exclusive', `does not go with ${named}.`)];
}

/** The rail that was asked for, by its name or by the instrument of it; null for the usual one. */
function methodOf(dto: CreateSubscriptionDto): MandateMethod | null {
  if (dto.payment_method) return railOf(dto.payment_method);
  return railsOf(dto)[0] ?? MANDATE_METHODS.find((method) => dto[method]) ?? null;
}

function instrumentProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  if (railsOf(dto).length > 0) return [];
  const method = methodOf(dto);
  const others = MANDATE_METHODS.filter((one) => dto[one] && one !== method);
  return others.map((one) => problem(one, 'parameters_exclusive', `does not go with payment_method ${method}.`));
}

/** The instruments that name what is debited: one that is empty leaves it to the customer. */
function namedInstruments({ upi, card, enach }: CreateSubscriptionDto): MandateMethod[] {
  const isNamed = { upi: Boolean(upi?.vpa), card: Boolean(card?.number), enach: Boolean(enach) };
  return MANDATE_METHODS.filter((method) => isNamed[method]);
}

/** The parameters that say what is debited: at most one should. */
function sourcesOf(dto: CreateSubscriptionDto): string[] {
  const { paymentMethodId } = fieldsOf(dto);
  return [...(dto.mandate_id ? ['mandate_id'] : []), ...(paymentMethodId.value ? [paymentMethodId.param] : []), ...namedInstruments(dto)];
}

function exclusiveProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  const [first, ...others] = sourcesOf(dto);
  return others.map((name) => problem(name, 'parameters_exclusive', `does not go with ${first}.`));
}

/** Nothing is debited where the customer pays each invoice, and nothing is due where it is debited. */
function collectionProblems(dto: CreateSubscriptionDto): FieldProblem[] {
  if (fieldsOf(dto).collection.value !== 'send_invoice') {
    const isDue = typeof dto.days_until_due === 'number';
    return isDue ? [problem('days_until_due', 'parameters_exclusive', 'goes with collection send_invoice alone.')] : [];
  }
  const methods = railsOf(dto).length > 0 ? ['payment_methods'] : [];
  const names = [...methods, ...sourcesOf(dto), ...(dto.mandate_max_amount ? ['mandate_max_amount'] : [])];
  return names.map((name) => problem(name, 'parameters_exclusive', 'does not go with collection send_invoice.'));
}

type Payment = Pick<CreateSubscriptionPayload, 'method' | 'methods' | 'mandateId' | 'paymentMethodId' | 'instrument' | 'mandateMaxAmount'>;

/** How a body that was found good is paid. */
export function toPayment(dto: CreateSubscriptionDto, livemode: boolean, seal: Seal): Payment {
  const { mandate_id: mandateId, mandate_max_amount: mandateMaxAmount, upi, card, enach } = dto;
  const method = methodOf(dto) ?? 'upi';
  const paymentMethodId = fieldsOf(dto).paymentMethodId.value;
  const methods = railsOf(dto);
  return {
    method,
    ...(methods.length > 0 && { methods }),
    ...(mandateId && { mandateId }),
    ...(paymentMethodId && { paymentMethodId }),
    ...(namedInstruments(dto).length > 0 && { instrument: toInstrument({ method, upi, card, enach }, livemode, seal) }),
    ...(typeof mandateMaxAmount === 'number' && { mandateMaxAmount }),
  };
}
