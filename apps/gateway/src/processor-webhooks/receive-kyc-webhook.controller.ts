import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenAnswers } from '../docs/answers.decorator';
import { OpenRawRoute } from '../http/access';
import { ApiError } from '../http/api-error';
import { JSON_TYPE } from '../http/response-headers';
import { RequestLimits } from '../limits/request-limits';
import { ProcessorWebhooks } from './processor-webhooks';

const RECEIVED = '{"object":"kyc_webhook","received":true}';
const RECEIVED_SCHEMA = {
  type: 'object',
  required: ['object', 'received'],
  properties: { object: { type: 'string', enum: ['kyc_webhook'] }, received: { type: 'boolean', enum: [true] } },
};

/**
 * POST /v1/kyc_webhooks/{provider}: where identity providers tell that they have news of a verification. It takes no key: the
 * signature over the raw body is checked by the service that has the secrets. 200 means that the verification has taken it.
 */
@ApiTags('KYC')
@Controller('v1/kyc_webhooks')
export class ReceiveKycWebhookController {
  constructor(
    private readonly webhooks: ProcessorWebhooks,
    private readonly limits: RequestLimits,
  ) {}

  @Post(':provider')
  @HttpCode(200)
  @OpenRawRoute()
  @ApiOperation({
    summary: 'Receive a webhook of an identity provider',
    description:
      'For Cashfree Secure ID, not for merchants. The raw body is signed in the way of the provider; the verification then asks it.',
  })
  @ApiParam({ name: 'provider', schema: { type: 'string', maxLength: 40 }, example: 'cashfree' })
  @ApiBody({ required: true, schema: { type: 'object', description: 'What the provider documents, at most 262144 bytes.' } })
  @OpenAnswers({ status: 200, description: 'Taken, or nothing of ours.', content: { 'application/json': RECEIVED_SCHEMA } }, [
    'webhook_signature_invalid',
    'resource_missing',
    'json_invalid',
    'body_too_large',
    'media_type_unsupported',
    'rate_limited',
    'service_unavailable',
  ])
  async receiveKycWebhook(@Req() request: FastifyRequest<{ Params: { provider: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { params, headers, body } = request;
    const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    try {
      await this.webhooks.receive({ service: 'kyc', sender: params.provider, headers, rawBody });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'webhook_signature_invalid') throw error;
      const refusal = new ApiError(error.code, error.details, { 'www-authenticate': 'Signature' });
      this.limits.countRefusal(request, reply, refusal);
    }
    await reply.header('content-type', JSON_TYPE).send(RECEIVED);
  }
}
