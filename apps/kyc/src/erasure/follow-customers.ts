import type { PublicEvent, RedactVerificationPayload } from '#contracts';
import type { EventFollower, FollowOrder } from '#service';
import { CHUNK, type Erasures } from '../views/erasures';

const PAYLOAD: RedactVerificationPayload = { because: 'customer_erased' };

/** An erased customer has no verifications that identify it (spec/india.md 2.7): all of them are redacted, held ones when they can be. */
export function customerFollower(erasures: Pick<Erasures, 'findOfCustomer'>): EventFollower {
  return {
    source: 'payments',
    consumer: 'kyc.customer-erasure',
    types: new Set(['customer.deleted']),
    ordersOf: (event) => ordersOf(event, erasures),
  };
}

async function* ordersOf(event: PublicEvent, erasures: Pick<Erasures, 'findOfCustomer'>): AsyncGenerator<FollowOrder> {
  const { account_id: accountId, livemode, resource } = event;
  for (let afterId = ''; ;) {
    const places = await erasures.findOfCustomer({ accountId, livemode }, resource.id, afterId);
    for (const { verificationId } of places) yield { service: 'kyc', type: 'kyc.redact', streamId: verificationId, payload: PAYLOAD };
    const last = places.at(-1);
    if (last === undefined || places.length < CHUNK) return;
    afterId = last.verificationId;
  }
}
