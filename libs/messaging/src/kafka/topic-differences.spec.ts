import { topicSpecs } from '../topics';
import { differencesOf, type FoundTopic } from './topic-differences';

const [COMMANDS] = topicSpecs('kyc');
const SPEC = COMMANDS!;
const DAY_MS = String(SPEC.retentionMs);

function found(changes: Partial<FoundTopic>, settings: Record<string, string> = {}): FoundTopic {
  const usual = { 'retention.ms': DAY_MS, 'min.insync.replicas': '2', 'cleanup.policy': 'delete', ...settings };
  return { partitions: 16, replicas: 3, settings: new Map(Object.entries(usual)), ...changes };
}

describe('what is wrong with a topic', () => {
  it.each<[string, FoundTopic]>([
    ['as it is made', found({})],
    ['with more replicas', found({ replicas: 5 })],
    ['with a longer retention', found({}, { 'retention.ms': '999999999999' })],
    ['without an end of its retention', found({}, { 'retention.ms': '-1' })],
    ['whose settings may not be read', found({ settings: undefined })],
  ])('is nothing of one %s', (_case, topic) => {
    expect(differencesOf(SPEC, topic, 3)).toEqual([]);
  });

  it.each<[FoundTopic, string]>([
    [found({ partitions: 8 }), 'has 8 partitions, not 16'],
    [found({ partitions: 32 }), 'has 32 partitions, not 16'],
    [found({ replicas: 2 }), 'has 2 replicas, fewer than KAFKA_REPLICATION=3'],
    [found({}, { 'min.insync.replicas': '1' }), 'has min.insync.replicas 1, fewer than 2'],
    [found({}, { 'retention.ms': '60000' }), `has retention.ms 60000, shorter than ${DAY_MS}`],
    [found({}, { 'cleanup.policy': 'compact' }), 'has cleanup.policy compact, not delete'],
  ])('is named: %j', (topic, difference) => {
    expect(differencesOf(SPEC, topic, 3)).toEqual([difference]);
  });

  it('is nothing of one replica where one is wanted', () => {
    expect(differencesOf(SPEC, found({ replicas: 1 }, { 'min.insync.replicas': '1' }), 1)).toEqual([]);
  });
});
