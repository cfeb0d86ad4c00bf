import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore, type StreamOwner } from '#event-store';
import { ObjectQueries, pageInMemory } from '#listing';
import { AttemptFold } from './attempts';

/** `GET /internal/payments/{id}/attempts` for the gateway: read from the log, as far back as it goes. */
@Controller('internal/payments/:id/attempts')
export class PaymentAttemptsController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    private readonly objects: ObjectQueries,
  ) {}

  @Get()
  listAttempts(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.objects.answerWithin({ kind: 'payment', id }, { request, reply }, async (owner, query) => {
      const fold = new AttemptFold();
      const isThere = await this.readInto(fold, owner);
      return isThere ? pageInMemory(fold.resources({ id, livemode: owner.livemode }), query) : null;
    });
  }

  /** False when the owner has no such payment. */
  private async readInto(fold: AttemptFold, owner: StreamOwner): Promise<boolean> {
    let afterVersion = 0;
    for (;;) {
      const events = await this.store.reads.readHistory(owner, { afterVersion });
      const last = events.at(-1);
      if (last === undefined) return afterVersion > 0;
      fold.add(events);
      afterVersion = last.version;
    }
  }
}
