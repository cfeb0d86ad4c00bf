import { eventually } from '#testing';
import { describeBusContract, type BusWorld, type WorldLimits } from '../bus.contract';
import { BusUnavailableError, type Bus } from '../bus';
import { Gate, UnavailableError, elapsedMs, holdsFor } from '../contract/observing.contract';
import { PartitionTable } from '../contract/partition-table.contract';
import { aCommand, aReply, anEvent, ownsEverything, silentLogger, wallClock } from '../contract/samples.contract';
import type { DeadLetter } from '../observer';
import { createInProcessBus } from './in-process-bus';

/** One process, one bus: services and gateways share it. */
async function makeWorld(limits: WorldLimits = {}): Promise<BusWorld> {
  const deadLetters: DeadLetter[] = [];
  const consumed: string[] = [];
  const observer = {
    deadLettered: (letter: DeadLetter) => void deadLetters.push(letter),
    consuming: (topic: string, consumer: string | null) => void consumed.push(`${consumer} ${topic}`),
  };
  const bus = createInProcessBus({ clock: wallClock, logger: silentLogger, observer, ...limits });
  const table = new PartitionTable();
  await bus.start();
  return {
    commandTopic: 'payments.commands',
    eventTopic: 'payments.events',
    deadLetters,
    consumed,
    service: async () => bus,
    gateway: async () => bus,
    leave: async () => undefined,
    ownership: () => table.join(),
    // Inside a process an answer is lost only when the handler fails after it has acted.
    loseReply: () => Promise.reject(new UnavailableError('lost after the commit')),
    end: () => bus.stop(),
  };
}

describe('the in-process bus', () => {
  describeBusContract(makeWorld);

  describe('beside the contract', () => {
    let bus: Bus;
    beforeEach(() => {
      bus = createInProcessBus({ clock: wallClock, logger: silentLogger, maxQueuedEvents: 10 });
    });
    afterEach(() => bus.stop());

    it('refuses a command without a subscriber: nothing happened', async () => {
      await expect(bus.send('payments.commands', aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
    });

    it('takes commands again after a stop of their consumer and a new one', async () => {
      const first = await bus.consumeCommands('payments.commands', async (command) => aReply(command), ownsEverything());
      await first.stop();
      await expect(bus.send('payments.commands', aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
      await bus.consumeCommands('payments.commands', async (command) => aReply(command), ownsEverything());
      await expect(bus.send('payments.commands', aCommand())).resolves.toMatchObject({ status: 201 });
    });

    it('serves a shard only while its partition is owned', async () => {
      const table = new PartitionTable();
      const [other, own] = [table.join(), table.join()];
      for (let partition = 0; partition < 16; partition++) await other.tryTake('in-process/payments.commands', partition);
      let taken = 0;
      await bus.consumeCommands(
        'payments.commands',
        async (command) => {
          taken += 1;
          return aReply(command);
        },
        own,
      );
      const reply = bus.send('payments.commands', aCommand());
      expect(taken).toBe(0);
      other.die();
      await expect(reply).resolves.toMatchObject({ status: 201 });
    });

    it('fails when it must own every partition and another process keeps one', async () => {
      const table = new PartitionTable();
      const [other, own] = [table.join(), table.join()];
      await other.tryTake('in-process/payments.commands', 3);
      const alone = createInProcessBus({ clock: wallClock, logger: silentLogger, ownsAllWithinMs: 50 });
      const consuming = alone.consumeCommands('payments.commands', async (command) => aReply(command), own);
      await expect(consuming).rejects.toThrow('Another process serves the partitions 3 of payments.commands.');
      expect(own.held()).toEqual([]);
      await alone.stop();
    });

    it('waits for a partition that another process still has', async () => {
      const table = new PartitionTable();
      const [other, own] = [table.join(), table.join()];
      await other.tryTake('in-process/payments.commands', 3);
      const alone = createInProcessBus({ clock: wallClock, logger: silentLogger, ownsAllWithinMs: 5_000 });
      const consuming = alone.consumeCommands('payments.commands', async (command) => aReply(command), own);
      other.die();
      await consuming;
      expect(own.held()).toHaveLength(16);
      await alone.stop();
    });

    it('takes no events while a subscriber is away: only their publisher keeps them', async () => {
      const first = await bus.consumeEvents('payments.events', 'c', async () => undefined);
      await first.stop();
      await expect(bus.publish('payments.events', [anEvent(1, 1n)])).rejects.toBeInstanceOf(BusUnavailableError);
      const taken: bigint[] = [];
      await bus.consumeEvents('payments.events', 'c', async (batch) => void taken.push(...batch.map(({ position }) => position)));
      await bus.publish('payments.events', [anEvent(1, 1n)]);
      expect(taken).toEqual([1n]);
    });

    it('makes a publisher wait while a consumer has its bound of events', async () => {
      const gate = new Gate();
      let taken = 0;
      await bus.consumeEvents('payments.events', 'c', async (batch) => {
        taken += batch.length;
        await gate.opened;
      });
      const batch = (shard: number) => Array.from({ length: 8 }, (_, index) => anEvent(shard, BigInt(index + 1)));
      const published = Promise.all([1, 2, 3].map((shard) => bus.publish('payments.events', batch(shard))));
      await holdsFor(100, () => expect(taken).toBeLessThanOrEqual(10));
      gate.letThrough();
      await published;
      expect(taken).toBe(24);
    });

    it('waits a second for a consumer that reads again and takes nothing, then leaves it behind: others get everything', async () => {
      const gate = new Gate();
      const taken = { stuck: [] as bigint[], other: [] as bigint[] };
      const subscribeOptions = { readsAgain: true };
      await bus.consumeEvents(
        'payments.events',
        'stuck',
        async (batch) => {
          if (batch[0]?.shard === 1) await gate.opened;
          taken.stuck.push(...batch.map(({ position }) => position));
        },
        subscribeOptions,
      );
      await bus.consumeEvents(
        'payments.events',
        'other',
        async (batch) => void taken.other.push(...batch.map(({ position }) => position)),
        subscribeOptions,
      );
      const first = elapsedMs(bus.publish('payments.events', [anEvent(1, 1n)]));
      expect(await first).toBeGreaterThanOrEqual(900);
      const later = elapsedMs(
        (async () => {
          for (let position = 2n; position <= 2_000n; position++) await bus.publish('payments.events', [anEvent(1, position)]);
        })(),
      );
      expect(await later).toBeLessThan(5_000);
      await bus.publish('payments.events', [anEvent(2, 1n)]);
      expect(taken.other).toHaveLength(2_001);
      expect(taken.stuck).toEqual([1n]);
      // Its queue is bounded: what it could not hold is in the log.
      expect(bus.eventLag('payments.events', 'stuck')).toBe(1_000);
      gate.letThrough();
      await eventually(() => expect(taken.stuck).toHaveLength(1_001));
      await bus.publish('payments.events', [anEvent(1, 2_001n)]);
      expect(taken.stuck.at(-1)).toBe(2_001n);
    });
  });
});
