import type { Pool } from 'pg';
import { ID_PREFIX, shardOfAccount, type Clock } from '#contracts';
import type { TaskRunner } from '#event-store';
import type { ResendState } from '../commands/errand.aggregate';
import { resendDelivery } from '../views/resend';

type Pending = Extract<ResendState, { status: 'pending' }>;

/** Puts a delivery that somebody asked for again into the queue. Repeated after a crash, it finds what it did. */
export function resendEnqueuer(pool: Pool, clock: Clock): TaskRunner<Pending> {
  return async ({ snapshot: { head, state } }) => {
    const { streamId, accountId, livemode } = head;
    const newDeliveryId = `${ID_PREFIX.webhookDelivery}${streamId.slice(streamId.indexOf('_'))}`;
    const place = { shard: shardOfAccount(accountId), accountId, livemode };
    const payload = await resendDelivery(pool, { ...place, ...state.terms, newDeliveryId, nowMs: clock.nowMs() });
    return { type: 'webhook_resends.record_outcome', payload };
  };
}
