import {
  instrumentOf,
  MANDATE_METHODS,
  normalizeVpa,
  type AccountFacts,
  type CreateMandateDto,
  type EnachMandateDto,
  type FieldProblem,
  type MandateInstrument,
  type MandateCommandPayloads,
} from '#contracts';
import type { Seal } from '#personal-data';
import { amountProblems } from '../../validation/amount-problems';
import { problem, returnUrlProblems, validateInstrument } from '../payments/validate-instrument';

const DIGITS_SHOWN = 4;

type Payload = MandateCommandPayloads['mandates.create'];
type Times = Pick<Payload, 'frequency' | 'debitDay' | 'debitDayRule' | 'startsAtMs' | 'endsAtMs'>;

/** The rules of `POST /v1/mandates` that span fields or depend on the mode. The service checks the limits of the rail. */
export function validateCreateMandate(dto: CreateMandateDto, { livemode }: { livemode: boolean }): FieldProblem[] {
  const { method, card, max_amount: amount, first_amount: firstAmount } = dto;
  const otherRails = MANDATE_METHODS.filter((rail) => rail !== method && dto[rail]);
  return [
    ...amountProblems({ amount: amount ?? Number.NaN, currency: 'INR', names: { amount: 'max_amount', currency: 'currency' } }),
    ...amountProblems({ amount: firstAmount ?? Number.NaN, currency: 'INR', names: { amount: 'first_amount', currency: 'currency' } }),
    ...otherRails.map((rail) => problem(rail, 'parameters_exclusive', `does not go with method ${method}.`)),
    ...(method === 'card' ? validateInstrument({ payment_method: 'card', card }, { livemode }) : []),
    ...returnUrlProblems(dto, livemode),
  ];
}

/** The payload of a checked body. The personal data of an account are sealed. */
export function toCreateMandatePayload(dto: CreateMandateDto, { livemode }: { livemode: boolean }, seal: Seal): Payload {
  const { description, return_url: returnUrl, reference_id: referenceId, metadata, first_amount: firstAmount } = dto;
  return {
    customerId: dto.customer_id,
    instrument: toInstrument(dto, livemode, seal),
    maxAmount: dto.max_amount,
    amountRule: dto.amount_rule ?? 'maximum',
    category: dto.category ?? 'general',
    ...toTimes(dto),
    ...(typeof firstAmount === 'number' && { firstAmount }),
    ...(dto.processor && { processorHint: dto.processor }),
    ...(description && { description }),
    ...(returnUrl && { returnUrl }),
    ...(referenceId && { referenceId }),
    ...(metadata && { metadata }),
  };
}

function toTimes(dto: CreateMandateDto): Times {
  const { debit_day: debitDay, starts_at: startsAt } = dto;
  return {
    frequency: dto.frequency ?? 'as_presented',
    debitDayRule: dto.debit_day_rule ?? 'on',
    endsAtMs: dto.ends_at * 1_000,
    ...(typeof startsAt === 'number' && { startsAtMs: startsAt * 1_000 }),
    ...(typeof debitDay === 'number' && { debitDay }),
  };
}

/** The instrument of a mandate, as sent. */
export type MandateInstrumentFields = Pick<CreateMandateDto, 'method' | 'upi' | 'card' | 'enach'>;

/** The instrument without what must not cross the bus: a raw sandbox card number ends here, an account number is sealed. */
export function toInstrument({ method, upi, card, enach }: MandateInstrumentFields, livemode: boolean, seal: Seal): MandateInstrument {
  if (method === 'upi') return { method, vpa: upi?.vpa ? normalizeVpa(upi.vpa) : null };
  if (method === 'enach') return { method, account: enach ? toAccount(enach, seal) : null };
  const instrument = instrumentOf({ payment_method: 'card', card }, livemode);
  return { method, card: instrument?.method === 'card' ? instrument.card : null };
}

function toAccount(
  { bank, account_number: number, ifsc, account_type: type, holder_name: holderName, auth }: EnachMandateDto,
  seal: Seal,
): AccountFacts {
  return {
    bank: bank.toUpperCase(),
    ifsc: ifsc?.toUpperCase() ?? null,
    number: number ? seal(number, 'account_number') : null,
    last4: number?.slice(-DIGITS_SHOWN) ?? null,
    holderName: holderName ? seal(holderName, 'holder_name') : null,
    accountType: type ?? null,
    auth: auth ?? 'netbanking',
  };
}
