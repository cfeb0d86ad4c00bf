import {
  cardBrandOf,
  cardDigitsOf,
  findBankCode,
  findSandboxCard,
  isLuhnValid,
  PAYMENT_METHODS,
  type CardInstrumentDto,
  type CreatePaymentDto,
  type ErrorCode,
  type FieldProblem,
  type InstrumentFields,
} from '#contracts';

/** One problem with one field. */
export function problem(param: string, code: ErrorCode, message: string, reason?: string): FieldProblem {
  return { param, code, message, ...(reason && { reason }) };
}

/** The rules of an instrument that span fields or depend on the mode, in the order of the fields. */
export function validateInstrument(dto: InstrumentFields, { livemode }: { livemode: boolean }): FieldProblem[] {
  return [
    ...savedProblems(dto),
    ...instrumentProblems(dto),
    ...upiProblems(dto, livemode),
    ...cardProblems(dto, livemode),
    ...bankProblems(dto, livemode),
  ];
}

/** Where a payer of live mode is sent must be encrypted. */
export function returnUrlProblems({ return_url: url }: Pick<CreatePaymentDto, 'return_url'>, livemode: boolean): FieldProblem[] {
  if (!livemode || typeof url !== 'string' || !url.startsWith('http:')) return [];
  return [problem('return_url', 'url_invalid', 'must be https in live mode.')];
}

/** A saved instrument says it alone. */
function savedProblems(dto: InstrumentFields): FieldProblem[] {
  if (!dto.payment_method_id) return [];
  const given = PAYMENT_METHODS.filter((method) => dto[method]);
  return given.map((method) => problem(method, 'parameters_exclusive', 'does not go with payment_method_id.'));
}

/** An instrument says how a chosen method pays; without the method, or beside another, it says nothing. */
function instrumentProblems(dto: InstrumentFields): FieldProblem[] {
  const given = PAYMENT_METHODS.filter((method) => dto[method]);
  return given
    .filter((method) => method !== dto.payment_method)
    .map((method) =>
      dto.payment_method
        ? problem(method, 'parameters_exclusive', `does not go with payment_method ${dto.payment_method}.`)
        : problem('payment_method', 'parameter_missing', `must be ${method} when ${method} is given.`, 'required'),
    );
}

function upiProblems({ upi }: InstrumentFields, livemode: boolean): FieldProblem[] {
  if (!upi) return [];
  const isCollect = upi.flow === 'collect' || (!upi.flow && Boolean(upi.vpa));
  if (upi.flow === 'collect' && !upi.vpa) return [problem('upi.vpa', 'parameter_missing', 'is required with flow collect.', 'required')];
  if (livemode && isCollect) {
    return [problem('upi.flow', 'upi_collect_not_allowed', 'UPI collect ended for most merchants on 28 February 2026; use intent or qr.')];
  }
  return [];
}

function cardProblems({ card }: InstrumentFields, livemode: boolean): FieldProblem[] {
  if (!card) return [];
  if (card.token) return [problem('card.token', 'parameter_invalid', 'No such token.', 'token_unknown')];
  if (card.payment_method_id) return besideSavedCard(card);
  if (typeof card.number !== 'string') {
    return card.cvv || card.expiry_month || card.expiry_year
      ? [problem('card.number', 'parameter_missing', 'is required.', 'required')]
      : [];
  }
  if (livemode) {
    return [
      problem('card.number', 'parameter_invalid', 'Raw card numbers are not taken in live mode; send a token.', 'raw_card_not_allowed'),
    ];
  }
  return [...sandboxNumberProblems(card.number), ...besideNumberProblems(card), ...codeProblems(card.number, card)];
}

/** A saved card brings its number and expiry; a CVV beside it would be asked for on the page of the processor. */
function besideSavedCard(card: CardInstrumentDto): FieldProblem[] {
  const given = (['number', 'expiry_month', 'expiry_year', 'cvv'] as const).filter((name) => card[name]);
  return given.map((name) => problem(`card.${name}`, 'parameters_exclusive', 'does not go with card.payment_method_id.'));
}

function sandboxNumberProblems(number: string): FieldProblem[] {
  const digits = cardDigitsOf(number);
  if (digits === undefined) return [problem('card.number', 'parameter_invalid', 'must have 12 to 19 digits.', 'invalid_length')];
  if (!isLuhnValid(digits)) return [problem('card.number', 'parameter_invalid', 'fails the checksum of card numbers.', 'invalid_checksum')];
  if (cardBrandOf(digits) !== undefined && findSandboxCard(digits)) return [];
  return [
    problem(
      'card.number',
      'parameter_invalid',
      'is not a card of the sandbox. Never send a real card number in test mode.',
      'live_card_in_sandbox',
    ),
  ];
}

/** Only American Express prints four digits. */
function codeProblems(number: string, { cvv }: CardInstrumentDto): FieldProblem[] {
  const digits = cardDigitsOf(number);
  if (cvv?.length !== 4 || digits === undefined || cardBrandOf(digits) === 'amex') return [];
  return [problem('card.cvv', 'parameter_invalid', 'of this card has three digits.', 'invalid_length')];
}

/** A number comes with its expiry and CVV, in test mode as at every acquirer: else a misspelt field would pass every test. */
function besideNumberProblems(card: CardInstrumentDto): FieldProblem[] {
  const missing = (['expiry_month', 'expiry_year', 'cvv'] as const).filter((name) => !card[name]);
  return missing.map((name) => problem(`card.${name}`, 'parameter_missing', 'is required with card.number.', 'required'));
}

function bankProblems({ netbanking }: InstrumentFields, livemode: boolean): FieldProblem[] {
  const bank = netbanking?.bank;
  if (typeof bank !== 'string' || !/^[A-Za-z]{4}(_[RrCc])?$/.test(bank) || findBankCode(bank, livemode)) return [];
  return [problem('netbanking.bank', 'bank_not_supported', 'is not the code of a supported bank.')];
}
