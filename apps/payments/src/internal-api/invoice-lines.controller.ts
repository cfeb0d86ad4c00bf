import { Controller, Get, Param } from '@nestjs/common';
import { LIST_QUERY, shardOfId, type InvoiceLine, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, ObjectQueries, pageInMemory, sayPosition, type InternalExchange } from '#listing';
import { linesOf } from '../invoice/render';
import type { InvoiceState } from '../invoice/state';

/** `GET /internal/invoices/{id}/lines` for the gateway: every line, in the order of the invoice. */
@Controller('internal/invoices/:id/lines')
export class InvoiceLinesController {
  constructor(
    private readonly store: EventStore,
    private readonly objects: ObjectQueries,
  ) {}

  @Get()
  async listInvoiceLines(
    @Param('id') id: string,
    @Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange,
  ): Promise<ListPage<InvoiceLine>> {
    await sayPosition(this.store, owner, reply);
    const isId = shardOfId('invoice', id) !== undefined;
    const found = isId ? await this.store.reads.findStream<InvoiceState>(id, owner.accountId, owner.livemode) : null;
    if (found === null || found.state.status === 'none') throw await this.objects.missing({ kind: 'invoice', id }, owner);
    // A page begins with the newest; the first line of an invoice comes first.
    return pageInMemory(linesOf(id, found.state.bill).toReversed(), query);
  }
}
