import type { AnsweredLater, AttemptAnswer } from './attempt-result';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import { afterOutcome } from './outcome';
import type { PaymentState } from '../state';

/** How often a processor that takes nothing on is tried before its attempt counts as failed, when there is no other. */
const TRIES_MAX = 4;
const TRY_AGAIN_MS = 1_000;

/** A processor behind a network answered, or reported by itself. Where nothing can have moved, another one is tried. */
export function recordOutcome(
  { payload }: PaymentCommandOf<'payments.record_outcome'>,
  state: PaymentState,
  context: PaymentContext,
): PaymentDecision {
  const { attempt, askedAtMs, mayTryElsewhere } = payload;
  // The command carries it as JSON; to-attempt-result.ts made it.
  const reported = payload.answer as AttemptAnswer;
  const retryOn = mayTryElsewhere ? another(state, context) : undefined;
  const answer = mayTryElsewhere && retryOn === undefined ? withPatience(reported, state, context) : reported;
  const outcome = { attempt, answer, ...(askedAtMs !== undefined && { askedAtMs }), ...(retryOn && { retryOn }) };
  return afterOutcome(outcome, state, context);
}

function another(state: PaymentState, { processors }: PaymentContext): AnsweredLater | undefined {
  return state.status === 'processing' ? processors.another(state) : undefined;
}

/** Nothing has moved and no other processor is left: the same one is tried a few times more, then that is the outcome. */
function withPatience(answer: AttemptAnswer, state: PaymentState, { nowMs }: PaymentContext): AttemptAnswer {
  const tries = 'statusRequests' in state ? (state.statusRequests?.count ?? 0) : 0;
  if (tries >= TRIES_MAX) return answer;
  const { failure: _none, ...rest } = answer;
  return { ...rest, state: 'processing', isUnknown: true, checkAtMs: nowMs + TRY_AGAIN_MS * 2 ** tries };
}
