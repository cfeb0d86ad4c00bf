import { Controller, Get, Param } from '@nestjs/common';
import { LIST_QUERY, type ListPage, OBJECT_QUERY, type ObjectQuery } from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import { Exchange, ListReader, ObjectQueries, type InternalExchange } from '#listing';
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
  listBalanceTransactions(@Param('id') id: string, @Exchange(LIST_QUERY) exchange: InternalExchange): Promise<ListPage> {
    const { reader, objects } = this;
    return answerListOfParent({
      parent: { kind: 'customer', id },
      filter: 'customer_id',
      ...{ reader, objects, ...exchange },
      render: (snapshots) => Promise.resolve(snapshots.map(balanceTransactionResource)),
    });
  }

  @Get(':transactionId')
  getBalanceTransaction(
    @Param() { id: customerId, transactionId: id }: Readonly<Record<'id' | 'transactionId', string>>,
    @Exchange(OBJECT_QUERY) exchange: InternalExchange<ObjectQuery>,
  ): Promise<object> {
    const isTheirs = ({ state }: Snapshot<BalanceTransactionState>): boolean => state.status !== 'none' && state.customerId === customerId;
    const input = {
      kind: 'customerBalanceTransaction',
      id,
      param: 'transaction_id',
      render: balanceTransactionResource,
      isThere: isTheirs,
    } as const;
    return this.objects.answer<BalanceTransactionState>(input, exchange);
  }
}
