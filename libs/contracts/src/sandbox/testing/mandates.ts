import { sandboxCardNumber } from '../cards';
import { DEBIT_OUTCOME_WORDS, MANDATE_BANK_PLANS, MANDATE_CARD_PLANS, MANDATE_VPA_PLANS, type MandatePlan } from '../mandates';
import { row, type TestingRow, type TestingSection } from './section';

/** Visa of the sandbox; the others are in the table of cards. */
const VISA = '499900';

function mandateRow(value: string, plan: MandatePlan): TestingRow {
  switch (plan.registration) {
    case 'active':
      return row([value], { status: 'active' });
    case 'rejected':
      return row([value], { status: 'rejected', reason: plan.failure.reason, network_code: plan.failure.networkCode });
    case 'waiting':
      return row([value], {
        status: 'requires_action',
        note: 'until it is approved at `short_url` or simulated; after ten days `expired`',
      });
    case 'next_working_day':
      return row([value], { status: 'requires_action', note: '`active` on the next working day' });
  }
}

const UPI: TestingSection = {
  id: 'mandate-upi',
  title: 'Mandates: UPI addresses',
  text: [
    'Send `"method": "upi", "upi": {"vpa": "…"}` to `POST /v1/mandates`. With an address of another handle, or without one, a mandate is active at once; with a `return_url` it waits for ten minutes to be approved: with the buttons of `short_url`, or by [simulate](#simulate-mandate).',
  ],
  param: 'upi.vpa',
  rows: Object.entries(MANDATE_VPA_PLANS).map(([local, plan]) => mandateRow(`${local}@sandbox`, plan)),
};

const CARDS: TestingSection = {
  id: 'mandate-cards',
  title: 'Mandates: cards',
  text: [
    'Send `"method": "card", "card": {"number": "…", "expiry_month": 12, "expiry_year": 2035, "cvv": "123"}`. Every other card is active at once, or waits as above where there is a `return_url`.',
  ],
  param: 'card.number',
  rows: Object.entries(MANDATE_CARD_PLANS).map(([scenario, plan]) => mandateRow(sandboxCardNumber(VISA, scenario), plan)),
};

const BANKS: TestingSection = {
  id: 'mandate-banks',
  title: 'Mandates: banks (eNACH)',
  text: [
    'Send `"method": "enach", "enach": {"bank": "…"}`. At every other bank a mandate is active at once, or waits as above where there is a `return_url`.',
  ],
  param: 'enach.bank',
  rows: Object.entries(MANDATE_BANK_PLANS).map(([bank, plan]) => mandateRow(bank, plan)),
};

const OUTCOMES: TestingSection = {
  id: 'mandate-outcomes',
  title: 'Outcomes of mandates',
  text: [
    'Send `"metadata": {"sandbox_outcome": "…"}` with the mandate. It decides before the instrument does: with a reason of the [outcomes of payments](#payment-outcomes) that fail the mandate is `rejected` for it. The [words of debits](#debit-outcomes) leave the registration alone and hold for every debit under it that has no word of its own.',
  ],
  param: 'metadata.sandbox_outcome',
  rows: [
    row(['insufficient_funds'], { status: 'rejected', reason: 'insufficient_funds' }),
    row(['captured', 'success'], { status: 'active' }),
    ...DEBIT_OUTCOME_WORDS.map((word) => row([word], { status: 'active', note: 'its debits do so' })),
  ],
};

/** The sections about mandates, as they stand on the page. */
export const MANDATE_SECTIONS: readonly TestingSection[] = [UPI, CARDS, BANKS, OUTCOMES];
