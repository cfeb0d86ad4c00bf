import {
  newId,
  shardOfAccount,
  statusSentence,
  type Clock,
  type Command,
  type DeliveryStatus,
  type Random,
  type Refusal,
  type Reply,
} from '#contracts';
import type { IdempotentRequests, RequestOutcome } from '#event-store';
import type { PoolClient } from 'pg';
import { missing } from '../internal-api/answer';
import { cancelDelivery } from './cancel-delivery';
import { DeliveriesReader } from './deliveries-reader';
import { deliveryResource } from './render-delivery';
import { resendDelivery, type ResendOutcome } from './resend-delivery';

export interface DeliveryRequestParts {
  requests: IdempotentRequests;
  deliveries: DeliveriesReader;
  clock: Clock;
  random: Random;
}

/** What an account asks for of one of its deliveries: its end, or that it is made again. Done and answered in one transaction. */
export class DeliveryRequests {
  constructor(private readonly parts: DeliveryRequestParts) {}

  /** Whether its endpoint is disabled or deleted makes no difference: what is open of it ends anyhow. */
  cancel(command: Command): Promise<Reply> {
    const { accountId, livemode, streamId: deliveryId } = command;
    const nowMs = this.parts.clock.nowMs();
    return this.parts.requests.execute(command, async (client) => {
      const outcome = await cancelDelivery(client, { accountId, livemode, deliveryId, nowMs });
      if (outcome === 'missing') return { refusal: await this.missing(command) };
      if (outcome !== 'cancelled') return { refusal: deliveryHasEnded(outcome.endedAs) };
      return this.show(client, command, { deliveryId, status: 200 });
    });
  }

  /** The answer shows the delivery that is open now. */
  resend(command: Command): Promise<Reply> {
    const { accountId, livemode, streamId: deliveryId } = command;
    const { clock, random, requests } = this.parts;
    const nowMs = clock.nowMs();
    const shard = shardOfAccount(accountId);
    const newDeliveryId = newId('webhookDelivery', shard, nowMs, random);
    return requests.execute(command, async (client) => {
      const outcome = await resendDelivery(client, { shard, accountId, livemode, deliveryId, newDeliveryId, nowMs });
      if (outcome === 'missing') return { refusal: await this.missing(command) };
      if (typeof outcome === 'string') return { refusal: RESEND_REFUSALS[outcome] };
      return this.show(client, command, { deliveryId: outcome.deliveryId, status: 202 });
    });
  }

  private async show(
    client: PoolClient,
    { accountId, livemode }: Command,
    { deliveryId, status }: { deliveryId: string; status: 200 | 202 },
  ): Promise<RequestOutcome> {
    const row = await new DeliveriesReader(client).find(deliveryId, { accountId, livemode });
    if (row === null) throw new Error('a delivery that was just written is not there');
    return { streamId: deliveryId, status, body: JSON.stringify(deliveryResource(row)) };
  }

  private async missing({ accountId, livemode, streamId }: Command): Promise<Refusal> {
    const owner = { accountId, livemode };
    return missing(owner, await this.parts.deliveries.existsInOtherMode(streamId, owner));
  }
}

const OPEN: DeliveryStatus[] = ['pending', 'retrying'];

/** A delivery ends once. */
function deliveryHasEnded(status: DeliveryStatus): Refusal {
  const message = statusSentence('delivery', status, 'be cancelled', OPEN);
  return { code: 'state_conflict', details: { message, current_status: status, allowed_from: OPEN } };
}

const RESEND_REFUSALS: Readonly<Record<Exclude<Extract<ResendOutcome, string>, 'missing'>, Refusal>> = {
  endpoint_disabled: {
    code: 'state_conflict',
    details: {
      message: 'The endpoint is disabled and gets nothing. Enable it first.',
      current_status: 'disabled',
      allowed_from: ['enabled'],
    },
  },
  endpoint_deleted: { code: 'resource_missing', details: { message: 'The endpoint is deleted.' } },
  event_expired: { code: 'resource_missing', details: { message: 'The event is not kept any more.', reason: 'event_expired' } },
};
