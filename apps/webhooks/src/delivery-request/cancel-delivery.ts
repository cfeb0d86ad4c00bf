import type { CancellationOutcome, Clock } from '#contracts';
import type { TaskRunner } from '#event-store';
import type { CancellationState } from './aggregate';
import type { CancellationQuery } from '../delivery-queue/cancel-delivery';

type Pending = Extract<CancellationState, { status: 'pending' }>;

/**
 * Ends a delivery that somebody wants no more.
 *
 * @param cancel ends it; asked again after a crash, it finds what it did.
 */
export function deliveryCanceller(cancel: (input: CancellationQuery) => Promise<CancellationOutcome>, clock: Clock): TaskRunner<Pending> {
  return async ({ snapshot: { head, state } }) => {
    const { accountId, livemode } = head;
    const payload = await cancel({ accountId, livemode, deliveryId: state.terms.deliveryId, nowMs: clock.nowMs() });
    return { type: 'webhook_cancellations.record_outcome', payload };
  };
}
