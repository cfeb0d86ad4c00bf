export { KycConfig } from './config';
export { findReviews, findVerificationOwner, REVIEWS_MAX, type WaitingReview } from './verification/reviews.table';
export { KYC_SCHEMAS, migrateKyc, openKycStore, rebuildKycView, startKyc } from './start';
