import type { Command, EventMessage, Refusal, Reply } from '#contracts';
import { createInProcessBus, type Bus, type EventBatchHandler } from '#messaging';
import { FIRST_MARK, type Mark, type PublishedEnd, type PublishedWindow } from '#event-store';
import { followEvents, type EventFollower, type FollowingParts } from './event-follower';
import { createLogger } from './log/logger';
import { Metrics } from './metrics/metrics';
import { SystemClock } from './system-ports';

/** A bus whose other side says what the test says, in turn. */
class ScriptedBus {
  readonly sent: Command[] = [];
  readonly kind = 'kafka';
  handler: EventBatchHandler = async () => undefined;

  constructor(private readonly refusals: (Refusal['code'] | null)[]) {}

  eventLag(): number {
    return 0;
  }

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

function message(id: string, streamIds: string[], { type = 'thing.happened', position = 1 } = {}): EventMessage {
  const value = JSON.stringify({ id, account_id: 'acct_1', livemode: false, correlation_id: 'c', data: { object: streamIds } });
  const place = { shard: 0, position: BigInt(position), prev: BigInt(position - 1) };
  return { key: 'k', ...place, cloudEvent: { id, source: '', type, subject: '', time: '' }, value };
}

async function hearing(messages: EventMessage[], refusals: (Refusal['code'] | null)[] = []): Promise<Command[]> {
  const bus = new ScriptedBus(refusals);
  const subscription = await follow(bus, new Kept());
  await bus.handler(messages).finally(() => subscription.stop());
  return bus.sent;
}

/** What the tables of the follower's service keep, and what the service that it follows has published. */
class Kept implements FollowingParts {
  readonly stored = new Map<number, Mark>();
  published: readonly EventMessage[] = [];
  readonly marks = {
    read: async (_source: string, shard: number) => this.stored.get(shard) ?? FIRST_MARK,
    readAll: async () => this.stored,
    save: async (_source: string, marks: ReadonlyMap<number, Mark>) => {
      for (const [shard, mark] of marks) this.stored.set(shard, mark);
    },
  };
  readonly owner = {
    service: 'kyc',
    read: async ({ after, before }: PublishedWindow) => this.published.filter(({ position }) => position > after && position < before),
    ends: async () => new Map<number, PublishedEnd>(),
  };
}

function follow(bus: ScriptedBus, kept: Kept, metrics = new Metrics()) {
  const logger = createLogger({ service: 'test', level: 'silent' });
  return followEvents(FOLLOWER, { bus: bus as unknown as Bus, clock: new SystemClock(), logger, metrics }, kept);
}

describe('followEvents', () => {
  it('asks each stream once for each event, under ids that follow from the event: heard again it is the same command', async () => {
    const first = await hearing([message('evt_1', ['a', 'b']), message('evt_2', ['a'], { position: 2 })]);
    const again = await hearing([message('evt_1', ['a', 'b']), message('evt_2', ['a'], { position: 2 })]);
    expect(first.map(({ streamId }) => streamId)).toEqual(['a', 'b', 'a']);
    expect(new Set(first.map(({ commandId }) => commandId)).size).toBe(3);
    expect(again.map(({ commandId }) => commandId)).toEqual(first.map(({ commandId }) => commandId));
    expect(first[0]).toMatchObject({ causationId: 'evt_1', correlationId: 'c', actor: { kind: 'system', id: 'test.follower' } });
  });

  it('passes over other types, and takes a refusal for an answer', async () => {
    expect(await hearing([message('evt_1', ['a'], { type: 'thing.else' })])).toEqual([]);
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

  it('holds up no other consumer of its process for longer than a second while it cannot take an event', async () => {
    const parts = { clock: new SystemClock(), logger: createLogger({ service: 'test', level: 'silent' }) };
    // Its commands have no subscriber.
    const bus = createInProcessBus(parts);
    await bus.start();
    const following = await followEvents(FOLLOWER, { ...parts, bus, metrics: new Metrics() }, new Kept());
    const taken: string[] = [];
    await bus.consumeEvents('kyc.events', 'other', async (messages) => void taken.push(...messages.map(({ cloudEvent }) => cloudEvent.id)));
    await bus.publish('kyc.events', [message('evt_1', ['a'])]);
    await bus.publish('kyc.events', [message('evt_2', ['a'], { position: 2 })]);
    expect(taken).toEqual(['evt_1', 'evt_2']);
    await Promise.all([following.stop(), bus.stop()]);
  }, 10_000);

  it('waits with an alarm before what it cannot take, and puts nothing aside', async () => {
    const failed = { name: 'FollowerFailedError', transient: true };
    await expect(hearing([message('evt_1', ['a'])], ['internal_error'])).rejects.toMatchObject(failed);
    const broken = { ...message('evt_1', ['a']), value: 'no json' };
    await expect(hearing([broken])).rejects.toMatchObject(failed);
    const [bus, metrics] = [new ScriptedBus([null, 'internal_error']), new Metrics()];
    const subscription = await follow(bus, new Kept(), metrics);
    const both = [message('evt_1', ['a']), message('evt_2', ['b'], { position: 2 })];
    await expect(bus.handler(both)).rejects.toMatchObject(failed);
    await bus.handler(both);
    await subscription.stop();
    expect(bus.sent.map(({ streamId }) => streamId)).toEqual(['a', 'b', 'b']);
    expect((await metrics.expose()).text).toContain('hundi_follower_failures_total{consumer="test.follower"} 1');
  });

  it('reads again what did not arrive, before what came after it, and does each once', async () => {
    const kept = new Kept();
    kept.published = [1, 2, 3].map((position) => message(`evt_${position}`, [`s${position}`], { position }));
    const [first, , third] = kept.published;
    const bus = new ScriptedBus([]);
    const subscription = await follow(bus, kept);
    await bus.handler([first!, third!]);
    await bus.handler(kept.published);
    await subscription.stop();
    expect(bus.sent.map(({ streamId }) => streamId)).toEqual(['s1', 's2', 's3']);
    expect(kept.stored.get(0)?.position).toBe(3n);
  });

  it('takes nothing from a log that was restored to a moment before its mark, and goes on when the mark is set back', async () => {
    const kept = new Kept();
    kept.stored.set(0, { position: 3n, epoch: 1n });
    const again = { ...message('evt_new', ['n'], { position: 3 }), epoch: { id: 2n, start: 2n, ofPrev: 1n } };
    const bus = new ScriptedBus([]);
    const subscription = await follow(bus, kept);
    await expect(bus.handler([again])).rejects.toMatchObject({ name: 'LogRestoredError', transient: true });
    kept.stored.set(0, { position: 2n, epoch: 0n });
    await bus.handler([again]);
    await subscription.stop();
    expect(bus.sent.map(({ streamId }) => streamId)).toEqual(['n']);
  });
});
