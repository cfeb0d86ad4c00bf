import {
  findOutcomePlan,
  MANDATE_BANK_PLANS,
  MANDATE_CARD_PLANS,
  MANDATE_VPA_PLANS,
  type MandateAction,
  type MandateInstrument,
  type MandateMethod,
  type AccountFacts,
  type MandatePlan,
  type MandateReferences,
  type MandateReport,
  type MandateTerms,
} from '#contracts';
import type { InstantRail, MandateOnRail } from '../../mandate/decide/context';
import { umnOf, umrnOf } from './references';
import { approvalUrl } from '../../mandate/render';
import type { SandboxPayee } from './actions';
import { nextWorkingDayMs } from './bank-days';
import { afterDebit, wordOf } from './debits';
import { mandateLink } from './mandate-link';

/** What a mandate is on where a caller names nothing: it decides nothing, so that the amount does. */
export function usualInstrument(method: MandateMethod): MandateInstrument {
  switch (method) {
    case 'upi':
      return { method, vpa: null };
    case 'card':
      return { method, card: USUAL_CARD };
    case 'enach':
      return { method, account: USUAL_ACCOUNT };
  }
}

const USUAL_CARD = { scenario: '0071', brand: 'visa', last4: '0009', expiryMonth: null, expiryYear: null, international: false } as const;
const USUAL_ACCOUNT: AccountFacts = {
  bank: 'SBXS',
  ifsc: null,
  number: null,
  last4: null,
  holderName: null,
  accountType: null,
  auth: 'netbanking',
};

/** The rails of the sandbox: what an instrument is decides, then whether the merchant sends the payer somewhere (docs/reference/testing.md). */
export function sandboxRail(payee: SandboxPayee): InstantRail {
  return {
    register: (mandate) => reportOf(planOf(mandate.terms), mandate, payee),
    // Only a bank that takes its time is asked again.
    debited: ({ terms }, nth) => afterDebit(terms.instrument, nth),
    ask: (mandate) => ({ state: 'active', references: referencesOf(mandate) }),
  };
}

/** A word of the caller decides first: a reason rejects it, one of debits is about those. An instrument of the tables decides by itself; any other waits for the payer when there is a page to return to. */
function planOf({ instrument, returnUrl, metadata }: MandateTerms): MandatePlan {
  const plan = planOfWord(wordOf(metadata)) ?? planOfInstrument(instrument);
  return plan ?? (returnUrl === undefined ? { registration: 'active' } : { registration: 'waiting' });
}

function planOfWord(word: string | undefined): MandatePlan | undefined {
  const first = word === undefined ? undefined : findOutcomePlan(word)?.steps[0];
  if (first === undefined) return undefined;
  const { state, reason, networkCode = null } = first;
  return state === 'failed' && reason !== undefined
    ? { registration: 'rejected', failure: { reason, networkCode } }
    : { registration: 'active' };
}

function planOfInstrument(instrument: MandateInstrument): MandatePlan | undefined {
  switch (instrument.method) {
    case 'upi':
      return planOfVpa(instrument.vpa ?? '');
    case 'card':
      return MANDATE_CARD_PLANS[instrument.card?.scenario ?? ''];
    case 'enach':
      return MANDATE_BANK_PLANS[instrument.account?.bank ?? ''];
  }
}

function planOfVpa(vpa: string): MandatePlan | undefined {
  const [local = '', handle] = vpa.split('@');
  return handle === 'sandbox' ? MANDATE_VPA_PLANS[local] : undefined;
}

function reportOf(plan: MandatePlan, mandate: MandateOnRail, payee: SandboxPayee): MandateReport {
  switch (plan.registration) {
    case 'active':
      return { state: 'active', references: referencesOf(mandate) };
    case 'rejected':
      return { state: 'rejected', failure: plan.failure };
    case 'waiting':
      return { state: 'requires_action', action: actionOf(mandate, payee) };
    case 'next_working_day':
      return { state: 'requires_action', action: null, checkAtMs: nextWorkingDayMs(mandate.nowMs) };
  }
}

/** The bank of the sandbox, whose page the gateway shows: the tester plays the payer there. */
function actionOf(mandate: MandateOnRail, payee: SandboxPayee): MandateAction {
  return mandate.terms.instrument.method === 'upi'
    ? { kind: 'upi_intent', url: mandateLink(mandate, payee) }
    : { kind: 'redirect_to_url', url: approvalUrl(mandate.mandateId, payee) };
}

/** The numbers that the networks give, derived from the mandate so that they are the same whenever asked. */
function referencesOf({ mandateId, terms }: MandateOnRail): MandateReferences {
  const processor = `sbx_${mandateId}`;
  if (terms.instrument.method === 'upi') return { processor, umn: umnOf(mandateId) };
  return terms.instrument.method === 'enach' ? { processor, umrn: umrnOf(mandateId) } : { processor };
}
