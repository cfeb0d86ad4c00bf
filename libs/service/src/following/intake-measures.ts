import type { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics';

/** What an operator watches of a consumer that takes events in order. */
export interface IntakeMeasures {
  /** Events were lost on their topic. */
  gap(topic: string): void;
  /** Events were read from the log of their service. */
  reread(topic: string, events: number): void;
  /** Shards that wait because their service cannot fill their hole. */
  waiting(shards: number): void;
  /** Shards that wait because their log was restored to a moment before what was applied. */
  restored(shards: number): void;
}

const GAPS = 'Times events were lost between their service and its topic, or on it; they are read again.';
const REREAD = 'Events that did not arrive and were read from the log of their service.';
const WAITING = 'Shards that stand still because events are missing.';
const RESTORED = 'Shards that stand still because their log was restored to a moment before what was applied.';

/** The measures of the consumer that takes every event to webhook endpoints and into the feed. */
export function fanOutMeasures(metrics: Metrics): IntakeMeasures {
  return measuresOf({}, [
    metrics.counter({ name: 'hundi_webhooks_fanout_gap_total', help: GAPS, labels: ['topic'] }),
    metrics.counter({ name: 'hundi_webhooks_fanout_reread_total', help: REREAD, labels: ['topic'] }),
    metrics.gauge({ name: 'hundi_webhooks_fanout_waiting_shards', help: WAITING }),
    metrics.gauge({ name: 'hundi_webhooks_fanout_restored_shards', help: RESTORED }),
  ]);
}

/** The measures of a follower; all followers share their names and differ in a label. */
export function followerMeasures(metrics: Metrics, consumer: string): IntakeMeasures {
  const [labels, perTopic] = [['consumer'], ['consumer', 'topic']];
  return measuresOf({ consumer }, [
    metrics.counter({ name: 'hundi_follower_gap_total', help: GAPS, labels: perTopic }),
    metrics.counter({ name: 'hundi_follower_reread_total', help: REREAD, labels: perTopic }),
    metrics.gauge({ name: 'hundi_follower_waiting_shards', help: WAITING, labels }),
    metrics.gauge({ name: 'hundi_follower_restored_shards', help: RESTORED, labels }),
  ]);
}

function measuresOf(
  labels: Record<string, string>,
  [gaps, reread, waiting, restored]: readonly [Counter, Counter, Gauge, Gauge],
): IntakeMeasures {
  waiting.set(labels, 0);
  restored.set(labels, 0);
  return {
    gap: (topic) => gaps.inc({ ...labels, topic }),
    reread: (topic, events) => reread.inc({ ...labels, topic }, events),
    waiting: (shards) => waiting.set(labels, shards),
    restored: (shards) => restored.set(labels, shards),
  };
}
