import { Controller, Get, Param } from '@nestjs/common';
import { LIST_QUERY, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, Expansions, ListReader, ObjectQueries, type InternalExchange } from '#listing';
import type { RefundState } from '../refund/state';
import { refundResource } from '../refund/render';
import { refundsList } from '../refund/list';
import { answerListOfParent } from './list-of-parent';

/** `GET /internal/payments/{id}/refunds` for the gateway, which has normalized the query: the list of refunds, filtered. */
@Controller('internal/payments/:id/refunds')
export class PaymentRefundsController {
  private readonly reader: ListReader<RefundState>;

  constructor(
    store: EventStore,
    private readonly expansions: Expansions,
    private readonly objects: ObjectQueries,
  ) {
    this.reader = new ListReader(store, refundsList);
  }

  @Get()
  listPaymentRefunds(@Param('id') id: string, @Exchange(LIST_QUERY) exchange: InternalExchange): Promise<ListPage> {
    const { reader, objects } = this;
    return answerListOfParent({
      parent: { kind: 'payment', id },
      filter: 'payment_id',
      ...{ reader, objects, ...exchange },
      render: (snapshots, paths) => this.expansions.expand('refund', snapshots.map(refundResource), paths, exchange.owner),
    });
  }
}
