import type { PaymentResource, RefundResource } from '#contracts';
import type { EventStore, Snapshot } from '#event-store';
import { Expansions, type JsonObject, type ListOwner } from '#listing';
import type { CustomerState } from '../domain/customer/customer';
import type { PaymentState } from '../domain/payment/payment';
import type { RefundState } from '../domain/refund/refund';
import { refundIdsOf } from '../refund-ids';
import { customerResource } from '../render-customer';
import { refundResource } from '../render-refund';
import { paymentResource, type RenderOptions } from '../render';

/** Refunds shown inside a payment, the newest; the list of the payment's refunds has them all. */
const REFUNDS_MAX = 100;

type FindStreams = Pick<EventStore, 'findStreams'>;

/**
 * What can be expanded in the objects of this service. The gateway names the same paths in its routes, where callers see
 * them documented. What is shown comes from the streams themselves, so that it is as current as the object around it.
 */
export function paymentExpansions(store: FindStreams, options: RenderOptions): Expansions {
  return new Expansions()
    .register('refund', 'payment', { kind: 'payment', load: (refunds, owner) => paymentsOf(store, options, refunds, owner) })
    .register('payment', 'customer', { kind: 'customer', load: (payments, owner) => customersOf(store, payments, owner) })
    .register('refund', 'customer', { kind: 'customer', load: (refunds, owner) => customersOf(store, refunds, owner) })
    .register('payment', 'refunds', { kind: 'refund', load: (payments, owner) => refundsOf(store, payments, owner) });
}

async function paymentsOf(
  store: FindStreams,
  options: RenderOptions,
  refunds: readonly JsonObject[],
  owner: ListOwner,
): Promise<(PaymentResource | null)[]> {
  const ids = refunds.map((refund) => String(refund.payment_id));
  const found = await find<PaymentState>(store, ids, owner);
  return ids.map((id) => {
    const snapshot = found.get(id);
    return snapshot === undefined ? null : paymentResource(snapshot, options);
  });
}

/** The customer on record; who has none keeps what was given with the payment. */
async function customersOf(store: FindStreams, objects: readonly JsonObject[], owner: ListOwner): Promise<unknown[]> {
  const ids = objects.map(({ customer_id: id }) => (typeof id === 'string' ? id : null));
  const known = ids.filter((id) => id !== null);
  const found = await find<CustomerState>(store, known, owner);
  return ids.map((id) => {
    const snapshot = found.get(id ?? '');
    return snapshot && customerResource(snapshot);
  });
}

async function refundsOf(store: FindStreams, payments: readonly JsonObject[], owner: ListOwner): Promise<RefundList[]> {
  const paymentIds = payments.map(({ id }) => String(id));
  const found = await find<PaymentState>(store, paymentIds, owner);
  const wanted = paymentIds.map((id) => idsIn(id, found.get(id)));
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

function idsIn(paymentId: string, payment: Snapshot<PaymentState> | undefined): { ids: string[]; hasMore: boolean } {
  const all = payment === undefined ? [] : refundIdsOf(paymentId, payment.state).sort().reverse();
  return { ids: all.slice(0, REFUNDS_MAX), hasMore: all.length > REFUNDS_MAX };
}

async function find<TState>(
  store: FindStreams,
  ids: readonly string[],
  { accountId, livemode }: ListOwner,
): Promise<Map<string, Snapshot<TState>>> {
  if (ids.length === 0) return new Map();
  return (await store.findStreams([...new Set(ids)], accountId, livemode)) as Map<string, Snapshot<TState>>;
}
