import {
  AMOUNT_PLANS,
  BANK_PLANS,
  CAPTURED,
  CARD_ENTRY_SCENARIOS,
  CARD_PLANS,
  findOutcomePlan,
  isCardExpired,
  later,
  VPA_ALIASES,
  VPA_PLANS,
  type Instrument,
  type SandboxPlan,
} from '#contracts';
import type { CreateInput } from '../processor';
import { keyOfDebit, paymentWordOf, registrationWordOf, wordOf } from './debits';

/**
 * Names a plan so that it can be found again: a letter for the table, then the row. `o` outcome word, `v` VPA, `c` card
 * scenario, `b` bank, `a` amount, `d` debit that its bank answers after so many seconds, `n` none. A leading `w` means that the customer has to act before it begins.
 */
export type PlanKey = string;

const TABLES: Readonly<Record<string, (row: string) => SandboxPlan | undefined>> = {
  o: findOutcomePlan,
  v: (row) => VPA_PLANS[row],
  c: (row) => CARD_PLANS[row],
  b: (row) => (BANK_PLANS as Readonly<Record<string, SandboxPlan>>)[row],
  a: (row) => AMOUNT_PLANS[row],
  d: (row) => later('payment_pending', Number(row), { state: 'captured' }),
  n: () => CAPTURED,
};

/** The plan behind a key, or undefined for a key this version does not know. */
export function findPlan(key: PlanKey): SandboxPlan | undefined {
  if (key.startsWith('w')) return { steps: [{ afterMs: 0, state: 'requires_action' }] };
  return TABLES[key.charAt(0)]?.(key.slice(1));
}

/** The outcome word a payment carries in its metadata, if any. Words of debits say nothing of the payment that registers the mandate. */
export function outcomeWordOf({ metadata, debitAttempt, isRegistration }: CreateInput): string | undefined {
  const word = wordOf(metadata);
  if (debitAttempt !== undefined) return paymentWordOf(word);
  return isRegistration === true ? registrationWordOf(word) : word;
}

/** What decides, in this order (docs/reference/testing.md): metadata, then the instrument, then the amount, then success. */
export function choosePlan(input: CreateInput, nowMs: number): PlanKey {
  const word = outcomeWordOf(input);
  if (word !== undefined) return `o${word}`;
  if (input.debitAttempt !== undefined) return planOfDebit(input, input.debitAttempt, nowMs);
  const byInstrument = keyOfInstrument(input.instrument, nowMs);
  const key = byInstrument ?? keyOfAmount(input);
  return needsCustomer(input, byInstrument) ? `w${key}` : key;
}

/** The payer is not there: whatever an instrument would have them do, a debit does not wait for it, and is refused for nothing. */
function planOfDebit(input: CreateInput, attempt: number, nowMs: number): PlanKey {
  const { instrument } = input;
  const byInstrument = keyOfDebit(instrument, attempt, nowMs) ?? keyOfInstrument(instrument, nowMs);
  const isForDebits = byInstrument !== undefined && findPlan(byInstrument)?.refusedParam === undefined;
  return isForDebits ? byInstrument : keyOfAmount(input);
}

function keyOfInstrument(instrument: Instrument, nowMs: number): PlanKey | undefined {
  switch (instrument.method) {
    case 'upi':
      return keyOfVpa(instrument.vpa);
    case 'enach':
      return undefined;
    case 'netbanking':
      return instrument.bank !== null && Object.hasOwn(BANK_PLANS, instrument.bank) ? `b${instrument.bank}` : undefined;
    case 'card': {
      const { card } = instrument;
      if (card === null || card.scenario === null) return undefined;
      return isCardExpired(card, nowMs) ? `c${CARD_ENTRY_SCENARIOS.pastExpiry.scenario}` : `c${card.scenario}`;
    }
  }
}

function keyOfVpa(vpa: string | null): PlanKey | undefined {
  if (vpa === null) return undefined;
  const [local = '', handle] = vpa.split('@');
  if (handle === 'sandbox' && Object.hasOwn(VPA_PLANS, local)) return `v${local}`;
  const alias = VPA_ALIASES[vpa];
  return alias === undefined ? undefined : `v${alias}`;
}

function keyOfAmount({ amount, currency }: CreateInput): PlanKey {
  return currency === 'INR' && Object.hasOwn(AMOUNT_PLANS, amount) ? `a${amount}` : 'n';
}

/**
 * A real bank has a login page, a QR code has to be scanned, and a `return_url` says that the merchant sends the customer
 * somewhere: then the payment waits for them. VPAs and banks of the tables decide by themselves.
 */
function needsCustomer({ instrument, returnUrl }: CreateInput, byInstrument: PlanKey | undefined): boolean {
  if (instrument.method === 'card') return returnUrl !== undefined;
  if (byInstrument !== undefined) return false;
  if (returnUrl !== undefined) return true;
  return instrument.method === 'upi' ? instrument.flow === 'qr' : instrument.bank !== null;
}
