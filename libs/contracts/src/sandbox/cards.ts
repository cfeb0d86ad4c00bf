import { cardBrandOf, isLuhnValid, luhnDigitOf, type CardBrand } from '../india/cards';
import { CAPTURED, failed, lateAuthorization, once, type SandboxPlan } from './payment-plan';

/** A sandbox card reduced to what may travel: which scenario it plays, never its number. */
export interface SandboxCard {
  /** Four digits, a key of `CARD_PLANS`. */
  scenario: string;
  brand: CardBrand;
  last4: string;
  international: boolean;
  /** A test number that is known from another processor: one with the same last digits is another card. */
  isFamiliar?: true;
}

/** Digits 7 to 10 of a card number of the sandbox → what a payment with the card does. Disputes and mandates belong to their own services. */
export const CARD_PLANS: Readonly<Record<string, SandboxPlan>> = {
  '0000': CAPTURED,
  '0001': once('authorized'),
  '0011': failed('insufficient_funds'),
  '0012': failed('card_declined'),
  '0013': failed('card_expired'),
  '0014': failed('incorrect_cvv'),
  '0015': failed('transaction_limit_exceeded'),
  '0016': failed('debit_instrument_blocked'),
  '0017': failed('card_disabled_for_online_payments'),
  '0018': failed('international_transaction_not_allowed'),
  '0021': failed('authentication_failed'),
  '0022': failed('otp_attempts_exceeded'),
  '0023': failed('payment_timed_out'),
  '0024': failed('payment_cancelled'),
  '0025': failed('card_not_enrolled'),
  '0031': failed('gateway_technical_error'),
  '0032': failed('issuer_technical_error'),
  '0033': failed('payment_risk_check_failed'),
  '0041': lateAuthorization(),
  '0051': { ...CAPTURED, refunds: 'failed' },
  '0052': { ...CAPTURED, refunds: 'instant_falls_back' },
  '0061': CAPTURED,
  '0062': CAPTURED,
  '0063': CAPTURED,
  '0071': CAPTURED,
  '0072': CAPTURED,
  '0073': CAPTURED,
  '0074': CAPTURED,
  '0075': CAPTURED,
};

/** What a CVV or an expiry does to any card of the sandbox; every other one is accepted. */
export const CARD_ENTRY_SCENARIOS = {
  wrongCvv: { cvv: '000', scenario: '0014' },
  /** A card is good to the end of its month. */
  pastExpiry: { scenario: '0013' },
} as const;

interface Prefix {
  readonly length: number;
  readonly international: boolean;
}

/** Six digits → length of the whole number. Any scenario code goes with any prefix. */
const PREFIXES: ReadonlyMap<string, Prefix> = new Map([
  ['499900', { length: 16, international: false }],
  ['559900', { length: 16, international: false }],
  ['607099', { length: 16, international: false }],
  ['349900', { length: 15, international: false }],
  ['369900', { length: 14, international: false }],
  ['499901', { length: 16, international: true }],
  ['559901', { length: 16, international: true }],
]);

const SUCCESS = '0000';

/** Test numbers people know from elsewhere → the scenario they play here. */
const FAMILIAR: ReadonlyMap<string, string> = new Map([
  ...(
    '4111111111111111 4242424242424242 4100280000001007 4706131211212123 5409162669381034 5555555555554444 ' +
    '5500670000001002 5267318187975449 6527658900001005 6074825972083818 340256000401007 36082800091007'
  )
    .split(' ')
    .map((number) => [number, SUCCESS] as const),
  ['4100280000080001', '0011'],
  ['4100280000060003', '0012'],
  ['4100280000030006', '0017'],
  ['4100280000090000', '0023'],
  ['4100280000070002', '0024'],
  ['4100280000020007', '0031'],
  ['4100280000000009', '0021'],
]);

/** The sandbox card behind these digits, or undefined when the number is not one of the sandbox's. */
export function findSandboxCard(digits: string): SandboxCard | undefined {
  const brand = cardBrandOf(digits);
  if (brand === undefined || !isLuhnValid(digits)) return undefined;
  const last4 = digits.slice(-4);
  const familiar = FAMILIAR.get(digits);
  if (familiar !== undefined) return { scenario: familiar, brand, last4, international: false, isFamiliar: true };
  const prefix = PREFIXES.get(digits.slice(0, 6));
  if (prefix === undefined || digits.length !== prefix.length) return undefined;
  const scenario = digits.slice(6, 10);
  const isPadded = /^0*$/.test(digits.slice(10, -1));
  if (!isPadded || !Object.hasOwn(CARD_PLANS, scenario)) return undefined;
  return { scenario, brand, last4, international: prefix.international };
}

/** Every card number the sandbox takes, without separators: the contract lists them, so that no real one is tried. */
export function sandboxCardNumbers(): string[] {
  const made = [...PREFIXES.keys()].flatMap((prefix) => Object.keys(CARD_PLANS).map((scenario) => sandboxCardNumber(prefix, scenario)));
  return [...new Set([...FAMILIAR.keys(), ...made])].filter((number) => findSandboxCard(number) !== undefined);
}

/** Test numbers of other processors that work here too. */
export const FAMILIAR_CARD_NUMBERS: readonly string[] = [...FAMILIAR.keys()];

/** First six digits of the cards that the sandbox makes: one series for each network, and for two networks one of a foreign bank. */
export const SANDBOX_CARD_PREFIXES: readonly string[] = [...PREFIXES.keys()];

/** The number of a scenario in a series. */
export function sandboxCardNumber(prefix: string, scenario: string): string {
  const length = PREFIXES.get(prefix)?.length ?? 16;
  const body = (prefix + scenario).padEnd(length - 1, '0');
  return body + luhnDigitOf(body);
}
