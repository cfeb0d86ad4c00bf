import {
  DEBIT_ACCOUNT_PLANS,
  DEBIT_CARD_PLANS,
  DEBIT_OUTCOME_WORDS,
  DEBIT_VPA_PLANS,
  findOutcomePlan,
  unknownOutcome,
  type DebitOutcomeWord,
  type DebitPlan,
  type Instrument,
  type MandateInstrument,
  type MandateReport,
  type Metadata,
} from '#contracts';
import type { InstantDebitRail, NoticeAnswer } from '../../debit/decide/context';
import { nextWorkingDayMs } from './bank-days';

/** A debit notice in the sandbox: what the caller asks for decides, then the instrument (docs/reference/testing.md). */
export const sandboxDebitRail: InstantDebitRail = {
  refusalOf(metadata) {
    const word = wordOf(metadata);
    return word === undefined || isKnown(word) ? null : unknownOutcome('debit', 'metadata.sandbox_outcome');
  },
  notify({ mandate, debit, needsFactor }) {
    const asked = NOTICE_OF_WORD[(wordOf(debit.metadata) ?? wordOf(mandate.metadata)) as DebitOutcomeWord];
    if (asked !== undefined) return asked;
    const plan = debitPlanOf(mandate.instrument);
    if (plan !== undefined && 'notice' in plan) return 'refused';
    return needsFactor && plan !== undefined && 'approval' in plan ? 'waits' : 'delivered';
  },
};

const NOTICE_OF_WORD: Partial<Record<DebitOutcomeWord, NoticeAnswer>> = {
  notice_failed: 'refused',
  notice_pending: 'sent',
  opted_out: 'opted_out',
};

/** The outcome of the payment of an attempt, where the debit has a word of its own for it; null for none. */
const PAYMENT_OF_WORD: Readonly<Record<DebitOutcomeWord, string | null>> = {
  notice_failed: null,
  notice_pending: null,
  opted_out: null,
  revoked: 'mandate_revoked',
  deemed: 'deemed_transaction',
  late_success: 'late_authorized',
};

/** The outcome that the caller asks for. */
export function wordOf(metadata: Metadata | undefined): string | undefined {
  const word = metadata?.['sandbox_outcome'];
  return word === undefined ? undefined : String(word);
}

function isDebitWord(word: string): word is DebitOutcomeWord {
  return (DEBIT_OUTCOME_WORDS as readonly string[]).includes(word);
}

/** Words that refuse a payment refuse no debit: it was made long before. */
function isKnown(word: string): boolean {
  if (isDebitWord(word)) return true;
  const plan = findOutcomePlan(word);
  return plan !== undefined && plan.refusedParam === undefined;
}

/** The outcome word of the payment of an attempt, from the words of its debit. */
export function paymentWordOf(word: string | undefined): string | undefined {
  if (word === undefined || !isDebitWord(word)) return word;
  return PAYMENT_OF_WORD[word] ?? undefined;
}

/** The same of the payment that registers the mandate: nothing is revoked yet. */
export function registrationWordOf(word: string | undefined): string | undefined {
  return word === 'revoked' ? undefined : paymentWordOf(word);
}

function debitPlanOf(instrument: MandateInstrument | Instrument): DebitPlan | undefined {
  switch (instrument.method) {
    case 'upi':
      return planOfVpa(instrument.vpa ?? '');
    case 'card':
      return DEBIT_CARD_PLANS[instrument.card?.scenario ?? ''];
    case 'enach':
      return DEBIT_ACCOUNT_PLANS[last4Of(instrument).slice(-2)];
    case 'netbanking':
      return undefined;
  }
}

function last4Of(instrument: Extract<MandateInstrument | Instrument, { method: 'enach' }>): string {
  return ('account' in instrument ? instrument.account?.last4 : instrument.last4) ?? '';
}

function planOfVpa(vpa: string): DebitPlan | undefined {
  const [local = '', handle] = vpa.split('@');
  return handle === 'sandbox' ? DEBIT_VPA_PLANS[local] : undefined;
}

/** What the payer does after the first debit that succeeded. */
export function afterDebit(instrument: MandateInstrument, nth: number): MandateReport | null {
  const plan = debitPlanOf(instrument);
  return nth === 1 && plan !== undefined && 'afterFirst' in plan ? { state: plan.afterFirst, by: 'customer' } : null;
}

/**
 * The plan of an attempt by its instrument (choice.ts); undefined where the instrument says nothing.
 *
 * @param attempt which attempt of the debit, from 1.
 */
export function keyOfDebit(instrument: Instrument, attempt: number, nowMs: number): string | undefined {
  const plan = debitPlanOf(instrument);
  if (plan !== undefined && 'attempts' in plan && (plan.attempts === 'fail' || attempt === 1)) return `o${plan.failure.reason}`;
  if (instrument.method !== 'enach' || plan !== undefined) return undefined;
  // Banks answer on their next working day.
  return `d${Math.ceil((nextWorkingDayMs(nowMs) - nowMs) / 1_000)}`;
}
