import type { MigrationInterface } from 'typeorm';
import { ClaimWithoutTheDisk1795285000000 } from './claim-without-the-disk';
import { CreateDispatcher1795264060000 } from './create-dispatcher';
import { CreateFeed1795262400000 } from './create-feed';
import { CreateQueue1795264000000 } from './create-queue';
import { CreateReplayProgress1795266000000 } from './create-replay-progress';
import { DeliveriesByEnabling1795284000000 } from './deliveries-by-enabling';
import { EndpointsByAccount1795268000000 } from './endpoints-by-account';
import { KeepPartitionsInTurn1795287000000 } from './keep-partitions-in-turn';
import { LeaseInPlace1795281000000 } from './lease-in-place';
import { NoteRefusals1795286000000 } from './note-refusals';
import { OpenReplays1795280000000 } from './open-replays';
import { RollUpStats1795279000000 } from './roll-up-stats';
import { ShareSlots1795274000000 } from './share-slots';
import { StoreBodiesCheaply1795272000000 } from './store-bodies-cheaply';

/** The webhooks service's own migrations, beside those of its event store, in the order of their time stamps. */
export const WEBHOOKS_MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  CreateFeed1795262400000,
  CreateQueue1795264000000,
  CreateDispatcher1795264060000,
  CreateReplayProgress1795266000000,
  EndpointsByAccount1795268000000,
  StoreBodiesCheaply1795272000000,
  ShareSlots1795274000000,
  RollUpStats1795279000000,
  OpenReplays1795280000000,
  LeaseInPlace1795281000000,
  DeliveriesByEnabling1795284000000,
  ClaimWithoutTheDisk1795285000000,
  NoteRefusals1795286000000,
  KeepPartitionsInTurn1795287000000,
];
