import { findOwner, type Owner } from '#event-store';
import type { ClientBase, Pool } from 'pg';

/** Where verifications are kept. */
export const VERIFICATION_STREAMS = { schema: 'kyc', kinds: ['kycVerification'] } as const;

/** Null when there is no such verification. */
export function findOwnerWith(connection: Pick<ClientBase, 'query'>, verificationId: string): Promise<Owner | null> {
  return findOwner(connection, VERIFICATION_STREAMS, verificationId);
}

/** Whose verification it is, for what comes from outside and names no account. */
export class VerificationOwners {
  constructor(private readonly pool: Pool) {}

  /** Null when there is no such verification. */
  find(verificationId: string): Promise<Owner | null> {
    return findOwnerWith(this.pool, verificationId);
  }
}
