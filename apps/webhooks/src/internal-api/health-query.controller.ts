import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { CLOCK } from '../clock-token';
import { healthResource } from '../stats/render-health';
import { HealthReader } from '../stats/health-reader';
import { answer, refuse } from './answer';
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
  async showHealth(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await findOwnEndpoint(this.store, id, request.headers);
    if ('refusal' in found) return refuse(reply, found.refusal);
    const nowMs = this.clock.nowMs();
    await answer(reply, healthResource(found.snapshot, await this.health.read(id, nowMs), nowMs));
  }
}
