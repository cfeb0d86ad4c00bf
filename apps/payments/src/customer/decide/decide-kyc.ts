import type { KycState, Refusal } from '#contracts';
import { accept, type Decision } from '#decider';
import type { ActiveCustomer } from '../state';
import type { CustomerEvent } from '../events';
import { kycStatusAt, noteKyc, NO_KYC_NOTES, type KycNotes } from './kyc';
import type { CustomerRules } from './rules';

interface KycContext {
  nowMs: number;
  rules: CustomerRules;
}

/** A verification reports its result: noted when it is new, and the customer's own status follows from all notes. */
export function decideKyc(kycState: KycState, state: ActiveCustomer, context: KycContext): Decision<CustomerEvent, Refusal> {
  const before = state.kyc ?? NO_KYC_NOTES;
  const after = noteKyc(before, kycState);
  if (JSON.stringify(after) === JSON.stringify(before)) return accept([]);
  return accept([{ type: 'customer.kyc_noted', data: kycState }, ...changeOf(state, after, context)]);
}

/** The time has come at which the status changes by itself. */
export function recheckKyc(state: ActiveCustomer, context: KycContext): Decision<CustomerEvent, Refusal> {
  return accept(state.kyc === undefined ? [] : changeOf(state, state.kyc, context));
}

function changeOf({ kycStatus }: ActiveCustomer, notes: KycNotes, { nowMs, rules }: KycContext): CustomerEvent[] {
  const next = kycStatusAt(nowMs, notes, rules);
  return next === kycStatus ? [] : [{ type: 'customer.kyc_recorded', data: { kycStatus: next } }];
}
