import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, type ListPage, type ListQuery, OBJECT_QUERY, type ObjectQuery } from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import { InternalQuery, ListReader, ObjectQueries, Owner, type ListOwner } from '#listing';
import { balanceTransactionResource } from '../customer-balance-transaction/aggregate';
import { balanceTransactionsList } from '../customer-balance-transaction/list';
import type { BalanceTransactionState } from '../customer-balance-transaction/state';
import { answerListOfParent } from './list-of-parent';

/** `GET /internal/customers/{id}/balance_transactions` and `…/{transactionId}` for the gateway, which has normalized the query. */
@Controller('internal/customers/:id/balance_transactions')
export class CustomerBalanceTransactionsController {
  private readonly reader: ListReader<BalanceTransactionState>;

  constructor(
    store: EventStore,
    private readonly objects: ObjectQueries,
  ) {
    this.reader = new ListReader(store, balanceTransactionsList);
  }

  @Get()
  listBalanceTransactions(
    @Param('id') id: string,
    @Owner() owner: ListOwner,
    @InternalQuery(LIST_QUERY) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage> {
    const { reader, objects } = this;
    return answerListOfParent({
      parent: { kind: 'customer', id },
      filter: 'customer_id',
      ...{ reader, objects, owner, query, reply },
      render: (snapshots) => Promise.resolve(snapshots.map(balanceTransactionResource)),
    });
  }

  @Get(':transactionId')
  getBalanceTransaction(
    @Param() { id: customerId, transactionId: id }: Readonly<Record<'id' | 'transactionId', string>>,
    @Owner() owner: ListOwner,
    @InternalQuery(OBJECT_QUERY) query: ObjectQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const isTheirs = ({ state }: Snapshot<BalanceTransactionState>): boolean => state.status !== 'none' && state.customerId === customerId;
    const input = {
      kind: 'customerBalanceTransaction',
      id,
      param: 'transaction_id',
      render: balanceTransactionResource,
      isThere: isTheirs,
    } as const;
    return this.objects.answer<BalanceTransactionState>(input, { query, owner, reply });
  }
}
