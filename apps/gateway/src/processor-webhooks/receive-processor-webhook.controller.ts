import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenAnswers } from '../docs/answers.decorator';
import { OpenRawRoute } from '../http/access';
import { ApiError } from '../http/api-error';
import { JSON_TYPE } from '../http/response-headers';
import { RequestLimits } from '../limits/request-limits';
import { ProcessorWebhooks } from './processor-webhooks';

const RECEIVED = '{"object":"processor_webhook","received":true}';
const RECEIVED_SCHEMA = {
  type: 'object',
  required: ['object', 'received'],
  properties: { object: { type: 'string', enum: ['processor_webhook'] }, received: { type: 'boolean', enum: [true] } },
};

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
  @HttpCode(200)
  @OpenRawRoute()
  @ApiOperation({
    summary: 'Receive a webhook of a processor',
    description: 'For Razorpay, Cashfree and the local acquirer, not for merchants. The raw body is signed in the way of the processor.',
  })
  @ApiParam({ name: 'processor', schema: { type: 'string', maxLength: 40 }, example: 'razorpay' })
  @ApiBody({ required: true, schema: { type: 'object', description: 'What the processor documents, at most 262144 bytes.' } })
  @OpenAnswers({ status: 200, description: 'Taken, or nothing of ours.', content: { 'application/json': RECEIVED_SCHEMA } }, [
    'webhook_signature_invalid',
    'resource_missing',
    'json_invalid',
    'body_too_large',
    'media_type_unsupported',
    'rate_limited',
    'service_unavailable',
  ])
  async receiveProcessorWebhook(
    @Req() request: FastifyRequest<{ Params: { processor: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { params, headers, body } = request;
    const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    try {
      await this.webhooks.receive({ service: 'payments', sender: params.processor, headers, rawBody });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'webhook_signature_invalid') throw error;
      const refusal = new ApiError(error.code, error.details, { 'www-authenticate': 'Signature' });
      this.limits.countRefusal(request, reply, refusal);
    }
    await reply.header('content-type', JSON_TYPE).send(RECEIVED);
  }
}
