import { Inject, Injectable } from '@nestjs/common';
import {
  ATTEMPT_ERRORS,
  shardOfId,
  type Refusal,
  type ResendOutcome,
  type WebhookDeliveryResource,
  type WebhookPingResource,
} from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import type { ListOwner } from '#listing';
import type { CancellationState, PingState, ResendState } from './aggregate';
import { deliveryHasEnded, endpointIsDisabled, type DeliveryRequestState } from './decide';
import { deliveryResource } from '../delivery-queue/render-delivery';
import { DeliveriesReader } from '../delivery-queue/deliveries-reader';
import { missing } from '../internal-api/answer';

type Done<TState> = Extract<TState, { status: 'done' }>;

/** What an errand came to: the object that the caller is shown, why there is none, or `open` while it is not done. */
export type DeliveryRequestOutcome<TResource> = { shown: TResource } | { refusal: Refusal } | 'open';

/** What came of pings, resends and cancellations, as it is told to whoever asked for them. */
@Injectable()
export class DeliveryRequestOutcomes {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(DeliveriesReader) private readonly deliveries: DeliveriesReader,
  ) {}

  async ofPing(id: string, owner: ListOwner): Promise<DeliveryRequestOutcome<WebhookPingResource>> {
    const found = await this.find<PingState>(id, owner);
    if (found === 'open' || 'refusal' in found) return found;
    return { shown: pingResource(found.done) };
  }

  /** Shows the delivery that is open now, as it is. */
  async ofResend(id: string, owner: ListOwner): Promise<DeliveryRequestOutcome<WebhookDeliveryResource>> {
    const found = await this.find<ResendState>(id, owner);
    if (found === 'open' || 'refusal' in found) return found;
    const { outcome } = found.done.state;
    if ('failure' in outcome) return { refusal: refusalOf(outcome.failure) };
    return this.showDelivery(outcome.deliveryId, owner);
  }

  /** Shows the delivery that was ended, as it is. */
  async ofCancellation(id: string, owner: ListOwner): Promise<DeliveryRequestOutcome<WebhookDeliveryResource>> {
    const found = await this.find<CancellationState>(id, owner);
    if (found === 'open' || 'refusal' in found) return found;
    const { outcome } = found.done.state;
    if ('endedAs' in outcome) return { refusal: deliveryHasEnded(outcome.endedAs) };
    if ('failure' in outcome) return { refusal: missing(owner, false) };
    return this.showDelivery(outcome.deliveryId, owner);
  }

  /** By what its id says that it is. */
  async of(id: string, owner: ListOwner): Promise<DeliveryRequestOutcome<WebhookPingResource | WebhookDeliveryResource>> {
    if (shardOfId('webhookPing', id) !== undefined) return this.ofPing(id, owner);
    return shardOfId('webhookResend', id) !== undefined ? this.ofResend(id, owner) : this.ofCancellation(id, owner);
  }

  private async showDelivery(id: string, owner: ListOwner): Promise<DeliveryRequestOutcome<WebhookDeliveryResource>> {
    const row = await this.deliveries.find(id, owner);
    return row === null ? { refusal: missing(owner, false) } : { shown: deliveryResource(row) };
  }

  private async find<TState extends DeliveryRequestState>(
    id: string,
    owner: ListOwner,
  ): Promise<{ done: Snapshot<Done<TState>> } | { refusal: Refusal } | 'open'> {
    const snapshot = (await this.store.findStream(id, owner.accountId, owner.livemode)) as Snapshot<TState> | null;
    if (snapshot === null) return { refusal: missing(owner, false) };
    return snapshot.state.status === 'done' ? { done: snapshot as Snapshot<Done<TState>> } : 'open';
  }
}

function pingResource({ head, state }: Snapshot<Done<PingState>>): WebhookPingResource {
  const { terms, outcome } = state;
  return {
    id: head.streamId,
    object: 'webhook_ping',
    livemode: head.livemode,
    webhook_endpoint_id: terms.endpointId,
    event_type: terms.eventType,
    status: outcome.isDelivered ? 'succeeded' : 'failed',
    status_code: outcome.statusCode,
    error_code: outcome.errorCode,
    error_message: outcome.errorCode === null ? null : ATTEMPT_ERRORS[outcome.errorCode],
    duration_ms: outcome.durationMs,
    created_at: Math.floor(head.createdAtMs / 1000),
  };
}

function refusalOf(failure: Extract<ResendOutcome, { failure: string }>['failure']): Refusal {
  if (failure === 'endpoint_disabled') return endpointIsDisabled();
  if (failure === 'endpoint_deleted') return { code: 'resource_missing', details: { message: 'The endpoint is deleted.' } };
  return { code: 'resource_missing', details: { message: 'The event is not kept any more.', reason: 'event_expired' } };
}
