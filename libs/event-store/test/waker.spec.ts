import type { Command, Reply } from '#contracts';
import { FixedClock, eventually } from '#testing';
import { StreamReader } from '../src/writer/load';
import { refused } from '../src/writer/pending';
import { AggregateRegistry } from '../src/registry';
import { Waker } from '../src/tasks/waker';
import { counter } from './counter';
import { LogRecord, SCHEMA, newAccount, newCounterId, systemRandom } from './counter-store';

describe('the waker', () => {
  it('brings a wake-up again that gave way to other writers, and no other', async () => {
    const clock = new FixedClock();
    const accountId = newAccount();
    const due = {
      wake_at: '1',
      shard: 1,
      stream_id: newCounterId(accountId),
      stream_type: 'counter',
      account_id: accountId,
      livemode: false,
      version: 1,
    };
    const sent: Command[] = [];
    const submit = (command: Command): Promise<Reply> =>
      Promise.resolve(refused(command, sent.push(command) === 1 ? 'lock_timeout' : 'state_conflict'));
    let rounds = 0;
    const query = <TRow>(): Promise<TRow[]> => Promise.resolve(rounds++ < 4 ? [due as TRow] : []);
    const options = {
      schema: SCHEMA,
      databaseUrl: '',
      aggregates: [counter],
      clock,
      random: systemRandom,
      logger: new LogRecord(),
    };
    const registry = new AggregateRegistry([counter]);
    const reader = new StreamReader(SCHEMA, registry);
    const owned = { ownedShards: () => [1] };
    const waker = new Waker({ options, registry, reader, query, submit, ...owned, runnerOf: () => undefined });
    try {
      await eventually(() => expect(rounds).toBeGreaterThan(3));
      expect(sent.map(({ commandId }) => commandId)).toEqual([sent[0]?.commandId, sent[0]?.commandId]);
    } finally {
      await waker.stop();
    }
  });
});
