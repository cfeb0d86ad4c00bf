import { type Admin, ConfigResourceTypes, type ITopicConfig, type Kafka } from 'kafkajs';
import { BusUnavailableError, type TopicSpec } from '../bus';
import { Backoff, delay, settledWithin, withDeadline } from '../waiting';
import { describeKafkaError, protocolType } from './kafka-errors';
import type { KafkaContext } from './kafka-options';
import { isTopicForbidden } from './security/access-problems';
import { type FoundTopic, leastInSync } from './topic-differences';

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 1_000;
const ATTEMPTS_QUIET = 10;
/** Of a topic, beside its partitions and replicas. */
const CHECKED_SETTINGS = ['cleanup.policy', 'retention.ms', 'min.insync.replicas'];
const SEGMENT_MS_MIN = 60_000;
const SEGMENT_MS_MAX = 24 * 60 * 60_000;
const DISCONNECT_MS = 300;
/** kafkajs has its own time-outs; this one is for answers that never come all the same. */
const ANSWER_MS = 15_000;

/** For a right that is missing: listing shows what may be seen only, so that a topic may be there and still be missed. */
const PURPOSE = 'describe its topics, or create those it does not see';

/** First and next offset of a partition. */
export interface LogRange {
  low: bigint;
  high: bigint;
}

/** Questions about topics, and their creation. Every question is repeated until the broker answers or the bus stops. */
export class TopicAdmin {
  private readonly stopping = new AbortController();
  private readonly known = new Set<string>();
  private admin: Promise<Admin> | undefined;
  /** One question for everybody who asks at the same time. */
  private listing: Promise<void> | undefined;
  private cluster: Promise<string> | undefined;

  /** @param limitMs of every question that names none, for a program that a person waits for. */
  constructor(
    private readonly kafka: Kafka,
    private readonly context: KafkaContext,
    private readonly limitMs?: number,
  ) {}

  /**
   * Create what is missing. The broker's own creation is off, so that a typing error does not become a topic. A busy broker takes the order
   * and shows the topic later: it is asked until it does.
   */
  async ensure(specs: readonly TopicSpec[]): Promise<void> {
    // By name: several services want the topic of replies, and kafkajs makes nothing of a list that names one twice.
    const wanted = new Map(specs.map((spec) => [spec.name, spec]));
    const unknown = [...wanted.values()].filter((spec) => !this.known.has(spec.name));
    if (unknown.length === 0) return;
    await this.untilAnswered(async (admin) => {
      const missing = await missingAt(admin, unknown);
      if (missing.length === 0) return;
      if (!this.context.topics.create) throw new Error(`missing, and KAFKA_CREATE_TOPICS=false: ${namesOf(missing)}`);
      await this.create(admin, missing);
      const unseen = await missingAt(admin, missing);
      if (unseen.length > 0) throw new Error(`not seen yet: ${namesOf(unseen)}`);
    });
    for (const spec of unknown) this.known.add(spec.name);
  }

  /** Those that are there, as the broker has them. */
  describe(names: readonly string[]): Promise<Map<string, FoundTopic>> {
    return this.untilAnswered(async (admin) => {
      const existing = new Set(await admin.listTopics());
      const topics = names.filter((name) => existing.has(name));
      if (topics.length === 0) return new Map<string, FoundTopic>();
      const [{ topics: found }, settings] = [await admin.fetchTopicMetadata({ topics }), await settingsOf(admin, topics)];
      return new Map(
        found.map(({ name, partitions }) => {
          const replicas = Math.min(...partitions.map(({ replicas: brokers }) => brokers.length));
          return [name, { partitions: partitions.length, replicas, settings: settings.get(name) }];
        }),
      );
    }, ANSWER_MS);
  }

  /** Topics that have gone: whoever asks next looks again. */
  forgetTopics(names: readonly string[]): void {
    for (const name of names) this.known.delete(name);
  }

  /** Whether the topic is there. An unknown topic would hold up everything else the producer sends. */
  async exists(topic: string): Promise<boolean> {
    if (this.known.has(topic)) return true;
    this.listing ??= this.listAll().finally(() => {
      this.listing = undefined;
    });
    await this.listing;
    return this.known.has(topic);
  }

  isKnown(topic: string): boolean {
    return this.known.has(topic);
  }

  /** The cluster's own id: positions of another cluster mean nothing here. */
  clusterId(): Promise<string> {
    this.cluster ??= this.untilAnswered(async (admin) => (await admin.describeCluster()).clusterId);
    this.cluster.catch(() => {
      this.cluster = undefined;
    });
    return this.cluster;
  }

  /**
   * @param limitMs for who holds something meanwhile; without it the question is asked until the bus stops.
   * @throws BusUnavailableError no answer within the limit.
   */
  logRanges(topic: string, limitMs?: number): Promise<Map<number, LogRange>> {
    return this.untilAnswered(async (admin) => {
      const offsets = await admin.fetchTopicOffsets(topic);
      return new Map(offsets.map(({ partition, low, high }) => [partition, { low: BigInt(low), high: BigInt(high) }]));
    }, limitMs);
  }

  /** The first offset of each partition whose message is not older; where there is none, the next offset. Limit as in logRanges. */
  offsetsSince(topic: string, atMs: number, limitMs?: number): Promise<Map<number, bigint>> {
    return this.untilAnswered(async (admin) => {
      const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, atMs);
      return new Map(offsets.map(({ partition, offset }) => [partition, BigInt(offset)]));
    }, limitMs);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    const admin = this.admin;
    if (admin !== undefined)
      await settledWithin(
        admin.then((connected) => connected.disconnect()),
        DISCONNECT_MS,
      );
  }

  private async listAll(): Promise<void> {
    const topics = await this.untilAnswered((admin) => admin.listTopics());
    for (const name of topics) this.known.add(name);
  }

  private async create(admin: Admin, specs: readonly TopicSpec[]): Promise<void> {
    const { replication } = this.context.topics;
    const topics = specs.map((spec) => topicConfig(spec, replication));
    await admin.createTopics({ waitForLeaders: true, topics }).catch((error: unknown) => {
      const tooFew = `Kafka has fewer brokers now than KAFKA_REPLICATION=${replication}, so ${namesOf(specs)} cannot be made`;
      // Without a cause: the innermost one is what people are told.
      throw isTooFewBrokers(error) ? new Error(tooFew) : error;
    });
    this.context.logger.info({ topics: specs.map((spec) => spec.name), replication }, 'topics created');
  }

  private async untilAnswered<T>(input: (admin: Admin) => Promise<T>, limitMs = this.limitMs): Promise<T> {
    const backoff = new Backoff(RETRY_FIRST_MS, RETRY_MAX_MS);
    const stopped = this.stopping.signal;
    const over = limitMs === undefined ? stopped : AbortSignal.any([stopped, AbortSignal.timeout(limitMs)]);
    let problem = '';
    for (let attempts = 0; !over.aborted;) {
      try {
        const answer = await withDeadline(this.connected().then(input), Math.min(limitMs ?? ANSWER_MS, ANSWER_MS));
        this.context.access.over(PURPOSE);
        return answer;
      } catch (error) {
        this.reportProblem(error, attempts++);
        problem = `: ${describeKafkaError(error)}`;
        this.forget();
        await delay(backoff.nextMs(), over);
      }
    }
    throw new BusUnavailableError(
      stopped.aborted ? 'The bus was stopped before the broker answered.' : `The broker did not answer in time${problem}.`,
    );
  }

  /** Once when it lasts: a broker that starts up answers after a moment. */
  private reportProblem(error: unknown, attempts: number): void {
    if (this.context.access.note(PURPOSE, error)) return;
    const fields = { reason: describeKafkaError(error), attempts };
    if (attempts === ATTEMPTS_QUIET) this.context.logger.warn(fields, 'topic metadata request timed out, retrying');
    else this.context.logger.debug(fields, 'topic metadata request timed out');
  }

  private connected(): Promise<Admin> {
    this.admin ??= this.connect();
    return this.admin;
  }

  private async connect(): Promise<Admin> {
    const admin = this.kafka.admin();
    await admin.connect();
    return admin;
  }

  private forget(): void {
    const old = this.admin;
    this.admin = undefined;
    if (old !== undefined)
      void settledWithin(
        old.then((admin) => admin.disconnect()),
        DISCONNECT_MS,
      );
  }
}

/** kafkajs gathers the errors of all topics in one. */
function isTooFewBrokers(error: unknown): boolean {
  const { errors = [] } = error as { errors?: unknown[] };
  return errors.some((one) => protocolType(one) === 'INVALID_REPLICATION_FACTOR');
}

function namesOf(specs: readonly TopicSpec[]): string {
  return specs.map(({ name }) => name).join(', ');
}

/** Of a broker that does not let this process read them: none. */
async function settingsOf(admin: Admin, topics: readonly string[]): Promise<Map<string, Map<string, string>>> {
  const resources = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: CHECKED_SETTINGS }));
  try {
    const { resources: described } = await admin.describeConfigs({ resources, includeSynonyms: false });
    return new Map(
      described.map(({ resourceName, configEntries }) => [
        resourceName,
        new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
      ]),
    );
  } catch (error) {
    if (isTopicForbidden(error)) return new Map();
    throw error;
  }
}

async function missingAt(admin: Admin, specs: readonly TopicSpec[]): Promise<TopicSpec[]> {
  const existing = new Set(await admin.listTopics());
  return specs.filter(({ name }) => !existing.has(name));
}

/** Segments are closed well before the retention ends: an open segment is never deleted. */
function topicConfig(spec: TopicSpec, replication: number): ITopicConfig {
  const segmentMs = Math.min(Math.max(Math.trunc(spec.retentionMs / 4), SEGMENT_MS_MIN), SEGMENT_MS_MAX);
  return {
    topic: spec.name,
    numPartitions: spec.partitions,
    replicationFactor: replication,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(spec.retentionMs) },
      { name: 'segment.ms', value: String(segmentMs) },
      { name: 'min.insync.replicas', value: String(leastInSync(replication)) },
    ],
  };
}
