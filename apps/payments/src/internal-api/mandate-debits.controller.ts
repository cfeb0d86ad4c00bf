import { Controller, Get, Param } from '@nestjs/common';
import { LIST_QUERY, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, ListReader, ObjectQueries, type InternalExchange } from '#listing';
import { debitsList } from '../debit/list';
import { debitResource } from '../debit/render';
import type { DebitState } from '../debit/state';
import { answerListOfParent } from './list-of-parent';

/** `GET /internal/mandates/{id}/debits` for the gateway, which has normalized the query: the list of debits, filtered. */
@Controller('internal/mandates/:id/debits')
export class MandateDebitsController {
  private readonly reader: ListReader<DebitState>;

  constructor(
    store: EventStore,
    private readonly objects: ObjectQueries,
  ) {
    this.reader = new ListReader(store, debitsList);
  }

  @Get()
  listMandateDebits(@Param('id') id: string, @Exchange(LIST_QUERY) exchange: InternalExchange): Promise<ListPage> {
    const { reader, objects } = this;
    return answerListOfParent({
      parent: { kind: 'mandate', id },
      filter: 'mandate_id',
      ...{ reader, objects, ...exchange },
      render: (snapshots) => Promise.resolve(snapshots.map(debitResource)),
    });
  }
}
