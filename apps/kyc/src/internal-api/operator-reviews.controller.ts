import { Controller, Get, Param } from '@nestjs/common';
import { EventStore, findOwnerBy, type Owner } from '#event-store';
import { RefusalError } from '#listing';
import { VERIFICATION_STREAMS } from '../verification/owners.table';
import { REVIEWS_MAX, waitingReviews, type WaitingReview } from '../verification/reviews.table';

/** `GET /internal/operator/kyc_reviews` and `…/{id}` for the pages of operators: over all accounts. */
@Controller('internal/operator/kyc_reviews')
export class OperatorReviewsController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async listReviews(): Promise<{ reviews: WaitingReview[]; hasMore: boolean }> {
    const reviews = await waitingReviews(this.store.acrossAccounts);
    return { reviews, hasMore: reviews.length === REVIEWS_MAX };
  }

  /** Whose verification it is. */
  @Get(':id')
  async findOwner(@Param('id') id: string): Promise<Owner> {
    const owner = await findOwnerBy(this.store.acrossAccounts, VERIFICATION_STREAMS, id);
    if (owner === null) throw new RefusalError('resource_missing', { param: 'id' });
    return owner;
  }
}
