import type { RefundResource } from '#contracts';
import type { EventStore, Snapshot } from '#event-store';
import { Expansions, type Expansion, type JsonObject, type ListOwner } from '#listing';
import type { CustomerState } from '../customer/state';
import type { PaymentState } from '../payment/state';
import type { PaymentMethodState } from '../payment-method/decide';
import type { RefundState } from '../refund/state';
import { refundIdsOf } from '../refund/ids';
import { customerResource } from '../customer/render';
import { paymentMethodResource } from '../payment-method/render';
import { refundResource } from '../refund/render';
import { paymentResource, type RenderOptions } from '../payment/render';

/** Refunds shown inside a payment, the newest; the list of the payment's refunds has them all. */
const REFUNDS_MAX = 100;
/** Refunds in one answer, shared by its payments: each may bring objects of its own, which all callers of the process wait for. */
const REFUNDS_IN_ALL = 1_000;

type FindStreams = Pick<EventStore, 'reads'>;
type Load = Expansion['load'];

/**
 * What can be expanded in the objects of this service. The gateway names the same parts, where callers see their paths
 * documented. What is shown comes from the streams themselves, so that it is as current as the object around it.
 */
export function paymentExpansions(store: FindStreams, options: RenderOptions): Expansions {
  const customer = named<CustomerState>(store, 'customer_id', customerResource);
  const payment = named<PaymentState>(store, 'payment_id', (snapshot) => paymentResource(snapshot, options));
  const method = named<PaymentMethodState>(store, 'default_payment_method_id', paymentMethodResource);
  return new Expansions()
    .register('payment', 'customer', { kind: 'customer', load: orAsGiven(customer) })
    .register('payment', 'refunds', { kind: 'refund', load: (payments, owner) => refundsOf(store, payments, owner) })
    .register('refund', 'payment', { kind: 'payment', load: payment })
    .register('refund', 'customer', { kind: 'customer', load: customer })
    .register('customer', 'default_payment_method', { kind: 'paymentMethod', load: method });
}

/** The object that each names in a field of its own; null where it names none. */
function named<TState>(store: FindStreams, field: string, render: (snapshot: Snapshot<TState>) => object): Load {
  return async (objects, owner) => {
    const ids = objects.map(({ [field]: id }) => (typeof id === 'string' ? id : null));
    const found = await find<TState>(store, ids.filter((id) => id !== null), owner); // prettier-ignore
    return ids.map((id) => {
      const snapshot = found.get(id ?? '');
      return snapshot === undefined ? null : render(snapshot);
    });
  };
}

/** A payment without a customer on record keeps who was given with it. */
function orAsGiven(load: Load): Load {
  return async (objects, owner) => (await load(objects, owner)).map((found) => found ?? undefined);
}

async function refundsOf(store: FindStreams, payments: readonly JsonObject[], owner: ListOwner): Promise<RefundList[]> {
  const paymentIds = payments.map(({ id }) => String(id));
  const found = await find<PaymentState>(store, paymentIds, owner);
  const max = Math.min(REFUNDS_MAX, Math.ceil(REFUNDS_IN_ALL / paymentIds.length));
  const wanted = paymentIds.map((id) => idsIn(id, found.get(id), max));
  const refunds = await find<RefundState>(store, wanted.flatMap(({ ids }) => ids), owner); // prettier-ignore
  return wanted.map(({ ids, hasMore }, index) => {
    const data = ids.flatMap((id) => refunds.get(id) ?? []).map(refundResource);
    return { object: 'list', url: `/v1/payments/${paymentIds[index]}/refunds`, has_more: hasMore, data };
  });
}

interface RefundList {
  object: 'list';
  url: string;
  has_more: boolean;
  data: RefundResource[];
}

function idsIn(paymentId: string, payment: Snapshot<PaymentState> | undefined, max: number): { ids: string[]; hasMore: boolean } {
  const all = payment === undefined ? [] : refundIdsOf(paymentId, payment.state).sort().reverse();
  return { ids: all.slice(0, max), hasMore: all.length > max };
}

async function find<TState>(
  store: FindStreams,
  ids: readonly string[],
  { accountId, livemode }: ListOwner,
): Promise<Map<string, Snapshot<TState>>> {
  if (ids.length === 0) return new Map();
  return (await store.reads.findStreams([...new Set(ids)], accountId, livemode)) as Map<string, Snapshot<TState>>;
}
