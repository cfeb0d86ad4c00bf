import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestLimits } from '../limits/request-limits';
import { PartnerWebhookRoute, takeWebhook } from './partner-webhook-route';
import { ProcessorWebhooks } from './processor-webhooks';

/**
 * POST /v1/processor_webhooks/{processor}: where processors tell what became of payments. It takes no key: the signature over
 * the raw body is checked by the service that has the secrets. 200 means that the payment has taken it.
 */
@ApiTags('Processors')
@Controller('v1/processor_webhooks')
export class ReceiveProcessorWebhookController {
  constructor(
    private readonly webhooks: ProcessorWebhooks,
    private readonly limits: RequestLimits,
  ) {}

  @Post(':processor')
  @PartnerWebhookRoute('payments')
  @ApiOperation({
    summary: 'Receive a webhook of a processor',
    description: 'For Razorpay, Cashfree and the fake acquirer, not for merchants. The raw body is signed in the way of the processor.',
  })
  @ApiParam({ name: 'processor', schema: { type: 'string', maxLength: 40 }, example: 'razorpay' })
  receiveProcessorWebhook(@Req() request: FastifyRequest<{ Params: { processor: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { webhooks, limits } = this;
    return takeWebhook({ webhooks, limits }, { service: 'payments', sender: request.params.processor }, { request, reply });
  }
}
