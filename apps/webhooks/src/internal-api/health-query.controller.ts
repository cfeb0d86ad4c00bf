import { Controller, Get, Param } from '@nestjs/common';
import { Clock, type WebhookHealthResource } from '#contracts';
import { EventStore } from '#event-store';
import { Owner, type ListOwner } from '#listing';
import { HealthReader } from '../stats/health-reader';
import { healthResource } from '../stats/render-health';
import { findOwnEndpoint } from './find-own-endpoint';

/** `GET /internal/webhook_endpoints/{id}/health` for the gateway, which has checked the key. */
@Controller('internal/webhook_endpoints')
export class HealthQueryController {
  constructor(
    private readonly store: EventStore,
    private readonly health: HealthReader,
    private readonly clock: Clock,
  ) {}

  @Get(':id/health')
  async showHealth(@Param('id') id: string, @Owner() owner: ListOwner): Promise<WebhookHealthResource> {
    const endpoint = await findOwnEndpoint(this.store, id, owner);
    const nowMs = this.clock.nowMs();
    return healthResource(endpoint, await this.health.read(id, nowMs), nowMs);
  }
}
