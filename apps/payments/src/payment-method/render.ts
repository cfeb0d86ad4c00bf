import {
  sealedAs,
  toSeconds,
  type CardFacts,
  type Command,
  type DeletedPaymentMethod,
  type PaymentMethodResource,
  type SavedCard,
} from '#contracts';
import type { Snapshot } from '#event-store';
import type { PaymentMethodState } from './decide';

/** The public resource of a saved instrument. */
export function paymentMethodResource({ head, state }: Snapshot<PaymentMethodState>): PaymentMethodResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no payment_method.attached`);
  const { instrument, status, customerId, paymentId } = state;
  return {
    id: head.streamId,
    object: 'payment_method',
    livemode: head.livemode,
    customer_id: customerId,
    type: instrument.method,
    status,
    card: instrument.method === 'card' ? cardOf(instrument.card) : null,
    upi: instrument.method === 'upi' ? { vpa: instrument.vpa } : null,
    fingerprint: instrument.fingerprint?.sealed === undefined ? null : sealedAs<string>(instrument.fingerprint.sealed),
    payment_id: paymentId ?? null,
    deleted: status === 'detached',
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** What a command about a saved instrument answers: its removal only that it is done. */
export function paymentMethodAnswer(
  snapshot: Snapshot<PaymentMethodState>,
  { type }: Command,
): PaymentMethodResource | DeletedPaymentMethod {
  if (type !== 'payment_methods.detach') return paymentMethodResource(snapshot);
  return { id: snapshot.head.streamId, object: 'payment_method', deleted: true };
}

/** A card as it is shown. */
export function cardOf({ brand, last4, expiryMonth, expiryYear, international }: CardFacts): SavedCard {
  const expiry = expiryMonth === null || expiryYear === null ? null : `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;
  return { network: brand, last4, expiry, international, network_token: false };
}
