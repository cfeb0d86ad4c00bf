import { ID_PREFIX, shardOfAccount, type Clock, type ResendOutcome } from '#contracts';
import type { TaskRunner } from '#event-store';
import type { ResendState } from './aggregate';
import type { ResendQuery } from '../delivery-queue/resend';

type Pending = Extract<ResendState, { status: 'pending' }>;

/**
 * Puts a delivery that somebody asked for again into the queue.
 *
 * @param resend puts it there; asked again after a crash, it finds what it did.
 */
export function resendEnqueuer(resend: (input: ResendQuery) => Promise<ResendOutcome>, clock: Clock): TaskRunner<Pending> {
  return async ({ snapshot: { head, state } }) => {
    const { streamId, accountId, livemode } = head;
    const newDeliveryId = `${ID_PREFIX.webhookDelivery}${streamId.slice(streamId.indexOf('_'))}`;
    const place = { shard: shardOfAccount(accountId), accountId, livemode };
    const payload = await resend({ ...place, ...state.terms, newDeliveryId, nowMs: clock.nowMs() });
    return { type: 'webhook_resends.record_outcome', payload };
  };
}
