import { topicSpecs } from './topics';

describe('the topics of a service', () => {
  it('are those of the architecture, with partitions and retention', () => {
    const hour = 3_600_000;
    expect(topicSpecs('kyc')).toEqual([
      { name: 'kyc.commands', partitions: 16, retentionMs: 24 * hour },
      { name: 'kyc.commands.dead', partitions: 4, retentionMs: 30 * 24 * hour },
      { name: 'kyc.events', partitions: 16, retentionMs: 14 * 24 * hour },
      { name: 'kyc.events.dead', partitions: 4, retentionMs: 30 * 24 * hour },
      { name: 'gateway.replies', partitions: 64, retentionMs: hour / 12 },
    ]);
  });
});
