/** Virtual shards, for ever: the shard is part of every aggregate id (docs/decisions/0002-shards-and-dense-positions.md). */
export const SHARD_COUNT = 64;

/** Each shard, in order. */
export const ALL_SHARDS: readonly number[] = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);

/** Kafka partitions of every command and event topic. Divides SHARD_COUNT. */
export const PARTITION_COUNT = 16;

/**
 * The shard of everything that belongs to an account: FNV-1a over the id, finished as in MurmurHash3 so that
 * neighbouring ids spread. One account has one shard, which is what lets an Idempotency-Key be looked up under
 * the lock of that shard whatever resource it was used on.
 */
export function shardOfAccount(accountId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < accountId.length; index++) {
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % SHARD_COUNT;
}

/** The partition that carries a shard, always named explicitly when producing. */
export function partitionOfShard(shard: number): number {
  return shard % PARTITION_COUNT;
}

/** The shards that one partition carries. */
export function shardsOfPartition(partition: number): number[] {
  const shards: number[] = [];
  for (let shard = partition; shard < SHARD_COUNT; shard += PARTITION_COUNT) shards.push(shard);
  return shards;
}
