import { AppendNotices } from './append-notices';
import type { Query } from './writer/load';

describe('a notice of an append', () => {
  it('names its shard to every process but the one that sent it', async () => {
    const [sender, other] = [new AppendNotices('accounts', -7), new AppendNotices('accounts', 8)];
    const sent: unknown[] = [];
    const record: Query = (_statement, values) => {
      sent.push(...values);
      return Promise.resolve([]);
    };
    await sender.announce(record, 3);
    expect(sent).toEqual(['accounts_appended', '-7 3']);
    expect([sender.shardOf('-7 3'), other.shardOf('-7 3')]).toEqual([null, 3]);
  });

  it('names its shard to its sender too, once, when that one does not know what came of its commit', () => {
    const notices = new AppendNotices('accounts', -7);
    notices.noteUnanswered(3);
    expect(['-7 4', '-7 3', '-7 3'].map((notice) => notices.shardOf(notice))).toEqual([null, 3, null]);
  });
});
