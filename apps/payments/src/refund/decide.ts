import { METADATA_KEYS_MAX, type CreateRefundPayload, type Refusal } from '#contracts';
import { accept, type Decider } from '#decider';
import type { RefundAnswer } from './decide/refund-result';
import type { RefundContext, RefundDecision } from './decide/context';
import type { RefundEvent, RefundTerms } from './events';
import { applyText, evolve } from './evolve';
import type { RefundInstruction, RefundInstructionOf, RefundInstructionType } from './decide/instructions';
import { recordRefundOutcome, simulate, whilePending } from './decide/outcome';
import { INITIAL_REFUND, type RefundState } from './state';
import { alreadyExists, missing, notCancellable, tooManyKeys } from './decide/refusals';
import type { RefundRules } from './decide/rules';
import { resolve } from './decide/resolve';
import { wake } from './timers';

type Decide<TType extends RefundInstructionType> = (
  command: RefundInstructionOf<TType>,
  state: RefundState,
  context: RefundContext,
) => RefundDecision;

const DECIDE: { [TType in RefundInstructionType]: Decide<TType> } = {
  CreateRefund: create,
  UpdateRefund: update,
  CancelRefund: cancel,
  RecordRefundOutcome: recordRefundOutcome,
  SimulateRefund: simulate,
  ResolveRefund: resolve,
  WakeRefund: wake,
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); refund.spec.ts holds the whole table. */
export function decide(command: RefundInstruction, state: RefundState, context: RefundContext): RefundDecision {
  return (DECIDE[command.type] as Decide<RefundInstructionType>)(command, state, context);
}

/** The refund as a decider under one set of rules. */
export function refundDecider(rules: RefundRules): Decider<RefundInstruction, RefundState, RefundEvent, Refusal> {
  return {
    initialState: INITIAL_REFUND,
    decide: (command, state, { nowMs }) => decide(command, state, { nowMs, rules }),
    evolve,
  };
}

/** – → pending, and on with what the processor said. The amount is reserved on the payment already. */
function create({ payload, answer }: RefundInstructionOf<'CreateRefund'>, state: RefundState, context: RefundContext): RefundDecision {
  if (state.status !== 'none') return alreadyExists();
  const created: RefundEvent = { type: 'refund.created', data: termsOf(payload, context) };
  return accept([created, ...afterCreation(created, answer, context)], 201);
}

function termsOf(payload: CreateRefundPayload, { nowMs, rules }: RefundContext): RefundTerms {
  const usualMs = payload.speed === 'instant' ? rules.expectedInstantMs : rules.expectedMs[payload.target.instrument.method];
  const expectedByMs = nowMs + rules.sendDelayMs + usualMs;
  return { ...payload, expectedByMs, ...(rules.sendDelayMs > 0 && { sendAtMs: nowMs + rules.sendDelayMs }) };
}

function afterCreation(created: RefundEvent, answer: RefundAnswer | undefined, context: RefundContext): RefundEvent[] {
  const { rules, nowMs } = context;
  if (rules.sendDelayMs > 0) return [];
  if (answer === undefined) return [{ type: 'refund.sending', data: { atMs: nowMs } }];
  const pending = evolve(INITIAL_REFUND, created);
  return pending.status === 'pending' ? whilePending(answer, pending, context) : [];
}

/** Text and metadata only, in any state; a change of nothing is accepted and stores nothing. */
function update({ payload }: RefundInstructionOf<'UpdateRefund'>, state: RefundState): RefundDecision {
  if (state.status === 'none') return missing();
  const changed = applyText(state.terms, payload);
  if (Object.keys(changed.metadata ?? {}).length > METADATA_KEYS_MAX) return tooManyKeys(METADATA_KEYS_MAX);
  const isSame = JSON.stringify(changed) === JSON.stringify(state.terms);
  return accept(isSame ? [] : [{ type: 'refund.updated', data: { text: payload } }]);
}

/** pending and not yet sent → cancelled; the amount can be refunded again. */
function cancel(_command: RefundInstructionOf<'CancelRefund'>, state: RefundState, { nowMs }: RefundContext): RefundDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'pending' || state.stage !== 'queued') return notCancellable(state);
  return accept([{ type: 'refund.cancelled', data: { atMs: nowMs } }]);
}
