import { isIPv6 } from 'node:net';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { WebhookSourceIpsResource } from '#contracts';
import { Answers } from '../docs/answers.decorator';
import { NeedsKey } from '../http/access';

/** Injection token of the addresses that the operator has named. */
export const SOURCE_IPS = Symbol('webhook source addresses');

/** GET /v1/webhook_source_ips: from where deliveries come, for receivers that let in named addresses only. */
@ApiTags('Events')
@Controller('v1/webhook_source_ips')
export class GetWebhookSourceIpsController {
  constructor(@Inject(SOURCE_IPS) private readonly addresses: readonly string[]) {}

  @Get()
  @NeedsKey()
  @ApiOperation({ summary: 'Addresses that deliveries come from' })
  @Answers({ status: 200, description: 'The addresses.', type: WebhookSourceIpsResource }, [])
  getWebhookSourceIps(): WebhookSourceIpsResource {
    const isSix = (address: string): boolean => isIPv6(address.split('/', 1)[0] ?? '');
    return {
      object: 'webhook_source_ips',
      ipv4: this.addresses.filter((address) => !isSix(address)),
      ipv6: this.addresses.filter(isSix),
    };
  }
}
