import { systemCommand, type Clock, type Reply } from '#contracts';
import { derivedUuid, TaskTakenError, type EventStore, type TaskRunner } from '#event-store';
import type { CustomerState } from '../customer/state';
import type { TestClockState } from '../test-clock/state';
import { PASSING } from './advance-test-clock';

export interface EraserParts {
  store: Pick<EventStore, 'submit' | 'reads'>;
  clock: Clock;
}

interface Owner {
  accountId: string;
  livemode: boolean;
}

/** As an erasure in real time ends them a moment later. */
const CANCEL = { at: 'now', refund: 'none', openInvoices: 'keep', reason: 'customer_erased' } as const;

/**
 * Erases the customers of a deleted test clock, each in a commit of its own: what an erasure asks of others fills one. Their
 * subscriptions end before: no time passes on the clock in which they would. The last customer is the outcome of the task. Who is
 * erased already stays so.
 */
export function eraseCustomers(parts: EraserParts): TaskRunner<TestClockState> {
  return async ({ snapshot: { head, state } }, signal) => {
    if (state.status !== 'deleted') throw new Error('a test clock that is not deleted has customers to erase');
    const eraser = new Eraser(parts, head, signal);
    const last = state.customerIds.at(-1) ?? '';
    for (const customerId of state.customerIds) {
      await eraser.endSubscriptions(customerId);
      if (customerId !== last) await eraser.erase(customerId, head.streamId);
    }
    return { type: 'test_clocks.erase_customer', payload: { customerId: last } };
  };
}

class Eraser {
  constructor(
    private readonly parts: EraserParts,
    private readonly owner: Owner,
    private readonly signal: AbortSignal,
  ) {}

  /** One that cannot end, or has ended meanwhile, does not hold the erasure up. */
  async endSubscriptions(customerId: string): Promise<void> {
    const { accountId, livemode } = this.owner;
    const state = (await this.parts.store.reads.findStream<CustomerState>(customerId, accountId, livemode))?.state;
    if (state?.status !== 'active') return;
    for (const streamId of state.subscriptionIds ?? []) {
      const { refusal } = await this.send('subscriptions.cancel', streamId, CANCEL);
      if (refusal !== null && PASSING.has(refusal.code)) throw new TaskTakenError(`a subscription could not be ended: ${refusal.code}`);
    }
  }

  async erase(customerId: string, clockId: string): Promise<void> {
    const { refusal } = await this.send('test_clocks.erase_customer', clockId, { customerId });
    if (refusal !== null) throw new TaskTakenError(`a customer could not be erased: ${refusal.code}`);
  }

  private send(type: string, streamId: string, payload: object): Promise<Reply> {
    if (this.signal.aborted) throw new TaskTakenError('it was aborted', { cause: this.signal.reason });
    const { accountId, livemode } = this.owner;
    const nowMs = this.parts.clock.nowMs();
    const commandId = derivedUuid(`${type} ${streamId} ${JSON.stringify(payload)} ${nowMs}`);
    return this.parts.store.submit(
      systemCommand({ commandId, type, streamId, accountId, livemode, payload, actorId: 'test_clock', nowMs }),
    );
  }
}
