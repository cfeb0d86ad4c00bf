import { systemCommand, type Clock } from '#contracts';
import { derivedUuid, TaskTakenError, type EventStore, type TaskRunner } from '#event-store';
import type { TestClockState } from '../test-clock/state';

/**
 * Erases the customers of a deleted test clock, each in a commit of its own: what an erasure asks of others fills one. The last of
 * them is the outcome of the task. Who is erased already stays so.
 */
export function eraseCustomers({ store, clock }: { store: Pick<EventStore, 'submit'>; clock: Clock }): TaskRunner<TestClockState> {
  return async ({ snapshot: { head, state } }, signal) => {
    if (state.status !== 'deleted') throw new Error('a test clock that is not deleted has customers to erase');
    const { streamId, accountId, livemode } = head;
    const last = state.customerIds.at(-1) ?? '';
    for (const customerId of state.customerIds.slice(0, -1)) {
      if (signal.aborted) throw new TaskTakenError('it was aborted', { cause: signal.reason });
      const nowMs = clock.nowMs();
      const commandId = derivedUuid(`erase ${streamId} ${customerId} ${nowMs}`);
      const about = { type: 'test_clocks.erase_customer', payload: { customerId }, actorId: 'test_clock', nowMs };
      const { refusal } = await store.submit(systemCommand({ commandId, streamId, accountId, livemode, ...about }));
      if (refusal !== null) throw new TaskTakenError(`a customer could not be erased: ${refusal.code}`);
    }
    return { type: 'test_clocks.erase_customer', payload: { customerId: last } };
  };
}
