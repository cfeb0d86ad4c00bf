import { isAskable, type PaymentState } from '../state';
import type { AttemptAnswer } from './attempt-result';
import type { InstantProcessor, KnownAttempt, PaymentContext } from './context';

/**
 * What a processor without a network says of the attempt as it stands. Undefined when the attempt is behind a network,
 * is settled or was never made, or when the processor has nothing to say.
 */
export function askNow(
  state: PaymentState,
  { processors }: PaymentContext,
  ask: (processor: InstantProcessor, known: KnownAttempt) => AttemptAnswer | undefined,
): AttemptAnswer | undefined {
  if (!isAskable(state)) return undefined;
  const { attempt, terms } = state;
  if (attempt === null || attempt.reference === null) return undefined;
  const processor = processors.instant(state);
  return processor && ask(processor, { attempt, terms });
}
