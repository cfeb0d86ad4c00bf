import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, type ListPage, type ListQuery } from '#contracts';
import { EventStore } from '#event-store';
import { InternalQuery, ListReader, ObjectQueries, Owner, type ListOwner } from '#listing';
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
  listMandateDebits(
    @Param('id') id: string,
    @Owner() owner: ListOwner,
    @InternalQuery(LIST_QUERY) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage> {
    const { reader, objects } = this;
    return answerListOfParent({
      parent: { kind: 'mandate', id },
      filter: 'mandate_id',
      ...{ reader, objects, owner, query, reply },
      render: (snapshots) => Promise.resolve(snapshots.map(debitResource)),
    });
  }
}
