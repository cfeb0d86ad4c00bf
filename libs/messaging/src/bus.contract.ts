import type { Command, EventMessage, Reply } from '#contracts';
import { eventually } from '#testing';
import { BusUnavailableError, OutcomeUnknownError, type Bus, type CommandHandler, type PartitionOwnership } from './bus';
import { Gate, WorldAwayError, elapsedMs, holdsFor } from './contract/observing.contract';
import { aCommand, aReply, anEvent } from './contract/samples.contract';
import { PoisonMessageError } from './failures';
import type { DeadLetter } from './observer';

/** Bounds a test sets, by the names both adapters understand. */
export interface WorldLimits {
  commandWaitMs?: number;
  maxInFlight?: number;
  maxHandedOut?: number;
}

/** Some processes around one bus. In one process they share it; over Kafka each has its own connections. */
export interface BusWorld {
  readonly commandTopic: string;
  readonly eventTopic: string;
  readonly deadLetters: DeadLetter[];
  service(): Promise<Bus>;
  gateway(): Promise<Bus>;
  /** The gateway's process ends. */
  leave(gateway: Bus): Promise<void>;
  ownership(): PartitionOwnership;
  /** Called by a handler that has acted: its answer must get lost on the way. */
  loseReply(): Promise<void>;
  end(): Promise<void>;
}

export type MakeWorld = (limits?: WorldLimits) => Promise<BusWorld>;

const SEND_OFTEN = 200;

/** Every promise of the port, for every adapter. */
export function describeBusContract(makeWorld: MakeWorld): void {
  let world: BusWorld;
  let service: Bus;
  let gateway: Bus;

  async function open(limits?: WorldLimits): Promise<void> {
    world = await makeWorld(limits);
    [service, gateway] = await Promise.all([world.service(), world.gateway()]);
  }
  const serve = (handler: CommandHandler) => service.consumeCommands(world.commandTopic, handler, world.ownership());
  const send = (command: Command): Promise<Reply> => gateway.send(world.commandTopic, command);

  afterEach(() => world.end());

  describe('commands', () => {
    it('reach the handler in the order they were sent, for every shard', async () => {
      await open();
      const taken = new Map<string, number[]>();
      await serve(async (command) => {
        taken.set(command.accountId, [...(taken.get(command.accountId) ?? []), command.payload as number]);
        return aReply(command);
      });
      const accounts = ['acct_a', 'acct_b', 'acct_c', 'acct_d'];
      const numbers = Array.from({ length: SEND_OFTEN }, (_, index) => index);
      await Promise.all(numbers.map((number) => send(aCommand(accounts[number % accounts.length], number))));
      accounts.forEach((account, index) =>
        expect(taken.get(account)).toEqual(numbers.filter((number) => number % accounts.length === index)),
      );
    });

    it('are each answered with their own reply, unchanged to the byte', async () => {
      await open();
      await serve(async (command) => aReply(command));
      const commands = Array.from({ length: SEND_OFTEN }, (_, index) => aCommand(`acct_${index}`));
      const replies = await Promise.all(commands.map((command) => send(command)));
      expect(replies).toEqual(commands.map((command) => aReply(command)));
    });

    it('arrive as they were sent', async () => {
      await open();
      const taken: Command[] = [];
      await serve(async (command) => {
        taken.push(command);
        return aReply(command);
      });
      const command = { ...aCommand(), idempotency: null, requestId: null };
      await send(command);
      expect(taken).toEqual([command]);
    });

    it('come again while the handler says that the world is away, none is skipped', async () => {
      await open();
      let isAway = true;
      let refusals = 0;
      const taken: number[] = [];
      await serve(async (command) => {
        if (isAway) refusals += 1;
        if (isAway) throw new WorldAwayError('no database');
        taken.push(command.payload as number);
        return aReply(command);
      });
      const replies = Promise.all([0, 1, 2, 3, 4].map((number) => send(aCommand('acct_a', number))));
      await eventually(() => expect(refusals).toBeGreaterThan(5));
      isAway = false;
      await replies;
      expect(taken).toEqual([0, 1, 2, 3, 4]);
    });

    it('are handed over up to the bound, the others wait their turn', async () => {
      await open({ maxHandedOut: 10 });
      const gate = new Gate();
      let atOnce = 0;
      let most = 0;
      await serve(async (command) => {
        most = Math.max(most, ++atOnce);
        await gate.opened;
        atOnce -= 1;
        return aReply(command);
      });
      const replies = Promise.all(Array.from({ length: 50 }, () => send(aCommand('acct_a'))));
      await eventually(() => expect(atOnce).toBe(10));
      await holdsFor(200, () => expect(atOnce).toBe(10));
      gate.letThrough();
      await replies;
      expect(most).toBe(10);
    });

    it('are turned away at once when too many are in flight, and the others are answered', async () => {
      await open({ maxInFlight: 20 });
      const gate = new Gate();
      await serve(async (command) => {
        await gate.opened;
        return aReply(command);
      });
      const first = Array.from({ length: 20 }, () => send(aCommand()));
      await expect(send(aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
      gate.letThrough();
      await expect(Promise.all(first)).resolves.toHaveLength(20);
      await expect(send(aCommand())).resolves.toBeDefined();
    });

    it('that nobody answers in time have an unknown outcome', async () => {
      await open({ commandWaitMs: 700 });
      await serve(() => new Promise(() => undefined));
      const waitedMs = await elapsedMs(expect(send(aCommand())).rejects.toBeInstanceOf(OutcomeUnknownError));
      expect(waitedMs).toBeGreaterThanOrEqual(690);
      expect(waitedMs).toBeLessThan(1_500);
    });

    it('with the same id sent twice at once get the same answer', async () => {
      await open();
      await serve(async (command) => aReply(command));
      const command = aCommand();
      const [first, second] = await Promise.all([send(command), send(command)]);
      expect(second).toEqual(first);
    });

    it('are not taken while the consumption is paused, and all of them afterwards', async () => {
      await open();
      let taken = 0;
      const consumption = await serve(async (command) => {
        taken += 1;
        return aReply(command);
      });
      consumption.pause();
      const replies = Promise.all(Array.from({ length: 10 }, () => send(aCommand())));
      await holdsFor(300, () => expect(taken).toBe(0));
      consumption.resume();
      await replies;
      expect(taken).toBe(10);
    });

    it('that no retry can mend go to the dead letters with the reason, are answered, and the next one is handled', async () => {
      await open();
      await serve(async (command) => {
        if (command.payload === 'bad') throw new PoisonMessageError('an assertion tripped');
        return aReply(command);
      });
      const [bad, good] = await Promise.all([send(aCommand('acct_a', 'bad')), send(aCommand('acct_a', 'good'))]);
      expect(bad).toMatchObject({ status: 500, refusal: { code: 'internal_error' }, body: null });
      expect(good.status).toBe(201);
      expect(world.deadLetters).toMatchObject([{ topic: world.commandTopic, reason: 'an assertion tripped' }]);
    });
  });

  describe('replies', () => {
    it('reach the right gateway of several', async () => {
      await open();
      await serve(async (command) => aReply(command));
      const gateways = [gateway, await world.gateway(), await world.gateway()];
      await Promise.all(
        gateways.flatMap((one) =>
          Array.from({ length: 60 }, async (_, index) => {
            const command = aCommand(`acct_${index % 5}`);
            expect(await one.send(world.commandTopic, command)).toEqual(aReply(command));
          }),
        ),
      );
    });

    it('are not disturbed by gateways that join and leave: nothing late, nothing asked twice', async () => {
      await open();
      let handled = 0;
      await serve(async (command) => {
        handled += 1;
        return aReply(command);
      });
      let sent = 0;
      let slowestMs = 0;
      let isBusy = true;
      const load = async (): Promise<void> => {
        while (isBusy) {
          sent += 1;
          slowestMs = Math.max(slowestMs, await elapsedMs(send(aCommand(`acct_${sent}`))));
        }
      };
      const steady = Promise.all([load(), load(), load(), load()]);
      for (let turn = 0; turn < 3; turn++) {
        const passing = await world.gateway();
        await passing.send(world.commandTopic, aCommand());
        sent += 1;
        await world.leave(passing);
      }
      isBusy = false;
      await steady;
      expect(handled).toBe(sent);
      expect(slowestMs).toBeLessThan(1_000);
    });

    it('that got lost are healed by asking again', async () => {
      await open();
      const calls = new Map<string, number>();
      await serve(async (command) => {
        const count = (calls.get(command.commandId) ?? 0) + 1;
        calls.set(command.commandId, count);
        if (count === 1) await world.loseReply();
        return aReply(command);
      });
      const command = aCommand();
      expect(await send(command)).toEqual(aReply(command));
      expect(calls.get(command.commandId)).toBeGreaterThanOrEqual(2);
    });
  });

  describe('events', () => {
    const ids = (messages: readonly EventMessage[]): string[] => messages.map((message) => message.cloudEvent.id);
    const eventsOf = (shard: number, from: number, to: number): EventMessage[] =>
      Array.from({ length: to - from + 1 }, (_, index) => anEvent(shard, BigInt(from + index)));

    it('reach every consumer, each shard in order', async () => {
      await open();
      const taken = { first: [] as EventMessage[], second: [] as EventMessage[] };
      await service.consumeEvents(world.eventTopic, `${world.eventTopic}.first`, async (batch) => void taken.first.push(...batch));
      await gateway.consumeEvents(world.eventTopic, `${world.eventTopic}.second`, async (batch) => void taken.second.push(...batch));
      const shards = [0, 1, 16, 17];
      for (let turn = 0; turn < 5; turn++) {
        await service.publish(
          world.eventTopic,
          shards.flatMap((shard) => eventsOf(shard, turn * 10 + 1, turn * 10 + 10)),
        );
      }
      for (const got of Object.values(taken)) {
        await eventually(() => expect(got).toHaveLength(200));
        for (const shard of shards) expect(got.filter((event) => event.shard === shard)).toEqual(eventsOf(shard, 1, 50));
      }
    });

    it('come to a handler one batch of one shard at a time', async () => {
      await open();
      const busy = new Set<number>();
      let overlaps = 0;
      let mixed = 0;
      let taken = 0;
      await service.consumeEvents(world.eventTopic, `${world.eventTopic}.c`, async (batch) => {
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
      await Promise.all(batches.map((batch) => service.publish(world.eventTopic, batch)));
      await eventually(() => expect(taken).toBe(200));
      expect({ overlaps, mixed }).toEqual({ overlaps: 0, mixed: 0 });
    });

    it('come again while the consumer says that the world is away, none is skipped', async () => {
      await open();
      let isAway = true;
      let refusals = 0;
      const taken: string[] = [];
      await service.consumeEvents(world.eventTopic, `${world.eventTopic}.c`, async (batch) => {
        if (isAway) refusals += 1;
        if (isAway) throw new WorldAwayError('no database');
        taken.push(...ids(batch));
      });
      const published = service.publish(world.eventTopic, eventsOf(5, 1, 20));
      await eventually(() => expect(refusals).toBeGreaterThan(3));
      isAway = false;
      await published;
      await eventually(() => expect(taken).toEqual(ids(eventsOf(5, 1, 20))));
    });

    it('that are poison are parked with all later ones of their aggregate; everything else goes on', async () => {
      await open();
      const taken: string[] = [];
      await service.consumeEvents(world.eventTopic, `${world.eventTopic}.c`, async (batch) => {
        if (batch.some((event) => event.cloudEvent.id === 'evt_7_2')) throw new PoisonMessageError('cannot fold this');
        taken.push(...ids(batch));
      });
      const events = [anEvent(7, 1n, 'pay_x'), anEvent(7, 2n, 'pay_x'), anEvent(7, 3n, 'pay_y'), anEvent(7, 4n, 'pay_x')];
      await service.publish(world.eventTopic, events);
      await service.publish(world.eventTopic, [anEvent(7, 5n, 'pay_x'), anEvent(7, 6n, 'pay_y')]);
      await eventually(() => expect(taken).toEqual(['evt_7_1', 'evt_7_3', 'evt_7_6']));
      await eventually(() => expect(world.deadLetters).toHaveLength(3));
      expect(world.deadLetters[0]).toMatchObject({ key: 'pay_x', reason: 'cannot fold this', consumer: `${world.eventTopic}.c` });
      expect(world.deadLetters.every((letter) => letter.key === 'pay_x')).toBe(true);
    });

    it('that were not handled before a stop come to the next consumer of that name', async () => {
      await open();
      const consumer = `${world.eventTopic}.c`;
      const first = await service.consumeEvents(world.eventTopic, consumer, () => Promise.reject(new WorldAwayError('no database')));
      const published = service.publish(world.eventTopic, eventsOf(9, 1, 5)).then(
        () => true,
        () => false,
      );
      await first.stop();
      const taken: string[] = [];
      await service.consumeEvents(world.eventTopic, consumer, async (batch) => void taken.push(...ids(batch)));
      // What the relay does: a batch that was not acknowledged is published again.
      if (!(await published)) await service.publish(world.eventTopic, eventsOf(9, 1, 5));
      await eventually(() => expect(taken).toEqual(ids(eventsOf(9, 1, 5))), { withinMs: 10_000 });
    });

    it('wait while the consumption is paused, and all come afterwards', async () => {
      await open();
      const taken: string[] = [];
      const consumption = await service.consumeEvents(
        world.eventTopic,
        `${world.eventTopic}.c`,
        async (batch) => void taken.push(...ids(batch)),
      );
      consumption.pause();
      const published = service.publish(world.eventTopic, eventsOf(2, 1, 10));
      await holdsFor(400, () => expect(taken).toEqual([]));
      consumption.resume();
      await published;
      await eventually(() => expect(taken).toEqual(ids(eventsOf(2, 1, 10))));
    });

    it('that nobody consumes are acknowledged', async () => {
      await open();
      await expect(service.publish(world.eventTopic, eventsOf(1, 1, 3))).resolves.toBeUndefined();
    });
  });

  describe('shutdown', () => {
    it('ends under two seconds although handlers never answer', async () => {
      await open();
      const calls = { commands: 0, events: 0 };
      await serve(() => {
        calls.commands += 1;
        return new Promise(() => undefined);
      });
      await service.consumeEvents(world.eventTopic, `${world.eventTopic}.c`, () => {
        calls.events += 1;
        return new Promise(() => undefined);
      });
      send(aCommand()).catch(() => undefined);
      service.publish(world.eventTopic, eventsOfOneShard()).catch(() => undefined);
      await eventually(() => expect(calls).toEqual({ commands: 1, events: 1 }));
      expect(await elapsedMs(service.stop())).toBeLessThan(2_000);
    });

    it('finishes what was taken: its answer still arrives', async () => {
      await open();
      const gate = new Gate();
      let isTaken = false;
      const consumption = await serve(async (command) => {
        isTaken = true;
        await gate.opened;
        return aReply(command);
      });
      const command = aCommand();
      const reply = send(command);
      await eventually(() => expect(isTaken).toBe(true));
      const stopped = consumption.stop();
      gate.letThrough();
      expect(await reply).toEqual(aReply(command));
      expect(await elapsedMs(stopped)).toBeLessThan(2_000);
    });

    it('leaves nobody waiting: what has no answer yet is settled', async () => {
      await open();
      let isTaken = false;
      await serve(() => {
        isTaken = true;
        return new Promise(() => undefined);
      });
      const reply = expect(send(aCommand())).rejects.toThrow(/not answered/);
      await eventually(() => expect(isTaken).toBe(true));
      await gateway.stop();
      await reply;
    });
  });
}

function eventsOfOneShard(): EventMessage[] {
  return [anEvent(1, 1n)];
}
