import type { Collection, CreateSubscriptionDto, FieldProblem, Metadata, UpfrontItemDto } from '#contracts';
import { firstOf, twiceProblems, type NamesOf, type Sent } from '../../validation/sent-fields';

type CancelAt = CreateSubscriptionDto['cancel_at'];

/** The fields that Stripe or Razorpay calls otherwise, each under every name that it may be sent with. Prices have a file of their own. */
interface Names {
  customerId: NamesOf<string>;
  quantity: NamesOf<number>;
  trialDays: NamesOf<number>;
  trialEndAt: NamesOf<number>;
  /** A day, or a time of which the day counts. */
  anchor: NamesOf<number>;
  cancelAt: NamesOf<NonNullable<CancelAt>>;
  collection: NamesOf<Collection>;
  paymentMethodId: NamesOf<string>;
  notifyCustomer: NamesOf<boolean>;
  authorizeByAt: NamesOf<number>;
  upfrontItems: NamesOf<UpfrontItemDto[]>;
  metadata: NamesOf<Metadata>;
}
type Fields = { [TName in keyof Names]: Names[TName][0] };

/** A field as it was sent under a name. */
export function sent<TValue>(param: string, value: TValue | null | undefined): Sent<TValue> {
  return { value: value ?? null, param };
}

function namesOf(dto: CreateSubscriptionDto): Names {
  const { customer, customer_notify: notify } = dto;
  return {
    customerId: [sent('customer_id', dto.customer_id), sent('customer', typeof customer === 'string' ? customer : null)],
    quantity: [sent('quantity', dto.quantity), sent('items.0.quantity', dto.items?.[0]?.quantity)],
    trialDays: [sent('trial_days', dto.trial_days), sent('trial_period_days', dto.trial_period_days)],
    trialEndAt: [sent('trial_end_at', dto.trial_end_at), sent('trial_end', dto.trial_end)],
    anchor: [sent('billing_anchor_day', dto.billing_anchor_day), sent('billing_cycle_anchor', dto.billing_cycle_anchor)],
    cancelAt: [sent('cancel_at', dto.cancel_at), sent('cancel_at_period_end', dto.cancel_at_period_end ? 'period_end' : null)],
    collection: [sent('collection', dto.collection), sent('collection_method', collectionOf(dto))],
    paymentMethodId: [
      sent('payment_method_id', dto.payment_method_id),
      sent('default_payment_method', dto.default_payment_method),
      sent('card.payment_method_id', dto.card?.payment_method_id),
    ],
    notifyCustomer: [
      sent('notify_customer', dto.notify_customer),
      sent('customer_notify', typeof notify === 'number' ? notify === 1 : notify),
    ],
    authorizeByAt: [sent('authorize_by_at', dto.authorize_by_at), sent('expire_by', dto.expire_by)],
    upfrontItems: [sent('upfront_items', dto.upfront_items), sent('addons', addonsOf(dto))],
    metadata: [sent('metadata', dto.metadata), sent('notes', dto.notes)],
  };
}

function collectionOf({ collection_method: method }: CreateSubscriptionDto): Collection | null {
  return method === 'charge_automatically' ? 'automatic' : (method ?? null);
}

/** What was wrong of an add-on is not there. */
function addonsOf({ addons }: CreateSubscriptionDto): UpfrontItemDto[] | null {
  if (!Array.isArray(addons)) return null;
  return addons.map(({ item, quantity }) => ({ description: item?.name || item?.description, amount: item?.amount, quantity }));
}

/** Each of these fields as it was sent, whatever it was called. */
export function fieldsOf(dto: CreateSubscriptionDto): Fields {
  return Object.fromEntries(Object.entries(namesOf(dto)).map(([name, names]) => [name, firstOf(names as NamesOf<unknown>)])) as Fields;
}

/** Fields that were sent under several of their names. */
export function namedTwice(dto: CreateSubscriptionDto): FieldProblem[] {
  return Object.values(namesOf(dto)).flatMap((names: NamesOf<unknown>) => twiceProblems(names));
}

/** Whether a field was sent, be it wrong: then it is reported already. */
export function isSent(dto: CreateSubscriptionDto, wrong: ReadonlySet<string>, name: keyof CreateSubscriptionDto): boolean {
  return (dto[name] ?? null) !== null || [...wrong].some((param) => param === name || param.startsWith(`${name}.`));
}
