import type { MigrationInterface } from 'typeorm';
import { AddTestClock1795651200000 } from './add-test-clock';
import { CancelledAttempts1796250000000 } from './cancelled-attempts';
import { CreateWebhooks1795405060000 } from './create-webhooks';
import { OrderDeliveryIds1796200000000 } from './order-delivery-ids';
import { PackFeed1796040000000 } from './pack-feed';
import { RefillForward1796130000000 } from './refill-forward';

/** The webhooks service's own migrations, beside those of its event store, in the order of their time stamps. */
export const WEBHOOKS_MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  CreateWebhooks1795405060000,
  AddTestClock1795651200000,
  PackFeed1796040000000,
  RefillForward1796130000000,
  OrderDeliveryIds1796200000000,
  CancelledAttempts1796250000000,
];
