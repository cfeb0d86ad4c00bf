import type { Kafka } from 'kafkajs';
import { partitionOfShard, type Command, type EventMessage, type Reply } from '#contracts';
import {
  BusUnavailableError,
  type Bus,
  type BusHealth,
  type CommandHandler,
  type Subscription,
  type EventBatchHandler,
  type SubscribeOptions,
  type PartitionOwnership,
  type TopicSpec,
} from '../bus';
import { settledWithin } from '../waiting';
import { eventHeaders } from '../wire/event-wire';
import { MAC_HEADER } from '../wire/message-mac';
import { BatchingProducer } from './produce/batching-producer';
import { CommandSubscription } from './commands/command-subscription';
import { CommandSender } from './commands/command-sender';
import { DeadLetterWriter } from './dead-letters/dead-letter-writer';
import { EventSubscription } from './events/event-subscription';
import { createKafkaClient } from './kafka-client';
import { contextOf, type KafkaBusOptions, type KafkaContext } from './kafka-options';
import { KafkaSockets } from './kafka-sockets';
import { OutcomeWriter } from './commands/outcome-writer';
import { BlockedKeys } from './events/blocked-keys';
import { KafkajsProduceClient } from './produce/kafkajs-produce-client';
import type { ProduceClient } from './produce/produce-client';
import { ReplyReader, drawnLease } from './commands/reply-reader';
import { TopicAdmin } from './topic-admin';
import { TopicWatch } from './topic-watch';
import { replyTopicSpec } from '../topics';

const CONSUMERS_MS = 1_600;
const FLUSH_MS = 150;
const READER_MS = 300;

/** The bus over Apache Kafka 3.5 or newer. It connects in the background for as long as it takes. */
export function createKafkaBus(options: KafkaBusOptions): Bus {
  return new KafkaBus(options);
}

/** Its library takes half a second to load: only a process that sends over Kafka loads it. */
async function makeProduceClient(options: KafkaBusOptions, kafka: Kafka): Promise<ProduceClient> {
  if (options.producer === 'kafkajs') return new KafkajsProduceClient(kafka);
  const { PlatformaticProduceClient } = await import('./produce/platformatic-produce-client.js');
  return new PlatformaticProduceClient(options);
}

class KafkaBus implements Bus {
  readonly kind = 'kafka';
  readonly sendsText = true;
  private readonly context: KafkaContext;
  private readonly sockets = new KafkaSockets();
  private readonly kafka: Kafka;
  private readonly producer: BatchingProducer;
  private readonly admin: TopicAdmin;
  private readonly topicWatch: TopicWatch;
  private readonly deadLetters: DeadLetterWriter;
  private readonly sender: CommandSender;
  private readonly replies: ReplyReader;
  private readonly subscriptions = new Set<CommandSubscription | EventSubscription>();
  private isStopped = false;

  constructor(private readonly options: KafkaBusOptions) {
    this.context = contextOf(options);
    this.kafka = createKafkaClient(options, this.sockets);
    this.producer = new BatchingProducer(() => makeProduceClient(options, this.kafka), this.context);
    this.admin = new TopicAdmin(this.kafka, this.context);
    this.topicWatch = new TopicWatch(this.admin, this.context);
    this.deadLetters = new DeadLetterWriter(this.context, this.producer, this.admin);
    this.sender = new CommandSender(this.context, this.producer, () => this.replies.address);
    this.replies = new ReplyReader({
      kafka: this.kafka,
      admin: this.admin,
      context: this.context,
      lease: options.replyLease ?? drawnLease(options.random),
      onReply: (reply) => this.sender.onReply(reply),
      onAddressChanged: () => this.sender.onAddressChanged(),
      onCutOff: () => this.producer.checkConnection(),
    });
  }

  async start(): Promise<void> {
    const ready: Promise<unknown>[] = [this.producer.connect()];
    if (this.options.replyLease !== undefined) ready.push(this.openReplies());
    await settledWithin(Promise.all(ready), this.context.limits.connectWaitMs);
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    this.topicWatch.stop();
    this.sender.stop();
    await settledWithin(Promise.all([...this.subscriptions].map((subscription) => subscription.stop())), CONSUMERS_MS);
    await Promise.all([this.producer.stop(FLUSH_MS), this.replies.stop(READER_MS), this.admin.stop()]);
    this.sockets.endSoon();
  }

  ensureTopics(topics: readonly TopicSpec[]): Promise<void> {
    const named = topics.map((spec) => ({ ...spec, name: this.context.names.topic(spec.name) }));
    this.topicWatch.add(named);
    return this.admin.ensure(named);
  }

  send(name: string, command: Command): Promise<Reply> {
    const topic = this.context.names.topic(name);
    const isReady = this.admin.isKnown(topic) && this.replies.address !== undefined;
    return isReady || this.isStopped ? this.sender.send(topic, command) : this.sendFirst(topic, command);
  }

  async publish(name: string, messages: readonly EventMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const topic = this.context.names.topic(name);
    if (!(await this.admin.exists(topic))) throw new BusUnavailableError(`The topic ${topic} does not exist.`);
    await this.producer.untilCapacity();
    await new Promise<void>((resolve, reject) => this.produceAll(topic, messages, resolve, reject));
  }

  async consumeCommands(name: string, handler: CommandHandler, ownership: PartitionOwnership): Promise<Subscription> {
    const { kafka, context, admin } = this;
    const topic = context.names.topic(name);
    const outcomes = new OutcomeWriter(context, this.producer, this.deadLetters, name);
    const subscription = new CommandSubscription({ kafka, context, admin, outcomes, topic, handler, ownership });
    this.subscriptions.add(subscription);
    context.observer.consuming?.(topic, name);
    await subscription.start();
    return subscription;
  }

  async consumeEvents(
    name: string,
    consumer: string,
    handler: EventBatchHandler,
    subscribeOptions: SubscribeOptions = {},
  ): Promise<Subscription> {
    const { kafka, context, deadLetters } = this;
    const topic = context.names.topic(name);
    const blockedKeys = new BlockedKeys({ kafka, context, admin: this.admin, topic, consumer });
    const subscription = new EventSubscription({ kafka, context, deadLetters, blockedKeys, topic, consumer, handler, subscribeOptions });
    this.subscriptions.add(subscription);
    context.observer.consuming?.(topic, consumer);
    await subscription.start();
    return subscription;
  }

  eventLag(name: string, consumer: string): number {
    const topic = this.context.names.topic(name);
    let lag = 0;
    for (const one of this.subscriptions) if (one instanceof EventSubscription && one.isOf(topic, consumer)) lag += one.lag;
    return lag;
  }

  health(): BusHealth {
    const problem = this.isStopped ? 'stopped' : this.problem();
    return { connected: problem === undefined, detail: problem ?? 'connected to the broker' };
  }

  private problem(): string | undefined {
    const refused = this.context.access.current;
    // Producer and consumers of a topic that is lost believe that the broker is away.
    if (this.topicWatch.problem !== undefined) return this.topicWatch.problem;
    if (this.producer.isAway) return refused ?? 'no broker answers';
    const isGateway = this.options.replyLease !== undefined;
    if (isGateway && !this.replies.isReading) return refused ?? 'no reply partition is leased and read';
    const waiting = [...this.subscriptions].find(({ isJoined }) => !isJoined);
    if (waiting !== undefined) return refused ?? `the consumer of ${waiting.topic} has not joined`;
    return undefined;
  }

  /** The first command to a topic, or before anybody reads replies: worth a short wait, then refused. */
  private async sendFirst(topic: string, command: Command): Promise<Reply> {
    if (this.producer.isAway) throw new BusUnavailableError('The broker is away.');
    const ready = Promise.all([this.openReplies(), this.admin.exists(topic)]);
    if (!(await settledWithin(ready, this.context.limits.resendAfterMs))) throw new BusUnavailableError('The broker is not ready yet.');
    if (!this.admin.isKnown(topic)) throw new BusUnavailableError(`The topic ${topic} does not exist.`);
    return this.sender.send(topic, command);
  }

  private async openReplies(): Promise<void> {
    this.context.observer.consuming?.(this.context.replyTopic, null);
    await this.ensureTopics([{ ...replyTopicSpec(), ...(this.options.replyTopic !== undefined && { name: this.options.replyTopic }) }]);
    if (!this.isStopped) await this.replies.ready();
  }

  private produceAll(topic: string, messages: readonly EventMessage[], resolve: () => void, reject: (error: Error) => void): void {
    let open = messages.length;
    const onAcknowledged = (): void => {
      open -= 1;
      if (open === 0) resolve();
    };
    for (const message of messages) {
      const { key, shard, value } = message;
      const event = { topic, partition: partitionOfShard(shard), key, value, headers: eventHeaders(message) };
      const headers = { ...event.headers, [MAC_HEADER]: this.context.macs.macOf('event', event) };
      this.producer.enqueue({ ...event, headers, onAcknowledged, onFailed: reject });
    }
  }
}
