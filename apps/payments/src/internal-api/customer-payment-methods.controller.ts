import { Controller, Get, Param } from '@nestjs/common';
import { LIST_QUERY, shardOfId, type IdKind, type ListPage, OBJECT_QUERY, type ObjectQuery } from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import { Exchange, ObjectQueries, pageInMemory, sayPosition, type InternalExchange, type ListOwner } from '#listing';
import type { CustomerState } from '../customer/state';
import type { PaymentMethodState } from '../payment-method/decide';
import { paymentMethodResource } from '../payment-method/render';

/** `GET /internal/customers/{id}/payment_methods` and `…/{pm_id}` for the gateway. Personal fields are tokens here. */
@Controller('internal/customers/:id/payment_methods')
export class CustomerPaymentMethodsController {
  constructor(
    private readonly queries: ObjectQueries,
    private readonly store: EventStore,
  ) {}

  @Get()
  async listPaymentMethods(@Param('id') id: string, @Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange): Promise<ListPage> {
    await sayPosition(this.store, owner, reply);
    const customer = await this.find<CustomerState>('customer', id, owner);
    if (customer === null) throw await this.queries.missing({ kind: 'customer', id }, owner);
    const ids = customer.state.status === 'active' ? customer.state.paymentMethodIds : [];
    const methods = await this.methodsOf(ids, owner);
    const removed = await this.findRemoved(query.after ?? query.before, id, owner);
    if (removed === null) return pageInMemory(methods.map(paymentMethodResource), query);
    const at = methods.findIndex(({ head }) => head.createdAtMs > removed.head.createdAtMs);
    const around = methods.toSpliced(at === -1 ? methods.length : at, 0, removed);
    const page = pageInMemory(around.map(paymentMethodResource), query);
    return { ...page, ...(query.wantsTotalCount && { total_count: methods.length }) };
  }

  @Get(':paymentMethodId')
  getPaymentMethod(
    @Param() { id: customerId, paymentMethodId: id }: Readonly<Record<'id' | 'paymentMethodId', string>>,
    @Exchange(OBJECT_QUERY) exchange: InternalExchange<ObjectQuery>,
  ): Promise<object> {
    const isTheirs = ({ state }: Snapshot<PaymentMethodState>): boolean => state.status !== 'none' && state.customerId === customerId;
    const input = { kind: 'paymentMethod', id, param: 'pm_id', render: paymentMethodResource, isThere: isTheirs } as const;
    return this.queries.answer<PaymentMethodState>(input, exchange);
  }

  /** A customer has few instruments: all are read, the oldest first. */
  private async methodsOf(ids: readonly string[], owner: ListOwner): Promise<Snapshot<PaymentMethodState>[]> {
    const found = await Promise.all(ids.map((id) => this.find<PaymentMethodState>('paymentMethod', id, owner)));
    return found.filter((snapshot) => snapshot !== null);
  }

  /** The one beside which a page stands, when it was removed since the page before: its place is still known. */
  private async findRemoved(id: string | null, customerId: string, owner: ListOwner): Promise<Snapshot<PaymentMethodState> | null> {
    const found = id === null ? null : await this.find<PaymentMethodState>('paymentMethod', id, owner);
    return found?.state.status === 'detached' && found.state.customerId === customerId ? found : null;
  }

  private async find<TState>(kind: IdKind, id: string, { accountId, livemode }: ListOwner): Promise<Snapshot<TState> | null> {
    if (shardOfId(kind, id) === undefined) return null;
    return this.store.reads.findStream<TState>(id, accountId, livemode);
  }
}
