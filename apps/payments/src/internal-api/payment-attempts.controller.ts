import { Controller, Get, Param } from '@nestjs/common';
import { LIST_QUERY, shardOfId, type ListPage } from '#contracts';
import { EventStore, type StreamOwner } from '#event-store';
import { Exchange, ObjectQueries, pageInMemory, sayPosition, type InternalExchange } from '#listing';
import { AttemptFold } from './attempts';

/** `GET /internal/payments/{id}/attempts` for the gateway: read from the log, as far back as it goes. */
@Controller('internal/payments/:id/attempts')
export class PaymentAttemptsController {
  constructor(
    private readonly store: EventStore,
    private readonly objects: ObjectQueries,
  ) {}

  @Get()
  async listAttempts(@Param('id') id: string, @Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange): Promise<ListPage> {
    await sayPosition(this.store, owner, reply);
    const fold = new AttemptFold();
    const isThere = shardOfId('payment', id) !== undefined && (await this.readInto(fold, { streamId: id, ...owner }));
    if (!isThere) throw await this.objects.missing({ kind: 'payment', id }, owner);
    return pageInMemory(fold.resources({ id, livemode: owner.livemode }), query);
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
