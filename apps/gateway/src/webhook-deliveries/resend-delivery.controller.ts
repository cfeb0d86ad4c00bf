import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookDeliveryResource } from '#contracts';
import type { CreateResendPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import type { Services, WriteContext } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { DELIVERY_ID } from './delivery-docs';

const ROUTE = writeRoute({
  resource: 'webhookResend',
  command: 'webhook_resends.create',
  creates: true,
  parent: { kind: 'webhookDelivery', idParam: 'id' },
  prepare: endpointOf,
  payload: (_dto, { params }, _seal, endpointId): CreateResendPayload => ({ deliveryId: params.id ?? '', endpointId }),
  outcome: { shows: 'webhookDelivery', waitMs: 5_000 },
});

/** @throws ApiError resource_missing when the caller has no such delivery. */
async function endpointOf(_dto: object, { params }: WriteContext, services: Services): Promise<string> {
  const delivery = JSON.parse(await services.get('webhooks', `/internal/webhook_deliveries/${params.id ?? ''}`)) as WebhookDeliveryResource;
  return delivery.webhook_endpoint_id;
}

/** POST /v1/webhook_deliveries/{id}/resend: also after a success. */
@ApiTags('Webhook deliveries')
@Controller('v1/webhook_deliveries')
export class ResendDeliveryController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/resend')
  @NeedsScope('webhooks:write', { countedAs: 'resends' })
  @ApiOperation({
    summary: 'Send a delivery again',
    description: 'Makes a new delivery of the same event to the same endpoint; one that is still open is due now instead. 100 a minute.',
  })
  @ApiParam(DELIVERY_ID)
  @WriteAnswers({ status: 202, description: 'The delivery that is open now.', type: WebhookDeliveryResource }, [
    'resource_missing',
    'state_conflict',
  ])
  resendDelivery(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
