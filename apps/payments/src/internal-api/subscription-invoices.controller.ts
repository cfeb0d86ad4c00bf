import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, type ListPage, type ListQuery } from '#contracts';
import { EventStore } from '#event-store';
import { InternalQuery, ListReader, ObjectQueries, Owner, type ListOwner } from '#listing';
import { invoicesList } from '../invoice/list';
import { invoiceResource, type InvoiceRenderOptions } from '../invoice/render';
import type { InvoiceState } from '../invoice/state';
import { answerListOfParent } from './list-of-parent';

/** What invoices are shown with. */
export const INVOICE_OPTIONS = Symbol('what invoices are shown with');

/** `GET /internal/subscriptions/{id}/invoices` for the gateway, which has normalized the query: the list of invoices, filtered. */
@Controller('internal/subscriptions/:id/invoices')
export class SubscriptionInvoicesController {
  private readonly reader: ListReader<InvoiceState>;

  constructor(
    store: EventStore,
    private readonly objects: ObjectQueries,
    @Inject(INVOICE_OPTIONS) private readonly options: InvoiceRenderOptions,
  ) {
    this.reader = new ListReader(store, invoicesList);
  }

  @Get()
  listSubscriptionInvoices(
    @Param('id') id: string,
    @Owner() owner: ListOwner,
    @InternalQuery(LIST_QUERY) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage> {
    const { reader, objects, options } = this;
    return answerListOfParent({
      parent: { kind: 'subscription', id },
      filter: 'subscription_id',
      ...{ reader, objects, owner, query, reply },
      render: (snapshots) => Promise.resolve(snapshots.map((snapshot) => invoiceResource(snapshot, options))),
    });
  }
}
