import { DEBIT_SECTIONS } from './debits';
import { KYC_SECTIONS } from './kyc';
import { MANDATE_SECTIONS } from './mandates';
import { PAYMENT_SECTIONS } from './payments';
import { REFUND_SECTIONS } from './refunds';
import type { TestingSection } from './section';
import { SIMULATE_SECTIONS } from './simulate';
import { SUBSCRIPTION_SECTIONS } from './subscriptions';

export { testingSectionOf } from './doc-sections';
export { OUTCOME_UNKNOWN, unknownOutcome } from './unknown-outcome';
export { resultOf, type TestingRow, type TestingSection } from './section';

/** Every test value of the sandbox with what it does, made from the tables that the sandbox runs on. */
export const TESTING_SECTIONS: readonly TestingSection[] = [
  ...PAYMENT_SECTIONS,
  ...REFUND_SECTIONS,
  ...MANDATE_SECTIONS,
  ...DEBIT_SECTIONS,
  ...SUBSCRIPTION_SECTIONS,
  ...KYC_SECTIONS,
  ...SIMULATE_SECTIONS,
];

/** What holds for all of them; words in backquotes are code. */
export const TESTING_INTRODUCTION: readonly string[] = [
  'Test keys (`sk_test_…`) work against a sandbox: no money moves, nobody is asked, and the same request has the same outcome every time. The first of these that says something decides: `metadata.sandbox_outcome`, the instrument (UPI address, card, bank, document number), the amount. Without any of them a payment is captured, a refund processed and a document verified.',
  'With `capture_method` `manual` a payment is authorized where the tables say captured. With a `return_url` it waits for the customer first (`requires_action`), unless the UPI address or the bank is in a table. Times are counted from the request.',
];
