import { describeKafkaError } from '../kafka-errors';
import type { KafkaContext } from '../kafka-options';
import type { PartitionFeed } from './partition-feed';
import type { SupervisedConsumer } from '../supervised-consumer';

export interface PositionMirrorOptions {
  context: KafkaContext;
  topic: string;
  consumer: SupervisedConsumer;
  feeds: readonly PartitionFeed[];
}

/** "No generation": how a client outside of any group commits, allowed as long as the group has no members. */
const NO_GENERATION = -1;

/**
 * Copies the positions of commands, whose truth is in Postgres, to the consumer group named after the service, where lag
 * tools look. One request to the coordinator; a failure costs nothing but a late figure. The group has no members:
 * groups of events have longer names.
 */
export class PositionMirror {
  private readonly written = new Map<number, bigint>();
  private hasComplained = false;

  constructor(private readonly options: PositionMirrorOptions) {}

  async write(): Promise<void> {
    const { cluster } = this.options.consumer;
    const positions = this.moved();
    if (cluster === undefined || positions.length === 0) return;
    const { topic, context } = this.options;
    const groupId = context.names.group(context.names.plain(topic).split('.')[0]!);
    try {
      const coordinator = await cluster.findGroupCoordinator({ groupId });
      const partitions = positions.map(([partition, offset]) => ({ partition, offset: String(offset) }));
      await coordinator.offsetCommit({ groupId, groupGenerationId: NO_GENERATION, memberId: '', topics: [{ topic, partitions }] });
      for (const [partition, offset] of positions) this.written.set(partition, offset);
    } catch (error) {
      this.warnOnce(groupId, error);
    }
  }

  private moved(): [number, bigint][] {
    const positions: [number, bigint][] = [];
    this.options.feeds.forEach((feed, partition) => {
      if (feed.isOwned && this.written.get(partition) !== feed.nextOffset) positions.push([partition, feed.nextOffset]);
    });
    return positions;
  }

  private warnOnce(groupId: string, error: unknown): void {
    const { logger } = this.options.context;
    if (!this.hasComplained) logger.warn({ groupId, reason: describeKafkaError(error) }, 'position mirror for lag tools failed');
    this.hasComplained = true;
  }
}
