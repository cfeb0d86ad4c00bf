import type { Failure } from '../india/failure-reasons';

/** What becomes of debits under a mandate of the sandbox. Absent: the amount decides, and else they succeed. */
export type DebitPlan =
  /** Every attempt fails. */
  | { attempts: 'fail'; failure: Failure }
  /** The first attempt of each debit fails, the others succeed. */
  | { attempts: 'second_succeeds'; failure: Failure }
  /** The first debit succeeds; then the payer pauses or revokes the mandate. */
  | { afterFirst: 'paused' | 'revoked' }
  /** The payer has to be simulated to approve a debit above the limit. */
  | { approval: 'waits' }
  /** The payer cannot be told. */
  | { notice: 'refused' };

/** What the sandbox makes of the registration of a mandate. */
export type MandatePlan =
  | { registration: 'active' }
  | { registration: 'rejected'; failure: Failure }
  /** Until it is simulated, or the time to approve is over. */
  | { registration: 'waiting' }
  /** The bank approves on its next working day. */
  | { registration: 'next_working_day' };

const ACTIVE: MandatePlan = { registration: 'active' };

/** Local part of `…@sandbox` → what becomes of a mandate from this address. */
export const MANDATE_VPA_PLANS: Readonly<Record<string, MandatePlan>> = {
  'mandate.ok': ACTIVE,
  'mandate.decline': { registration: 'rejected', failure: { reason: 'payment_cancelled', networkCode: 'ZA' } },
  'mandate.lowfunds': ACTIVE,
  'mandate.secondtry': ACTIVE,
  'mandate.paused': ACTIVE,
  'mandate.revoked': ACTIVE,
  'mandate.afa': ACTIVE,
  'mandate.nopdn': ACTIVE,
};

/** Digits 7 to 10 of a card number of the sandbox → what becomes of a mandate on the card; every other card is approved. */
export const MANDATE_CARD_PLANS: Readonly<Record<string, MandatePlan>> = {
  '0071': ACTIVE,
  '0072': { registration: 'rejected', failure: { reason: 'card_declined', networkCode: '05' } },
  '0073': ACTIVE,
  '0074': ACTIVE,
  '0075': ACTIVE,
};

/** Bank of the sandbox → what becomes of an eNACH mandate on an account there. */
export const MANDATE_BANK_PLANS: Readonly<Record<string, MandatePlan>> = {
  SBXS: ACTIVE,
  SBXF: { registration: 'rejected', failure: { reason: 'bank_account_validation_failed', networkCode: null } },
  SBXP: { registration: 'waiting' },
  SBXM: { registration: 'next_working_day' },
};

const LOW_FUNDS = (networkCode: string | null): Failure => ({ reason: 'insufficient_funds', networkCode });

/** Local part of `…@sandbox` → what becomes of debits from this address. */
export const DEBIT_VPA_PLANS: Readonly<Record<string, DebitPlan>> = {
  'mandate.lowfunds': { attempts: 'fail', failure: LOW_FUNDS('Z9') },
  'mandate.secondtry': { attempts: 'second_succeeds', failure: LOW_FUNDS('Z9') },
  'mandate.paused': { afterFirst: 'paused' },
  'mandate.revoked': { afterFirst: 'revoked' },
  'mandate.afa': { approval: 'waits' },
  'mandate.nopdn': { notice: 'refused' },
};

/** Digits 7 to 10 of a card number of the sandbox → what becomes of debits of the card. */
export const DEBIT_CARD_PLANS: Readonly<Record<string, DebitPlan>> = {
  '0073': { attempts: 'fail', failure: LOW_FUNDS('51') },
  '0074': { afterFirst: 'paused' },
  '0075': { afterFirst: 'revoked' },
};

/** Last two digits of a bank account → what becomes of its debits; those of every other account succeed on the next working day. */
export const DEBIT_ACCOUNT_PLANS: Readonly<Record<string, DebitPlan>> = {
  '21': { attempts: 'fail', failure: LOW_FUNDS(null) },
  '24': { attempts: 'fail', failure: { reason: 'debit_instrument_blocked', networkCode: null } },
};

/** Words of `metadata.sandbox_outcome` of a debit, beside the outcomes of payments. */
export const DEBIT_OUTCOME_WORDS = ['notice_failed', 'notice_pending', 'opted_out', 'revoked', 'deemed', 'late_success'] as const;
export type DebitOutcomeWord = (typeof DEBIT_OUTCOME_WORDS)[number];
