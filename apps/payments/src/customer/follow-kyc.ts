import { KYC_EVENT_TYPES, type KycState, type PublicEvent, type ThinVerification } from '#contracts';
import type { EventFollower } from '#service';

/** `kyc_status` of a customer follows its verifications: every event of one is sent to the customer as a command. */
export const KYC_FOLLOWER: EventFollower = {
  source: 'kyc',
  consumer: 'payments.kyc-status',
  types: new Set(KYC_EVENT_TYPES),
  async *ordersOf(event) {
    const { object } = (event as PublicEvent<ThinVerification>).data;
    yield { service: 'payments', type: 'customers.record_kyc', streamId: object.customer_id, payload: kycStateOf(object) };
  },
};

/** What a customer has to know of a verification. */
function kycStateOf({ id, status, expires_at: expiresAt }: ThinVerification): KycState {
  const isVerified = status === 'verified';
  const validUntilMs = isVerified && expiresAt !== null ? expiresAt * 1000 : null;
  if (isVerified) return { verificationId: id, kycState: 'verified', validUntilMs };
  const isOpen = status === 'pending' || status === 'requires_input' || status === 'processing';
  return { verificationId: id, kycState: isOpen ? 'open' : 'ended', validUntilMs };
}
