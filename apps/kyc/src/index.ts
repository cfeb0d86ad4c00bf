export { KycConfig } from './config';
export { orderHold } from './erasure/order-hold';
export { findReviews, findVerificationOwner, REVIEWS_MAX, type WaitingReview } from './views/reviews';
export { migrateKyc, openKycStore, rebuildKycView, startKyc } from './start';
