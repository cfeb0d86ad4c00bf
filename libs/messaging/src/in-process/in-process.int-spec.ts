import { describeBusContract, type BusWorld, type WorldLimits } from '../bus.contract';
import { BusUnavailableError, type Bus } from '../bus';
import { Gate, WorldAwayError, holdsFor } from '../contract/observing.contract';
import { PartitionTable } from '../contract/partition-table.contract';
import { aCommand, aReply, anEvent, ownsEverything, silentLogger, wallClock } from '../contract/samples.contract';
import type { DeadLetter } from '../observer';
import { createInProcessBus } from './in-process-bus';

/** One process, one bus: services and gateways share it. */
async function makeWorld(limits: WorldLimits = {}): Promise<BusWorld> {
  const deadLetters: DeadLetter[] = [];
  const observer = { deadLettered: (letter: DeadLetter) => void deadLetters.push(letter) };
  const bus = createInProcessBus({ clock: wallClock, logger: silentLogger, observer, ...limits });
  const table = new PartitionTable();
  await bus.start();
  return {
    commandTopic: 'payments.commands',
    eventTopic: 'payments.events',
    deadLetters,
    service: async () => bus,
    gateway: async () => bus,
    leave: async () => undefined,
    ownership: () => table.join(),
    // Inside a process an answer is lost only when the handler fails after it has acted.
    loseReply: () => Promise.reject(new WorldAwayError('lost after the commit')),
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

    it('refuses a command nobody takes: nothing happened', async () => {
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

    it('takes no events while a consumer that listened is away: nobody keeps them for it but their publisher', async () => {
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
  });
});
