import { toSeconds, type Command, type DeletedTestClock, type TestClockProblem, type TestClockResource } from '#contracts';
import type { Snapshot } from '#event-store';
import type { Advance, ExistingTestClock, TestClockState } from './state';

/** The public resource of a test clock. What is pending is counted where a clock is retrieved (pending.ts). */
export function testClockResource({ head, state }: Snapshot<TestClockState>): TestClockResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no test_clock.created`);
  const { terms, nowAtMs, deletesAtMs } = state;
  return {
    id: head.streamId,
    object: 'test_clock',
    livemode: head.livemode,
    name: terms.name ?? null,
    status: state.status === 'deleted' ? 'ready' : state.status,
    now_at: toSeconds(nowAtMs),
    ...advanceFields(state.advance),
    pending: null,
    customer_count: customerCount(state),
    webhook_retries: terms.webhookRetries ?? 'real',
    metadata: terms.metadata ?? {},
    deleted: state.status === 'deleted',
    deletes_at: toSeconds(deletesAtMs),
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** What a command about a test clock answers: a deletion only that it is done. */
export function testClockAnswer(snapshot: Snapshot<TestClockState>, { type }: Command): TestClockResource | DeletedTestClock {
  return type === 'test_clocks.delete' ? { id: snapshot.head.streamId, object: 'test_clock', deleted: true } : testClockResource(snapshot);
}

type AdvanceFields = Pick<TestClockResource, 'target_at' | 'advance_id' | 'steps_done' | 'stopped_reason' | 'last_error'>;

function advanceFields(advance: Advance | null): AdvanceFields {
  return {
    target_at: toSeconds(advance?.targetMs ?? null),
    advance_id: advance?.id ?? null,
    steps_done: advance?.steps ?? 0,
    stopped_reason: advance?.stopped?.reason ?? null,
    last_error: problemOf(advance),
  };
}

function problemOf(advance: Advance | null): TestClockProblem | null {
  if (advance?.stopped?.reason !== 'error') return null;
  const { objectId, code, message } = advance.stopped.error;
  return { object_id: objectId, code, message };
}

function customerCount(state: ExistingTestClock): number {
  return state.status === 'deleted' ? state.customerCount : state.customerIds.length;
}
