import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore } from '#event-store';
import { answerKey } from '#listing';
import { JSON_TYPE } from './answer';

/** `GET /internal/idempotency_keys?key=…` for the gateway, which asks every service that stores answers. */
@Controller('internal/idempotency_keys')
export class IdempotencyKeysController {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  @Get()
  async findKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { status, text } = await answerKey(this.store, request);
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }
}
