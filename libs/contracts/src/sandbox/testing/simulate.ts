import { DEBIT_OUTCOMES } from '../../debits/words';
import { MANDATE_OUTCOMES } from '../../mandates/words';
import { SIMULATED_REFUND_OUTCOMES } from '../../refunds/commands';
import { REFUND_FAILURES } from '../../refunds/refund-failures';
import { SUBSCRIPTION_OUTCOMES } from '../../subscriptions/words';
import type { TestingSection } from './section';

const words = (list: readonly string[]): string => list.map((word) => `\`${word}\``).join(', ');

const PAYMENTS: TestingSection = {
  id: 'simulate-payment',
  title: 'Simulate: payments',
  text: [
    '`POST /v1/test_helpers/payments/{id}/simulate` with `{"outcome": "…"}` acts as the payer, the bank or the network. `approve`: the customer does what is asked of them, and what the instrument or the amount says follows. Else a word of [Outcomes of payments](#payment-outcomes); `{"outcome": "failed", "reason": "insufficient_funds"}` is the same as `{"outcome": "insufficient_funds"}`.',
    'It works while the payment is `created` (the customer then chooses the first of its `payment_methods`), `requires_action` or `processing`. `captured` and `authorized` play late money for one that is `failed`, `expired` or `cancelled` after an attempt; what becomes of that money is the same as in live mode. Everything else is 409 `state_conflict`.',
  ],
  param: null,
  rows: [],
};

const REFUNDS: TestingSection = {
  id: 'simulate-refund',
  title: 'Simulate: refunds',
  text: [
    `\`POST /v1/test_helpers/refunds/{id}/simulate\` with \`{"outcome": "…"}\` acts as the bank: ${words(SIMULATED_REFUND_OUTCOMES)}. \`processed\` pays a refund out, also one that had failed; \`failed\` refuses it, or returns it when it was processed. \`reason\` says why it failed: ${words(Object.keys(REFUND_FAILURES))}.`,
  ],
  param: null,
  rows: [],
};

const SUBSCRIPTIONS: TestingSection = {
  id: 'simulate-subscription',
  title: 'Simulate: subscriptions',
  text: [
    `\`POST /v1/test_helpers/subscriptions/{id}/simulate\` with \`{"outcome": "…"}\` lets time pass: ${words(SUBSCRIPTION_OUTCOMES)}. \`renew\` begins the next period now, with its invoice and debit; \`trial_end\` ends the trial now. What becomes of the debit is simulated at the debit.`,
  ],
  param: null,
  rows: [],
};

const MANDATES: TestingSection = {
  id: 'simulate-mandate',
  title: 'Simulate: mandates',
  text: [
    `\`POST /v1/test_helpers/mandates/{id}/simulate\` with \`{"outcome": "…"}\` acts as the payer or the bank: ${words(MANDATE_OUTCOMES)}. \`approved\` and \`declined\` work while the mandate is \`requires_action\`; \`card_reissued\` gives a mandate another card, where one was named when it was made.`,
  ],
  param: null,
  rows: [],
};

const DEBITS: TestingSection = {
  id: 'simulate-debit',
  title: 'Simulate: debits',
  text: [
    `\`POST /v1/test_helpers/debits/{id}/simulate\` with \`{"outcome": "…"}\` acts as the payer or the bank: ${words(DEBIT_OUTCOMES)}. The first two work while the debit is \`notifying\`, \`opted_out\` before its money is asked for, \`afa_approved\` while it is \`requires_action\`. The others say what becomes of the attempt: one that is \`scheduled\` is made now, without waiting for its time. \`{"outcome": "failed", "reason": "insufficient_funds"}\` says why.`,
  ],
  param: null,
  rows: [],
};

const KYC: TestingSection = {
  id: 'simulate-kyc',
  title: 'Simulate: KYC verifications',
  text: [
    '`POST /v1/test_helpers/kyc_verifications/{id}/simulate` with `{"outcome": "…"}` acts as the customer, the register or the reviewer, while the verification is `pending`, `requires_input` or `processing`. `approve`: the customer does what is asked of them. `cancelled`: the customer gives up. Else a word of [KYC: outcomes](#kyc-outcomes); `failed` for one under review is `manual_review_rejected`.',
    'The share code `0000` opens no offline Aadhaar file (`share_code_invalid`); every other one does.',
  ],
  param: null,
  rows: [],
};

/** The sections about the test helpers. */
export const SIMULATE_SECTIONS: readonly TestingSection[] = [PAYMENTS, REFUNDS, SUBSCRIPTIONS, MANDATES, DEBITS, KYC];
