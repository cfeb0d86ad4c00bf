import { findOwnerBy, queryOn, withOperatorClient, type Owner, type Query } from '#event-store';
import type { ProcessingVerification } from './state';
import { VERIFICATION_STREAMS } from './owners.table';

/** A verification that waits for a person. Nothing of it identifies anybody. Times in ms since the epoch. */
export interface WaitingReview {
  id: string;
  accountId: string;
  livemode: boolean;
  customerId: string;
  documentType: string;
  reason: string;
  nameMatchScore: number | null;
  provider: string | null;
  providerReference: string | null;
  createdAtMs: number;
}

/** Lines of one listing, oldest first: an operator with more of them begins with these. */
export const REVIEWS_MAX = 1_000;

interface Row {
  stream_id: string;
  account_id: string;
  livemode: boolean;
  created_at: string;
  state: ProcessingVerification;
}

/** A review has no request to a provider: null. */
const WAITING = {
  name: 'hundi_kyc_reviews',
  text: `SELECT stream_id, account_id, livemode, created_at, state FROM kyc.streams
WHERE stream_type = 'kyc.verification' AND status = 'processing' AND state ->> 'providerRequest' IS NULL
ORDER BY created_at, stream_id LIMIT ${REVIEWS_MAX}`,
};

/** Every verification that waits for a person, the oldest first, at most `REVIEWS_MAX`. */
export async function waitingReviews(query: Query): Promise<WaitingReview[]> {
  return (await query<Row>(WAITING, [])).map(reviewOf);
}

/** The same for the commands of operators. */
export function findReviews(databaseUrl: string): Promise<WaitingReview[]> {
  return withOperatorClient(databaseUrl, (client) => waitingReviews(queryOn(client)));
}

/** Whose verification it is; null when there is none of this id. */
export function findVerificationOwner(databaseUrl: string, id: string): Promise<Owner | null> {
  return withOperatorClient(databaseUrl, (client) => findOwnerBy(queryOn(client), VERIFICATION_STREAMS, id));
}

function reviewOf({ stream_id: id, account_id: accountId, livemode, created_at: createdAt, state }: Row): WaitingReview {
  const { terms, reason, result, answered } = state;
  return {
    id,
    accountId,
    livemode,
    customerId: terms.customerId,
    documentType: terms.documentType,
    reason,
    nameMatchScore: result?.nameMatch?.score ?? null,
    provider: answered?.provider ?? null,
    providerReference: answered?.reference ?? null,
    createdAtMs: Number(createdAt),
  };
}
