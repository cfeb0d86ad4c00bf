import type { Failure } from '../india/failure-reasons';

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
