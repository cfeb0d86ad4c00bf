import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestLimits } from '../limits/request-limits';
import { PartnerWebhookRoute, takeWebhook } from './partner-webhook-route';
import { ProcessorWebhooks } from './processor-webhooks';

/**
 * POST /v1/kyc_webhooks/{provider}: where identity providers report that a verification has changed. It takes no key: the
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
  @PartnerWebhookRoute('kyc')
  @ApiOperation({
    summary: 'Receive a webhook of an identity provider',
    description:
      'For Cashfree Secure ID, not for merchants. The raw body is signed in the way of the provider; the verification then asks it.',
  })
  @ApiParam({ name: 'provider', schema: { type: 'string', maxLength: 40 }, example: 'cashfree' })
  receiveKycWebhook(@Req() request: FastifyRequest<{ Params: { provider: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { webhooks, limits } = this;
    return takeWebhook({ webhooks, limits }, { service: 'kyc', sender: request.params.provider }, { request, reply });
  }
}
