import { Controller, Get, Inject, Param } from '@nestjs/common';
import { LIST_QUERY, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, ListReader, ObjectQueries, type InternalExchange } from '#listing';
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
  listSubscriptionInvoices(@Param('id') id: string, @Exchange(LIST_QUERY) exchange: InternalExchange): Promise<ListPage> {
    const { reader, objects, options } = this;
    return answerListOfParent({
      parent: { kind: 'subscription', id },
      filter: 'subscription_id',
      ...{ reader, objects, ...exchange },
      render: (snapshots) => Promise.resolve(snapshots.map((snapshot) => invoiceResource(snapshot, options))),
    });
  }
}
