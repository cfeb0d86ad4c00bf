import { REPLY_TOPIC, type Clock, type Random } from '#contracts';
import type { BusLogger, BusObserver } from '../observer';
import { MessageMacs } from '../wire/message-mac';
import { KafkaNames } from './kafka-names';
import { AccessProblems } from './security/access-problems';
import { principalOf, type KafkaSecurity } from './security/kafka-security';
import type { ProduceClientName } from './produce/produce-client';

/**
 * A partition of the reply topic that belongs to this gateway instance alone. Two holders of one partition would still
 * be right, because replies carry the epoch of their gateway, but each would read the other's replies.
 */
export interface ReplyLease {
  /** A partition of `partitionCount`, held until it is released or lost. Rejects when none can be had now. */
  acquire(partitionCount: number): Promise<number>;
  release(): Promise<void>;
  /** Called when the lease is gone without having been released. Returns the unsubscribe function. */
  onLost(listener: () => void): () => void;
}

/** Waits and bounds. Milliseconds unless the name says otherwise. */
export const DEFAULT_LIMITS = {
  /** Send the same command again when no answer has come and the first send is acknowledged. */
  resendAfterMs: 3_000,
  /** Give up waiting for an answer. */
  commandWaitMs: 8_000,
  /** Commands sent and not answered; more are turned away at once. */
  maxInFlight: 10_000,
  /** Messages waiting for the producer; publishers wait, senders are turned away. */
  maxQueued: 20_000,
  /** How often free partitions are asked for and surplus ones given back. */
  ownershipPollMs: 250,
  /** The same while every partition is ours: so long does an instance that starts wait for its share. */
  ownershipAloneMs: 2_000,
  /** A process that reaches no broker for this long gives its partitions to others. */
  ownershipAwayMs: 3_000,
  /** Commands of one partition taken from the broker and not settled; reading pauses beyond. */
  maxUnsettled: 2_000,
  /** Commands of one partition given to the handler at the same time. */
  maxHandedOut: 500,
  /** Positions of events are committed this often. */
  offsetCommitMs: 500,
  /** Positions of commands are mirrored to a consumer group this often, for lag tools. */
  mirrorMs: 1_000,
  /** A consumer without any sign of progress for this long is restarted. */
  watchdogMs: 15_000,
  /** `start` and `consume…` wait this long for the broker, then go on and connect in the background. */
  connectWaitMs: 5_000,
  /** How often the topics of a process are looked at. */
  topicWatchMs: 10_000,
  /** A produce request without an answer for this long means that the broker is away. */
  produceStalledMs: 1_500,
} as const;

export type KafkaLimits = { [Name in keyof typeof DEFAULT_LIMITS]: number };

/** What a process makes of topics that are missing. */
export interface TopicCreation {
  create: boolean;
  /** Brokers that keep each topic. */
  replication: number;
}

/** What one client of Kafka is made of. */
export type KafkaClientOptions = Pick<KafkaBusOptions, 'brokers' | 'clientId' | 'logger' | 'security'>;

export interface KafkaBusOptions {
  /** `host:port` of some brokers of the cluster. */
  brokers: string[];
  clientId: string;
  clock: Clock;
  random: Random;
  logger: BusLogger;
  /** Secrets that all processes share: the first signs commands, replies and events, all are accepted. */
  internalTokens: readonly string[];
  /** Only gateways have one. Other senders read a partition drawn at random: right, but not theirs alone. */
  replyLease?: ReplyLease;
  replyTopic?: string;
  /** The client library that sends. */
  producer?: ProduceClientName;
  observer?: BusObserver;
  limits?: Partial<KafkaLimits>;
  /** TLS and authentication; plain text without a name unless given. */
  security?: KafkaSecurity | undefined;
  /** Made where they are missing, on one broker, unless given. */
  topics?: TopicCreation;
  /** The prefix of topics and consumer groups; none unless given. */
  topicPrefix?: string | undefined;
}

/** Everything the parts of the Kafka bus share. */
export interface KafkaContext {
  readonly clientId: string;
  /** As Kafka knows it. */
  readonly replyTopic: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: BusLogger;
  readonly observer: BusObserver;
  readonly limits: KafkaLimits;
  readonly macs: MessageMacs;
  readonly access: AccessProblems;
  readonly topics: TopicCreation;
  readonly names: KafkaNames;
}

/** What the caller gave, with the default of everything left out. */
export function contextOf(options: KafkaBusOptions): KafkaContext {
  const { clientId, clock, random, logger, topics = { create: true, replication: 1 } } = options;
  const names = new KafkaNames(options.topicPrefix);
  const replyTopic = names.topic(options.replyTopic ?? REPLY_TOPIC);
  const observer = names.forObserver(options.observer ?? {});
  const macs = new MessageMacs(options.internalTokens);
  const access = new AccessProblems(principalOf(options.security ?? {}), logger);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  return { clientId, replyTopic, clock, random, logger, observer, macs, access, topics, names, limits };
}
