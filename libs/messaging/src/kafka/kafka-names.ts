import type { BusObserver } from '../observer';

/**
 * The names of one installation at a Kafka that it may share with others: each topic and each consumer group begins with its prefix. Outside
 * of this folder topics have their plain names, also in metrics; errors and logs about Kafka have the names that Kafka knows.
 */
export class KafkaNames {
  /** @param prefix with the character that ends it, as `acme.`; empty for an installation that has its Kafka alone. */
  constructor(private readonly prefix: string = '') {}

  topic(name: string): string {
    return `${this.prefix}${name}`;
  }

  /** @param topic as Kafka knows it. */
  plain(topic: string): string {
    return topic.startsWith(this.prefix) ? topic.slice(this.prefix.length) : topic;
  }

  /** @param topic as Kafka knows it; what comes before and after it are the other words of the name. */
  groupOf(topic: string, { before, after }: { before?: string; after?: string } = {}): string {
    return this.group([before, this.plain(topic), after].filter((word) => word !== undefined).join('.'));
  }

  group(name: string): string {
    return `${this.prefix}${name}`;
  }

  /** Tells it plain names. */
  forObserver(observer: BusObserver): BusObserver {
    return {
      consuming: (topic, consumer) => observer.consuming?.(this.plain(topic), consumer),
      deadLettered: (letter) => observer.deadLettered?.({ ...letter, topic: this.plain(letter.topic) }),
      forged: (topic) => observer.forged?.(this.plain(topic)),
      settled: (topic, partition, nextOffset, lag) => observer.settled?.(this.plain(topic), partition, nextOffset, lag),
    };
  }
}
