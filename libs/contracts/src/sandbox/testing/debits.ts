import { sandboxCardNumber } from '../cards';
import { DEBIT_ACCOUNT_PLANS, DEBIT_CARD_PLANS, DEBIT_VPA_PLANS, type DebitOutcomeWord, type DebitPlan } from '../mandates';
import { row, type TestingRow, type TestingSection } from './section';

/** Visa of the sandbox; the others are in the table of cards. */
const VISA = '499900';

function debitRow(value: string, plan: DebitPlan): TestingRow {
  if ('notice' in plan) return row([value], { status: 'failed', reason: 'pre_debit_notification_missing', note: 'no attempt is made' });
  if ('approval' in plan) return row([value], { status: 'requires_action', note: 'above `afa_limit`; else `succeeded`' });
  if ('afterFirst' in plan) return row([value], { status: 'succeeded', note: `then the payer makes the mandate \`${plan.afterFirst}\`` });
  const { reason, networkCode } = plan.failure;
  if (plan.attempts === 'fail') return row([value], { status: 'failed', reason, network_code: networkCode, note: 'every attempt fails' });
  return row([value], { status: 'succeeded', note: 'with the second attempt' });
}

const UPI: TestingSection = {
  id: 'debit-upi',
  title: 'Debits: UPI addresses of the mandate',
  text: [
    'The address that the mandate was made with decides. For any other the [amount](#amounts) does, and else the debit succeeds. The payer is told at once; the money is asked for 24 hours later, within the hours of UPI, or when [simulate](#simulate-debit) says so.',
  ],
  param: 'upi.vpa',
  rows: Object.entries(DEBIT_VPA_PLANS).map(([local, plan]) => debitRow(`${local}@sandbox`, plan)),
};

const CARDS: TestingSection = {
  id: 'debit-cards',
  title: 'Debits: cards of the mandate',
  text: ['The number of the card that the mandate was made with decides.'],
  param: 'card.number',
  rows: Object.entries(DEBIT_CARD_PLANS).map(([scenario, plan]) => debitRow(sandboxCardNumber(VISA, scenario), plan)),
};

const ACCOUNTS: TestingSection = {
  id: 'debit-accounts',
  title: 'Debits: bank accounts of the mandate (eNACH)',
  text: [
    'The last two digits of the account that the mandate was made with decide. Debits of every other account are `processing` until the next working day, and succeed then. No notice is needed; on Sundays nothing is presented.',
  ],
  param: 'enach.account_number',
  rows: Object.entries(DEBIT_ACCOUNT_PLANS).map(([digits, plan]) => debitRow(`501009876543${digits}`, plan)),
};

const OUTCOME_NOTES: Readonly<Record<DebitOutcomeWord, [status: string, note: string | null]>> = {
  notice_failed: ['failed', 'the payer could not be told'],
  notice_pending: ['notifying', 'until it is simulated; after twelve hours `failed`'],
  opted_out: ['cancelled', 'the payer opts out'],
  revoked: ['failed', 'the bank says that the mandate is revoked'],
  deemed: ['succeeded', 'a minute after the attempt'],
  late_success: ['succeeded', 'the attempt fails, and half a minute later the money is there'],
};

const OUTCOMES: TestingSection = {
  id: 'debit-outcomes',
  title: 'Outcomes of debits',
  text: [
    'Send `"metadata": {"sandbox_outcome": "…"}` with the debit. It decides before the instrument does. The [outcomes of payments](#payment-outcomes) work too: each attempt ends so.',
  ],
  param: 'metadata.sandbox_outcome',
  rows: Object.entries(OUTCOME_NOTES).map(([word, [status, note]]) => row([word], { status, note })),
};

/** The sections about debits, as they stand on the page. */
export const DEBIT_SECTIONS: readonly TestingSection[] = [UPI, CARDS, ACCOUNTS, OUTCOMES];
