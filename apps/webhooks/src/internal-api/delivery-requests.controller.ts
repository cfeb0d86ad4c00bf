import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#contracts';
import { ownerOrRefuse, type ListOwner } from '#listing';
import { CLOCK } from '../clock-token';
import { answer, refuse } from './answer';
import { DeliveryRequestOutcomes, type DeliveryRequestOutcome } from '../delivery-request/outcomes';

/** How often it is looked: a query by id is one indexed row. */
const LOOK_EVERY_MS = 20;
/** A ping takes ten seconds at most, and somebody has to begin with it. */
const PING_WAIT_MS = 12_000;
/** A resend, a cancellation: one short transaction. */
const QUEUE_WAIT_MS = 4_000;

/**
 * What came of a ping, a resend or a cancellation, told as soon as it is known. Whoever asks in vain is told that the outcome is open: the
 * same request with the same Idempotency-Key asks again.
 */
@Controller('internal')
export class DeliveryRequestsController {
  constructor(
    @Inject(DeliveryRequestOutcomes) private readonly outcomes: DeliveryRequestOutcomes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('webhook_pings/:id')
  async awaitPing(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answerOnce((owner) => this.outcomes.ofPing(id, owner), PING_WAIT_MS, { request, reply });
  }

  @Get('webhook_resends/:id')
  async awaitResend(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answerOnce((owner) => this.outcomes.ofResend(id, owner), QUEUE_WAIT_MS, { request, reply });
  }

  @Get('webhook_cancellations/:id')
  async awaitCancellation(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.answerOnce((owner) => this.outcomes.ofCancellation(id, owner), QUEUE_WAIT_MS, { request, reply });
  }

  private async answerOnce(
    look: (owner: ListOwner) => Promise<DeliveryRequestOutcome<unknown>>,
    waitMs: number,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const endsAtMs = this.clock.monotonicMs() + waitMs;
    for (;;) {
      const outcome = await look(owner);
      if (outcome !== 'open') return 'refusal' in outcome ? refuse(reply, outcome.refusal) : answer(reply, outcome.shown);
      if (this.clock.monotonicMs() >= endsAtMs) return refuse(reply, { code: 'outcome_unknown' });
      await pause(LOOK_EVERY_MS);
    }
  }
}
