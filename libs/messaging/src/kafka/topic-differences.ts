import type { TopicSpec } from '../bus';

/** From here on a topic outlives the loss of one broker, and an acknowledged message lies on two. */
const REPLICAS_SAFE = 3;

/** A topic as the broker has it. */
export interface FoundTopic {
  partitions: number;
  /** Brokers that keep its least kept partition. */
  replicas: number;
  /** Settings by name; undefined where this process may not read them. */
  settings: ReadonlyMap<string, string> | undefined;
}

/** Brokers that have to keep a message before it is acknowledged, of a topic that so many keep. */
export function leastInSync(replication: number): number {
  return replication >= REPLICAS_SAFE ? 2 : 1;
}

/**
 * What is wrong with a topic, each a part of a sentence that begins with its name. More replicas and a longer retention than wanted are right;
 * the number of partitions is fixed, since an account belongs to one.
 */
export function differencesOf(spec: TopicSpec, { partitions, replicas, settings }: FoundTopic, replication: number): string[] {
  const inSync = Number(settings?.get('min.insync.replicas') ?? Infinity);
  const retentionMs = Number(settings?.get('retention.ms') ?? Infinity);
  const cleanup = settings?.get('cleanup.policy') ?? 'delete';
  const checks: [boolean, string][] = [
    [partitions === spec.partitions, `has ${partitions} partitions, not ${spec.partitions}`],
    [replicas >= replication, `has ${replicas} replicas, fewer than KAFKA_REPLICATION=${replication}`],
    [inSync >= leastInSync(replication), `has min.insync.replicas ${inSync}, fewer than ${leastInSync(replication)}`],
    [retentionMs < 0 || retentionMs >= spec.retentionMs, `has retention.ms ${retentionMs}, shorter than ${spec.retentionMs}`],
    [cleanup === 'delete', `has cleanup.policy ${cleanup}, not delete`],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, text]) => text);
}

/** The same of several topics, a sentence for each difference. */
export function differencesAmong(specs: readonly TopicSpec[], found: ReadonlyMap<string, FoundTopic>, replication: number): string[] {
  return specs.flatMap((spec) => {
    const topic = found.get(spec.name);
    const differences = topic === undefined ? ['is missing'] : differencesOf(spec, topic, replication);
    return differences.map((text) => `${spec.name} ${text}`);
  });
}
