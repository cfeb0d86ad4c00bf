import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, shardOfId, type InvoiceLine, type ListPage, type ListQuery } from '#contracts';
import { EventStore } from '#event-store';
import { InternalQuery, ObjectQueries, Owner, pageInMemory, sayPosition, type ListOwner } from '#listing';
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
    @Owner() owner: ListOwner,
    @InternalQuery(LIST_QUERY) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage<InvoiceLine>> {
    await sayPosition(this.store, owner, reply);
    const isId = shardOfId('invoice', id) !== undefined;
    const found = isId ? await this.store.reads.findStream<InvoiceState>(id, owner.accountId, owner.livemode) : null;
    if (found === null || found.state.status === 'none') throw await this.objects.missing({ kind: 'invoice', id }, owner);
    // A page begins with the newest; the first line of an invoice comes first.
    return pageInMemory(linesOf(id, found.state.bill).toReversed(), query);
  }
}
