import type { EventMessage } from '#contracts';
import { eventually } from '#testing';
import { PoisonMessageError } from '../failures';
import { UnavailableError, holdsFor } from './observing.contract';
import { aReply, anEvent } from './samples.contract';
import type { Stage } from './stage.contract';

/** A message as plain data: an adapter may read its parts late. */
function asWritten({ key, shard, position, prev, epoch, cloudEvent, value }: EventMessage): EventMessage {
  return { key, shard, position, prev, epoch, cloudEvent, value };
}

/** What the port promises about events. */
export function describeEvents(stage: Stage): void {
  describe('events', () => {
    const ids = (messages: readonly EventMessage[]): string[] => messages.map((message) => message.cloudEvent.id);
    const eventsOf = (shard: number, from: number, to: number): EventMessage[] =>
      Array.from({ length: to - from + 1 }, (_, index) => anEvent(shard, BigInt(from + index)));

    it('reach every consumer, each shard in order', async () => {
      await stage.open();
      const taken = { first: [] as EventMessage[], second: [] as EventMessage[] };
      await stage.service.consumeEvents(
        stage.world.eventTopic,
        `${stage.world.eventTopic}.first`,
        async (batch) => void taken.first.push(...batch.map(asWritten)),
      );
      await stage.gateway.consumeEvents(
        stage.world.eventTopic,
        `${stage.world.eventTopic}.second`,
        async (batch) => void taken.second.push(...batch.map(asWritten)),
      );
      const shards = [0, 1, 16, 17];
      for (let turn = 0; turn < 5; turn++) {
        await stage.service.publish(
          stage.world.eventTopic,
          shards.flatMap((shard) => eventsOf(shard, turn * 10 + 1, turn * 10 + 10)),
        );
      }
      for (const got of Object.values(taken)) {
        await eventually(() => expect(got).toHaveLength(200));
        for (const shard of shards) expect(got.filter((event) => event.shard === shard)).toEqual(eventsOf(shard, 1, 50));
      }
    });

    it('and commands have their consumers named to the observer when reading begins: measures of them exist before the first fault', async () => {
      await stage.open();
      const { commandTopic, eventTopic, consumed } = stage.world;
      await stage.service.consumeEvents(eventTopic, `${eventTopic}.named`, async () => undefined);
      await stage.service.consumeCommands(commandTopic, async (command) => aReply(command), stage.world.ownership());
      expect(consumed).toEqual(expect.arrayContaining([`${eventTopic}.named ${eventTopic}`, `${commandTopic} ${commandTopic}`]));
    });

    it('are counted from when they are published to when they are handled, by topic and consumer', async () => {
      await stage.open();
      const { eventTopic } = stage.world;
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let handled = 0;
      await stage.service.consumeEvents(eventTopic, `${eventTopic}.slow`, async (batch) => {
        await held;
        handled += batch.length;
      });
      const lag = (consumer: string): number => stage.service.eventLag(eventTopic, `${eventTopic}.${consumer}`);
      expect(lag('slow')).toBe(0);
      const publishing = stage.service.publish(eventTopic, [...eventsOf(3, 1, 5), ...eventsOf(20, 1, 2)]);
      // How many were fetched with the first of them is the broker's affair.
      await eventually(() => expect(lag('slow')).toBeGreaterThan(0));
      expect(lag('slow')).toBeLessThanOrEqual(7);
      expect([lag('other'), stage.service.eventLag('nothing', `${eventTopic}.slow`)]).toEqual([0, 0]);
      release();
      await publishing;
      await eventually(() => expect([handled, lag('slow')]).toEqual([7, 0]));
    });

    it('come to a handler one batch of one shard at a time', async () => {
      await stage.open();
      const busy = new Set<number>();
      let overlaps = 0;
      let mixed = 0;
      let taken = 0;
      await stage.service.consumeEvents(stage.world.eventTopic, `${stage.world.eventTopic}.c`, async (batch) => {
        const shard = batch[0]!.shard;
        if (busy.has(shard)) overlaps += 1;
        if (batch.some((event) => event.shard !== shard)) mixed += 1;
        busy.add(shard);
        await Promise.resolve();
        busy.delete(shard);
        taken += batch.length;
      });
      const batches = Array.from({ length: 20 }, (_, index) => [
        ...eventsOf(3, index * 5 + 1, index * 5 + 5),
        ...eventsOf(19, index * 5 + 1, index * 5 + 5),
      ]);
      await Promise.all(batches.map((batch) => stage.service.publish(stage.world.eventTopic, batch)));
      await eventually(() => expect(taken).toBe(200));
      expect({ overlaps, mixed }).toEqual({ overlaps: 0, mixed: 0 });
    });

    it('come again while the consumer says that the world is away, none is skipped', async () => {
      await stage.open();
      let isAway = true;
      let refusals = 0;
      const taken: string[] = [];
      await stage.service.consumeEvents(stage.world.eventTopic, `${stage.world.eventTopic}.c`, async (batch) => {
        if (isAway) refusals += 1;
        if (isAway) throw new UnavailableError('no database');
        taken.push(...ids(batch));
      });
      const published = stage.service.publish(stage.world.eventTopic, eventsOf(5, 1, 20));
      await eventually(() => expect(refusals).toBeGreaterThan(3));
      isAway = false;
      await published;
      await eventually(() => expect(taken).toEqual(ids(eventsOf(5, 1, 20))));
    });

    it('that are poison are parked with all later ones of their aggregate; everything else goes on', async () => {
      await stage.open();
      const taken: string[] = [];
      await stage.service.consumeEvents(stage.world.eventTopic, `${stage.world.eventTopic}.c`, async (batch) => {
        if (batch.some((event) => event.cloudEvent.id === 'evt_7_2')) throw new PoisonMessageError('cannot fold this');
        taken.push(...ids(batch));
      });
      const events = [anEvent(7, 1n, 'pay_x'), anEvent(7, 2n, 'pay_x'), anEvent(7, 3n, 'pay_y'), anEvent(7, 4n, 'pay_x')];
      await stage.service.publish(stage.world.eventTopic, events);
      await stage.service.publish(stage.world.eventTopic, [anEvent(7, 5n, 'pay_x'), anEvent(7, 6n, 'pay_y')]);
      await eventually(() => expect(taken).toEqual(['evt_7_1', 'evt_7_3', 'evt_7_6']));
      await eventually(() => expect(stage.world.deadLetters).toHaveLength(3));
      expect(stage.world.deadLetters[0]).toMatchObject({
        key: 'pay_x',
        reason: 'cannot fold this',
        consumer: `${stage.world.eventTopic}.c`,
      });
      expect(stage.world.deadLetters.every((letter) => letter.key === 'pay_x')).toBe(true);
    });

    it('that were not handled before a stop come to the next consumer of that name', async () => {
      await stage.open();
      const consumer = `${stage.world.eventTopic}.c`;
      const first = await stage.service.consumeEvents(stage.world.eventTopic, consumer, () =>
        Promise.reject(new UnavailableError('no database')),
      );
      const published = stage.service.publish(stage.world.eventTopic, eventsOf(9, 1, 5)).then(
        () => true,
        () => false,
      );
      await first.stop();
      const taken: string[] = [];
      await stage.service.consumeEvents(stage.world.eventTopic, consumer, async (batch) => void taken.push(...ids(batch)));
      // What the relay does: a batch that was not acknowledged is published again.
      if (!(await published)) await stage.service.publish(stage.world.eventTopic, eventsOf(9, 1, 5));
      await eventually(() => expect(taken).toEqual(ids(eventsOf(9, 1, 5))));
    });

    it('wait while the consumption is paused, and all come afterwards', async () => {
      await stage.open();
      const taken: string[] = [];
      const subscription = await stage.service.consumeEvents(
        stage.world.eventTopic,
        `${stage.world.eventTopic}.c`,
        async (batch) => void taken.push(...ids(batch)),
      );
      subscription.pause();
      const published = stage.service.publish(stage.world.eventTopic, eventsOf(2, 1, 10));
      await holdsFor(400, () => expect(taken).toEqual([]));
      subscription.resume();
      await published;
      await eventually(() => expect(taken).toEqual(ids(eventsOf(2, 1, 10))));
    });

    it('without a consumer are acknowledged', async () => {
      await stage.open();
      await expect(stage.service.publish(stage.world.eventTopic, eventsOf(1, 1, 3))).resolves.toBeUndefined();
    });
  });
}
