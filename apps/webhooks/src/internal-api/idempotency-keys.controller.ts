import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type UsedKey } from '#contracts';
import { EventStore } from '#event-store';
import { answerKey, type ListOwner } from '#listing';
import { DeliveryRequestOutcomes } from '../delivery-request/outcomes';
import { JSON_TYPE } from './answer';

/** `GET /internal/idempotency_keys?key=…` for the gateway, which asks every service that stores answers. */
@Controller('internal/idempotency_keys')
export class IdempotencyKeysController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(DeliveryRequestOutcomes) private readonly outcomes: DeliveryRequestOutcomes,
  ) {}

  @Get()
  async findKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { status, text } = await answerKey(this.store, request, { findOutcome: (id, owner) => this.findOutcome(id, owner) });
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }

  /** Pings, resends and cancellations are answered with what came of them: nothing of it is in the stored answer. */
  private async findOutcome(id: string, owner: ListOwner): Promise<Partial<UsedKey> | 'open'> {
    const outcome = await this.outcomes.of(id, owner);
    if (outcome === 'open') return outcome;
    if ('shown' in outcome) return { object_id: outcome.shown.id, result: outcome.shown };
    const { code, details } = outcome.refusal;
    const { status, type, message } = ERRORS[code];
    return { object_id: null, http_status: status, result: { error: { type, code, message, ...details } } };
  }
}
