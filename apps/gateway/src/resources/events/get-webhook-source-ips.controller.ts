import { isIPv6 } from 'node:net';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookSourceIpsResource } from '#contracts';
import { GatewayConfig } from '../../config';
import { Answers, IGNORED_HEADER } from '../../docs/answers.decorator';
import { RequireKey } from '../../http/access';
import { checkUnknownParameters, unknownQuery } from '../../http/ignored-parameters';
import { invalidRequest } from '../../http/invalid-request';

/** GET /v1/webhook_source_ips: from where deliveries come, for receivers that let in named addresses only. */
@ApiTags('Events')
@Controller('v1/webhook_source_ips')
export class GetWebhookSourceIpsController {
  constructor(private readonly config: GatewayConfig) {}

  @Get()
  @RequireKey()
  @ApiOperation({ summary: 'Addresses that deliveries come from' })
  @Answers({ status: 200, description: 'The addresses.', type: WebhookSourceIpsResource, headers: IGNORED_HEADER }, ['parameter_unknown'])
  async getWebhookSourceIps(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const unknown = checkUnknownParameters(request, reply, unknownQuery(request));
    if (unknown.length > 0) throw invalidRequest(unknown);
    const addresses = this.config.webhookSourceIps ?? [];
    const isSix = (address: string): boolean => isIPv6(address.split('/', 1)[0] ?? '');
    const shown: WebhookSourceIpsResource = {
      object: 'webhook_source_ips',
      ipv4: addresses.filter((address) => !isSix(address)),
      ipv6: addresses.filter(isSix),
    };
    await reply.send(shown);
  }
}
