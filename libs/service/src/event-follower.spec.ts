import type { Command, EventMessage, Refusal, Reply } from '#contracts';
import type { Bus, EventBatchHandler } from '#messaging';
import { followEvents, type EventFollower } from './event-follower';
import { SystemClock } from './system-ports';

/** A bus whose other side says what the test says, in turn. */
class ScriptedBus {
  readonly sent: Command[] = [];
  handler: EventBatchHandler = async () => undefined;

  constructor(private readonly refusals: (Refusal['code'] | null)[]) {}

  async ensureTopics(): Promise<void> {}

  async consumeEvents(_topic: string, _consumer: string, handler: EventBatchHandler) {
    this.handler = handler;
    return { pause: () => undefined, resume: () => undefined, stop: async () => undefined };
  }

  async send(_topic: string, command: Command): Promise<Partial<Reply>> {
    this.sent.push(command);
    const code = this.refusals.shift() ?? null;
    return { refusal: code === null ? null : { code } };
  }
}

const FOLLOWER: EventFollower = {
  source: 'kyc',
  consumer: 'test.follower',
  types: new Set(['thing.happened']),
  async *ordersOf(event) {
    for (const streamId of event.data.object as string[]) yield { service: 'payments', type: 'things.note', streamId, payload: {} };
  },
};

function message(id: string, streamIds: string[], type = 'thing.happened'): EventMessage {
  const value = JSON.stringify({ id, account_id: 'acct_1', livemode: false, correlation_id: 'c', data: { object: streamIds } });
  return { key: 'k', shard: 0, position: 1n, prev: 0n, cloudEvent: { id, source: '', type, subject: '', time: '' }, value };
}

async function hearing(messages: EventMessage[], refusals: (Refusal['code'] | null)[] = []): Promise<Command[]> {
  const bus = new ScriptedBus(refusals);
  await followEvents(FOLLOWER, { bus: bus as unknown as Bus, clock: new SystemClock() });
  await bus.handler(messages);
  return bus.sent;
}

describe('followEvents', () => {
  it('asks each stream once for each event, under ids that follow from the event: heard again it is the same command', async () => {
    const first = await hearing([message('evt_1', ['a', 'b']), message('evt_2', ['a'])]);
    const again = await hearing([message('evt_1', ['a', 'b']), message('evt_2', ['a'])]);
    expect(first.map(({ streamId }) => streamId)).toEqual(['a', 'b', 'a']);
    expect(new Set(first.map(({ commandId }) => commandId)).size).toBe(3);
    expect(again.map(({ commandId }) => commandId)).toEqual(first.map(({ commandId }) => commandId));
    expect(first[0]).toMatchObject({ causationId: 'evt_1', correlationId: 'c', actor: { kind: 'system', id: 'test.follower' } });
  });

  it('passes over other types, and takes a refusal for an answer', async () => {
    expect(await hearing([message('evt_1', ['a'], 'thing.else')])).toEqual([]);
    expect(await hearing([message('evt_1', ['a', 'b'])], ['resource_missing'])).toHaveLength(2);
  });

  it('comes again under another id when it came too late, and has the event brought again when nothing was decided', async () => {
    const [late, next] = await hearing([message('evt_1', ['a'])], ['command_expired']);
    expect(late?.commandId).not.toBe(next?.commandId);
    await expect(hearing([message('evt_1', ['a'])], ['lock_timeout'])).rejects.toMatchObject({ transient: true });
    await expect(hearing([message('evt_1', ['a'])], Array<Refusal['code']>(5).fill('command_expired'))).rejects.toMatchObject({
      transient: true,
    });
  });

  it('puts aside what no retry mends', async () => {
    await expect(hearing([message('evt_1', ['a'])], ['internal_error'])).rejects.toMatchObject({ name: 'PoisonMessageError' });
    const broken = { ...message('evt_1', ['a']), value: 'no json' };
    await expect(hearing([broken])).rejects.toMatchObject({ name: 'PoisonMessageError' });
  });
});
