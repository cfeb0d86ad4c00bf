import { metadataProblem, type CommandBody, type CreateRefundPayload, type RefundCommand, type RefundCommandType } from '#contracts';
import { accept, refuse } from '#decider';
import type { RefundAnswer } from './decide/refund-result';
import type { RefundCommandOf, RefundContext, RefundDecision } from './decide/context';
import type { RefundEvent, RefundTerms } from './events';
import { applyText, evolve } from './evolve';
import { recordRefundOutcome, whilePending } from './decide/outcome';
import { INITIAL_REFUND, type RefundState } from './state';
import { alreadyExists, missing, notCancellable } from './decide/refusals';
import { resolve } from './decide/resolve';
import { simulate } from './decide/simulate';
import { wake } from './timers';

type Decide<TType extends RefundCommandType> = (
  command: RefundCommandOf<TType>,
  state: RefundState,
  context: RefundContext,
) => RefundDecision;

const DECIDE: { [TType in RefundCommandType]: Decide<TType> } = {
  'refunds.create': create,
  'refunds.update': update,
  'refunds.cancel': cancel,
  'refunds.record_outcome': recordRefundOutcome,
  'refunds.simulate': simulate,
  'refunds.resolve': resolve,
  'refunds.wake': wake,
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<RefundCommand>, state: RefundState, context: RefundContext): RefundDecision {
  return (DECIDE[command.type] as Decide<RefundCommandType>)(command, state, context);
}

/** – → pending, and on with what the processor answered. The amount is reserved on the payment already. */
function create({ payload }: RefundCommandOf<'refunds.create'>, state: RefundState, context: RefundContext): RefundDecision {
  if (state.status !== 'none') return alreadyExists();
  const processor = context.instantProcessor(payload.target.processor);
  const refusal = processor?.refusal(payload) ?? null;
  if (refusal !== null) return refuse(refusal);
  const created: RefundEvent = { type: 'refund.created', data: termsOf(payload, context) };
  if (context.rules.sendDelayMs > 0) return accept([created], 201);
  return accept([created, ...afterCreation(created, processor?.refund(payload), context)], 201);
}

function termsOf(payload: CreateRefundPayload, { nowMs, rules }: RefundContext): RefundTerms {
  const usualMs = payload.speed === 'instant' ? rules.expectedInstantMs : rules.expectedMs[payload.target.instrument.method];
  const expectedByMs = nowMs + rules.sendDelayMs + usualMs;
  return { ...payload, expectedByMs, ...(rules.sendDelayMs > 0 && { sendAtMs: nowMs + rules.sendDelayMs }) };
}

/** `answer` is undefined when the processor is behind a network: it is asked as soon as this is stored. */
function afterCreation(created: RefundEvent, answer: RefundAnswer | undefined, context: RefundContext): RefundEvent[] {
  if (answer === undefined) return [{ type: 'refund.sending', data: { atMs: context.nowMs } }];
  const pending = evolve(INITIAL_REFUND, created);
  return pending.status === 'pending' ? whilePending(answer, pending, context) : [];
}

/** Text and metadata only, in any state; a change of nothing is accepted and stores nothing. */
function update({ payload }: RefundCommandOf<'refunds.update'>, state: RefundState): RefundDecision {
  if (state.status === 'none') return missing();
  const changed = applyText(state.terms, payload);
  const problem = metadataProblem(changed.metadata);
  if (problem !== null) return refuse(problem);
  const isSame = JSON.stringify(changed) === JSON.stringify(state.terms);
  return accept(isSame ? [] : [{ type: 'refund.updated', data: { text: payload } }]);
}

/** pending and not yet sent → cancelled; the amount can be refunded again. */
function cancel(_command: RefundCommandOf<'refunds.cancel'>, state: RefundState, { nowMs }: RefundContext): RefundDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'pending' || state.stage !== 'queued') return notCancellable(state);
  return accept([{ type: 'refund.cancelled', data: { atMs: nowMs } }]);
}
