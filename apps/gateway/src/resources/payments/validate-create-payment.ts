import {
  EXPIRES_AT_PASSED,
  EXPIRES_AT_TOO_LATE,
  EXPIRY_MAX_MS,
  findCurrency,
  MAX_AMOUNT_MINOR,
  METHOD_NOT_OFFERED,
  methodNotOffered,
  minorText,
  NO_RULES,
  offeredMethods,
  UPI_CAP_MINOR_DEFAULT,
  usableMethods,
  type AccountRules,
  type CreatePaymentDto,
  type FieldProblem,
} from '#contracts';
import { amountProblems } from '../../validation/amount-problems';
import { problem, returnUrlProblems, validateInstrument } from './validate-instrument';

/** What the judgement depends on beside the body. */
interface CreatePaymentRules {
  livemode: boolean;
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** The UPI ceiling for one payment, in paise; ₹1,00,000 unless given (docs/reference/indian-payments.md, UPI limits). */
  upiCapMinor?: number;
  /** Currencies open to the account; those of the launch unless given. */
  currencies?: readonly string[];
  /** What the account has decided. */
  rules?: AccountRules;
}

/**
 * The rules of `POST /v1/payments` that span fields or depend on the mode. Call it with a body whose fields passed
 * class-validator; a field that is wrong by itself is reported there and skipped here.
 *
 * @returns every problem found, in the order of the fields; an empty list when the payment may be asked for.
 */
export function validateCreatePayment(dto: CreatePaymentDto, rules: CreatePaymentRules): FieldProblem[] {
  return [
    ...(typeof dto.currency === 'string' ? amountProblems({ ...dto, currencies: rules.currencies }) : []),
    ...methodProblems(dto, rules),
    ...validateInstrument(dto, rules),
    ...captureProblems(dto),
    ...otherProblems(dto, rules),
  ];
}

function methodProblems(dto: CreatePaymentDto, context: CreatePaymentRules): FieldProblem[] {
  const { payment_method: method, payment_methods: methods } = dto;
  // Without a currency that is open there is nothing to say about who can take it.
  if (typeof dto.currency !== 'string' || findCurrency(dto.currency, context.currencies) === undefined) return [];
  if (method && Array.isArray(methods) && !methods.includes(method)) {
    return [problem('payment_method', 'parameters_exclusive', 'is not one of payment_methods; send one of the two.')];
  }
  const notOffered = notOfferedProblem(dto, context.rules);
  return notOffered === null ? unusableProblems(dto, context) : [notOffered];
}

/** The problem with methods that are named and that the account does not offer; null where there is none. */
export function notOfferedProblem(
  { payment_method: method, payment_methods: methods }: Pick<CreatePaymentDto, 'payment_method' | 'payment_methods'>,
  rules: AccountRules = NO_RULES,
): FieldProblem | null {
  const offered = offeredMethods(rules);
  if (method && !offered.includes(method)) return methodNotOffered('payment_method', rules);
  const isOffered = !Array.isArray(methods) || methods.every((one) => offered.includes(one));
  return isOffered ? null : methodNotOffered('payment_methods', rules);
}

function unusableProblems(dto: CreatePaymentDto, { upiCapMinor = UPI_CAP_MINOR_DEFAULT, rules }: CreatePaymentRules): FieldProblem[] {
  if (usableMethods(dto, { upiCapMinor, rules }).length > 0 || dto.amount > MAX_AMOUNT_MINOR) return [];
  if (dto.currency.toUpperCase() === 'INR') {
    return [
      problem('amount', 'amount_too_large', `UPI takes at most ${minorText(upiCapMinor, 'INR')} in one payment.`, 'upi_limit_exceeded'),
    ];
  }
  const param = dto.payment_method ? 'payment_method' : 'payment_methods';
  return [
    problem(
      param,
      'currency_not_supported',
      `Only card takes ${dto.currency.toUpperCase()}; upi and netbanking take INR.`,
      'method_currency_mismatch',
    ),
  ];
}

/** Only what is captured by hand waits for it. */
function captureProblems({ capture_method: method, capture_window_seconds: window }: CreatePaymentDto): FieldProblem[] {
  if (typeof window !== 'number' || method === 'manual') return [];
  if (method === 'automatic') {
    return [problem('capture_window_seconds', 'parameters_exclusive', 'does not go with capture_method automatic, only with manual.')];
  }
  return method ? [] : [problem('capture_method', 'parameter_missing', 'must be manual when capture_window_seconds is given.', 'required')];
}

/** A customer of test mode may be on a test clock, which only the service knows: it judges the time there. */
function otherProblems(dto: CreatePaymentDto, { livemode, nowMs }: CreatePaymentRules): FieldProblem[] {
  const problems: FieldProblem[] = returnUrlProblems(dto, livemode);
  const isBySomeClock = !livemode && Boolean(dto.customer_id ?? dto.payment_method_id);
  if (typeof dto.expires_at === 'number' && !isBySomeClock) problems.push(...expiryTimeProblems(dto.expires_at * 1000, nowMs));
  return problems;
}

function expiryTimeProblems(expiresAtMs: number, nowMs: number): FieldProblem[] {
  if (expiresAtMs <= nowMs) return [EXPIRES_AT_PASSED];
  return expiresAtMs <= nowMs + EXPIRY_MAX_MS ? [] : [EXPIRES_AT_TOO_LATE];
}

/** Whether this body may have been good when it was first sent: then only the stored answer knows. */
export function isExpired({ reason }: FieldProblem): boolean {
  return reason === EXPIRES_AT_PASSED.reason || reason === METHOD_NOT_OFFERED;
}
