import type { Clock, PublicEvent, RedactVerificationPayload } from '#contracts';
import type { EventFollower, FollowOrder } from '#service';
import { CHUNK, type Erasures } from './erasures.table';

const PAYLOAD: RedactVerificationPayload = { because: 'customer_erased' };

type ErasureNotes = Pick<Erasures, 'findOfCustomer' | 'noteErased'>;

/**
 * An erased customer has no verifications that identify it (docs/reference/identity-documents.md, Consent and retention): all of them are
 * redacted, held ones when they can be. One that is stored after they were looked for is found by the erasure job.
 */
export function customerFollower(erasures: ErasureNotes, clock: Clock): EventFollower {
  return {
    source: 'payments',
    consumer: 'kyc.customer-erasure',
    types: new Set(['customer.deleted']),
    // Every event of every payment passes by for the few that count.
    waitsForBatches: true,
    ordersOf: (event) => ordersOf(event, erasures, clock),
  };
}

async function* ordersOf(event: PublicEvent, erasures: ErasureNotes, clock: Clock): AsyncGenerator<FollowOrder> {
  const { account_id: accountId, livemode, resource } = event;
  await erasures.noteErased({ accountId, livemode }, resource.id, clock.nowMs());
  for (let afterId = ''; ;) {
    const places = await erasures.findOfCustomer({ accountId, livemode }, resource.id, afterId);
    for (const { verificationId } of places) yield { service: 'kyc', type: 'kyc.redact', streamId: verificationId, payload: PAYLOAD };
    const last = places.at(-1);
    if (last === undefined || places.length < CHUNK) return;
    afterId = last.verificationId;
  }
}
