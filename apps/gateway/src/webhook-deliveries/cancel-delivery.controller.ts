import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookDeliveryResource } from '#contracts';
import type { CreateCancellationPayload, DeliveryStatus } from '#contracts';
import { writeRoute } from '../commands/write-route';
import type { Services, WriteContext } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { DELIVERY_ID } from './delivery-docs';

const ROUTE = writeRoute({
  resource: 'webhookCancellation',
  command: 'webhook_cancellations.create',
  creates: true,
  parent: { kind: 'webhookDelivery', idParam: 'id' },
  prepare: statusOf,
  payload: (_dto, { params }, _seal, seenStatus): CreateCancellationPayload => ({ deliveryId: params.id ?? '', seenStatus }),
  outcome: { shows: 'webhookDelivery', waitMs: 5_000 },
});

/** @throws ApiError resource_missing when the caller has no such delivery. */
async function statusOf(_dto: object, { params }: WriteContext, services: Services): Promise<DeliveryStatus> {
  const delivery = JSON.parse(await services.get('webhooks', `/internal/webhook_deliveries/${params.id ?? ''}`)) as WebhookDeliveryResource;
  return delivery.status;
}

/** POST /v1/webhook_deliveries/{id}/cancel (docs/reference/state-machines.md, Delivery): ends one that is still open. */
@ApiTags('Webhook deliveries')
@Controller('v1/webhook_deliveries')
export class CancelDeliveryController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/cancel')
  @NeedsScope('webhooks:write')
  @ApiOperation({
    summary: 'Cancel a delivery',
    description:
      'Ends a delivery that is `pending` or `retrying`: no further attempt is made, and no replay of what was missed or failed brings it back; a resend, or a replay of all, does. An attempt that is under way at this moment may still arrive; its result stands among the attempts. Later deliveries of an endpoint that keeps the order go on, after such an attempt is over.',
  })
  @ApiParam(DELIVERY_ID)
  @WriteAnswers({ status: 200, description: 'The delivery, cancelled.', type: WebhookDeliveryResource }, [
    'resource_missing',
    'state_conflict',
  ])
  cancelDelivery(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
