import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { Clock, WebhookHealthResource } from '#contracts';
import { EventStore } from '#event-store';
import { Owner, type ListOwner } from '#listing';
import { CLOCK } from '../clock-token';
import { HealthReader } from '../stats/health-reader';
import { healthResource } from '../stats/render-health';
import { findOwnEndpoint } from './find-own-endpoint';

/** `GET /internal/webhook_endpoints/{id}/health` for the gateway, which has checked the key. */
@Controller('internal/webhook_endpoints')
export class HealthQueryController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(HealthReader) private readonly health: HealthReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':id/health')
  async showHealth(@Param('id') id: string, @Owner() owner: ListOwner): Promise<WebhookHealthResource> {
    const endpoint = await findOwnEndpoint(this.store, id, owner);
    const nowMs = this.clock.nowMs();
    return healthResource(endpoint, await this.health.read(id, nowMs), nowMs);
  }
}
