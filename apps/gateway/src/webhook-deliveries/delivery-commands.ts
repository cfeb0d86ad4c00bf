import type { WebhookDeliveryResource } from '#contracts';
import type { CreateCancellationPayload, CreateResendPayload, DeliveryStatus } from '#contracts';
import { writeRoute } from '../commands/write-route';
import type { Services, WriteContext } from '../commands/write-route';

/** What each command on deliveries reads from its request, and what it sends to the service. */
export const DELIVERY_COMMANDS = {
  resend: writeRoute({
    resource: 'webhookResend',
    command: 'webhook_resends.create',
    creates: true,
    parent: { kind: 'webhookDelivery', idParam: 'id' },
    prepare: endpointOf,
    payload: (_dto, { params }, _seal, endpointId): CreateResendPayload => ({ deliveryId: params.id ?? '', endpointId }),
    outcome: { shows: 'webhookDelivery', waitMs: 5_000 },
  }),
  cancel: writeRoute({
    resource: 'webhookCancellation',
    command: 'webhook_cancellations.create',
    creates: true,
    parent: { kind: 'webhookDelivery', idParam: 'id' },
    prepare: statusOf,
    payload: (_dto, { params }, _seal, seenStatus): CreateCancellationPayload => ({ deliveryId: params.id ?? '', seenStatus }),
    outcome: { shows: 'webhookDelivery', waitMs: 5_000 },
  }),
};

/** @throws ApiError resource_missing when the caller has no such delivery. */
async function endpointOf(_dto: object, { params }: WriteContext, services: Services): Promise<string> {
  const delivery = JSON.parse(await services.get('webhooks', `/internal/webhook_deliveries/${params.id ?? ''}`)) as WebhookDeliveryResource;
  return delivery.webhook_endpoint_id;
}

/** @throws ApiError resource_missing when the caller has no such delivery. */
async function statusOf(_dto: object, { params }: WriteContext, services: Services): Promise<DeliveryStatus> {
  const delivery = JSON.parse(await services.get('webhooks', `/internal/webhook_deliveries/${params.id ?? ''}`)) as WebhookDeliveryResource;
  return delivery.status;
}
