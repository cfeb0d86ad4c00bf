import {
  CARD_ENTRY_SCENARIOS,
  CARD_PLANS,
  FAMILIAR_CARD_NUMBERS,
  findSandboxCard,
  SANDBOX_CARD_PREFIXES,
  sandboxCardNumber,
} from '../cards';
import { AMOUNT_PLANS, BANK_PLANS, VPA_ALIASES, VPA_PLANS } from '../instruments';
import { SANDBOX_OTP_TRIES_MAX, SANDBOX_OTPS, type SandboxOtpResult } from '../otp';
import { findOutcomePlan, PAYMENT_OUTCOME_WORDS } from '../payment-outcomes';
import { CAPTURED, type SandboxPlan } from '../payment-plan';
import { planRow, row, type TestingRow, type TestingSection } from './section';

const UPI: TestingSection = {
  id: 'upi',
  title: 'UPI addresses',
  text: [
    'Send `"payment_method": "upi", "upi": {"vpa": "…"}`. An address of another handle, and UPI without one, leaves it to the amount; another name under `@sandbox` is refused with the nearest one.',
    'Without an address of the table, `"upi": {"flow": "qr"}` waits in `requires_action` until its code is scanned, and so does a payment with a `return_url`. `simulate` plays the payer, and so do the buttons Success, Fail, Cancel and Timeout of the UPI app of the sandbox, `/sandbox/pay/{id}?client_secret=…`, to which the checkout leads.',
  ],
  param: 'upi.vpa',
  rows: Object.entries(VPA_PLANS).map(([local, plan]) => planRow([`${local}@sandbox`, ...aliasesOf(local)], plan)),
};

function aliasesOf(local: string): string[] {
  return Object.keys(VPA_ALIASES).filter((alias) => VPA_ALIASES[alias] === local);
}

const CARDS: TestingSection = {
  id: 'cards',
  title: 'Cards',
  text: [
    'Send `"payment_method": "card", "card": {"number": "…", "expiry_month": 12, "expiry_year": 2035, "cvv": "123"}`. With a `return_url` the payment waits for a one-time password first.',
    'Each line has the numbers of Visa, Mastercard, RuPay, American Express, Diners, and of a foreign Visa and Mastercard; then numbers that other processors use for the same. Every other number is refused with 400: `live_card_in_sandbox` or, where the check digit is wrong, `invalid_checksum`.',
  ],
  param: 'card.number',
  rows: Object.entries(CARD_PLANS).map(([scenario, plan]) => planRow(numbersOf(scenario), plan)),
};

function numbersOf(scenario: string): string[] {
  const familiar = FAMILIAR_CARD_NUMBERS.filter((number) => findSandboxCard(number)?.scenario === scenario);
  return [...SANDBOX_CARD_PREFIXES.map((prefix) => sandboxCardNumber(prefix, scenario)), ...familiar];
}

const CARD_ENTRY: TestingSection = {
  id: 'card-entry',
  title: 'CVV and expiry',
  text: ['They decide before the number of the card does. Every other CVV of three or four digits and every expiry to come are accepted.'],
  param: 'card.cvv, card.expiry_month, card.expiry_year',
  rows: [
    planRow([`cvv ${CARD_ENTRY_SCENARIOS.wrongCvv.cvv}`], planOfScenario(CARD_ENTRY_SCENARIOS.wrongCvv.scenario)),
    planRow(['a month that is over'], planOfScenario(CARD_ENTRY_SCENARIOS.pastExpiry.scenario)),
  ],
};

function planOfScenario(scenario: string): SandboxPlan {
  return CARD_PLANS[scenario] ?? CAPTURED;
}

const BANKS: TestingSection = {
  id: 'banks',
  title: 'Netbanking',
  text: ['Send `"payment_method": "netbanking", "netbanking": {"bank": "…"}`. Without a bank the amount decides.'],
  param: 'netbanking.bank',
  rows: [
    ...Object.entries<SandboxPlan>(BANK_PLANS).map(([code, plan]) => planRow([code], plan)),
    row(['SBIN', 'every other bank'], {
      status: 'requires_action',
      note: 'the customer chooses Success, Fail, Cancel or Timeout on the mock page of `next_action.url`, or `simulate` does',
    }),
  ],
};

const AMOUNTS: TestingSection = {
  id: 'amounts',
  title: 'Amounts',
  text: ['In paise, by any method, where the address, card or bank is in no table above. Every other amount is captured.'],
  param: 'amount',
  rows: Object.entries(AMOUNT_PLANS).map(([amount, plan]) => planRow([amount], plan)),
};

const OTP_REASONS: Readonly<Record<SandboxOtpResult, Partial<TestingRow>>> = {
  accepted: { note: 'accepted: what the card or the amount says follows' },
  incorrect: { status: 'requires_action', reason: 'incorrect_otp' },
  expired: { status: 'requires_action', reason: 'otp_expired' },
};

const OTPS: TestingSection = {
  id: 'otp',
  title: 'One-time passwords of payments',
  text: [
    'Send it to `POST /v1/payments/{id}/submit_otp`, or enter it on the mock page. Every password that is not in the table is incorrect.',
  ],
  param: 'otp',
  rows: [
    ...Object.entries(SANDBOX_OTPS).map(([otp, result]) => row([otp], OTP_REASONS[result])),
    row([`incorrect ${SANDBOX_OTP_TRIES_MAX} times`], { status: 'failed', reason: 'otp_attempts_exceeded' }),
  ],
};

const OUTCOMES: TestingSection = {
  id: 'payment-outcomes',
  title: 'Outcomes of payments',
  text: [
    'Send `"metadata": {"sandbox_outcome": "…"}` with the payment. It goes before everything else. `simulate` takes the same words as `outcome`.',
  ],
  param: 'metadata.sandbox_outcome',
  rows: PAYMENT_OUTCOME_WORDS.map((word) => planRow([word], findOutcomePlan(word) ?? CAPTURED)),
};

/** The sections about payments, as they stand on the page. */
export const PAYMENT_SECTIONS: readonly TestingSection[] = [UPI, CARDS, CARD_ENTRY, BANKS, AMOUNTS, OTPS, OUTCOMES];
