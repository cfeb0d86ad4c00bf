import type { Refusal } from '#contracts';
import type { Decision, DecisionContext } from '#decider';
import type { TestClockEvent } from '../events';

/** What a decision about a test clock looks at beside its state. `nowMs` is real time. */
export interface TestClockContext extends DecisionContext {
  /** The id that ties together what this command causes. */
  correlationId: string;
  /** The version of another stream; null when there is none. */
  versionOf(streamId: string): number | null;
}

export type TestClockDecision = Decision<TestClockEvent, Refusal>;
