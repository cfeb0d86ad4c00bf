import type { MigrationInterface } from 'typeorm';
import { CreateKyc1795405060000 } from './create-kyc';
import { IndexReviews1795870000000 } from './index-reviews';

/** The kyc service's own migrations, in order, beside those of its event store. */
export const KYC_MIGRATIONS: readonly (new () => MigrationInterface)[] = [CreateKyc1795405060000, IndexReviews1795870000000];
