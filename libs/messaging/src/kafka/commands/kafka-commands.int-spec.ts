import type { Command } from '#contracts';
import { eventually, testKafka } from '#testing';
import type { CommandHandler } from '../../bus';
import { Gate, elapsedMs, holdsFor } from '../../contract/observing.contract';
import { aCommand, aReply } from '../../contract/samples.contract';
import { ACCOUNTS, makeKafkaWorld, type KafkaWorld, type KafkaWorldOptions } from '../kafka-world.contract';

describe('commands over Kafka', () => {
  let world: KafkaWorld;

  async function open(options?: KafkaWorldOptions): Promise<void> {
    world = await makeKafkaWorld(testKafka().brokers, options);
  }

  const startService = (handler: CommandHandler) => world.startServing(handler);
  const answer: CommandHandler = async (command) => aReply(command);

  afterEach(() => world.end());

  describe('ownership', () => {
    it('shares the partitions fairly between two processes, and again when one comes or leaves', async () => {
      await open();
      await startService(answer);
      await eventually(() => expect(world.table.shares()).toEqual([16]));
      const second = await startService(answer);
      await eventually(() => expect(world.table.shares()).toEqual([8, 8]));
      await startService(answer);
      await eventually(() => expect(world.table.shares().toSorted()).toEqual([4, 6, 6]));
      await second.leave();
      await eventually(() => expect(world.table.shares()).toEqual([8, 8]));
    });

    it('answers every command once while the partitions move', async () => {
      await open();
      const handled: string[] = [];
      const count: CommandHandler = async (command) => {
        handled.push(command.commandId);
        return aReply(command);
      };
      await startService(count);
      const gateway = await world.gateway();
      let isBusy = true;
      let slowestMs = 0;
      let sent = 0;
      const load = async (): Promise<void> => {
        while (isBusy) slowestMs = Math.max(slowestMs, await elapsedMs(gateway.send(world.commandTopic, aCommand(ACCOUNTS[sent++ % 16]))));
      };
      const steady = Promise.all([load(), load(), load(), load()]);
      const second = await startService(count);
      await eventually(() => expect(world.table.shares()).toEqual([8, 8]));
      await second.leave();
      await eventually(() => expect(world.table.shares()).toEqual([16]));
      isBusy = false;
      await steady;
      expect(new Set(handled).size).toBe(sent);
      expect(handled).toHaveLength(sent);
      expect(slowestMs).toBeLessThan(1_000);
    });

    it('lets another process take over from one that was killed, and every command is answered', async () => {
      await open();
      const dead: Command[] = [];
      const first = await startService((command) => {
        dead.push(command);
        return new Promise(() => undefined);
      });
      const gateway = await world.gateway();
      const commands = ACCOUNTS.map((account) => aCommand(account));
      const replies = Promise.all(commands.map((command) => gateway.send(world.commandTopic, command)));
      await eventually(() => expect(dead).toHaveLength(16));
      // It runs already: its start is no part of taking over.
      const second = await world.service();
      first.ownership.die();
      const tookMs = await elapsedMs(Promise.all([second.consumeCommands(world.commandTopic, answer, world.ownership()), replies]));
      expect(await replies).toEqual(commands.map((command) => aReply(command)));
      expect(tookMs).toBeLessThan(2_000);
    });

    it('drops partitions whose locks were lost, and reads them again from what is settled when they come back', async () => {
      await open();
      const gate = new Gate();
      const taken: string[] = [];
      const { ownership } = await startService(async (command) => {
        taken.push(command.commandId);
        if (taken.length === 1) await gate.opened;
        return aReply(command);
      });
      const gateway = await world.gateway();
      const command = aCommand(ACCOUNTS[3]);
      const reply = gateway.send(world.commandTopic, command);
      await eventually(() => expect(taken).toHaveLength(1));
      ownership.loseLocks();
      await eventually(() => expect(taken).toEqual([command.commandId, command.commandId]));
      gate.letThrough();
      expect(await reply).toEqual(aReply(command));
      await eventually(() => expect(world.table.positionOf(3)).toBe(1n));
    });

    it('names its source by cluster and topic', async () => {
      await open();
      const { ownership } = await startService(answer);
      const admin = world.plainClient().admin();
      const { clusterId } = await admin.describeCluster();
      await admin.disconnect();
      await eventually(() => expect([...ownership.sources]).toEqual([`${clusterId}/${world.commandTopic}`]));
    });
  });

  describe('positions', () => {
    it('move only as far as everything is answered and the answers are acknowledged', async () => {
      await open();
      const gate = new Gate();
      const handled: number[] = [];
      await startService(async (command) => {
        if (command.payload === 1) await gate.opened;
        handled.push(command.payload as number);
        return aReply(command);
      });
      const gateway = await world.gateway();
      const replies = Promise.all([0, 1, 2, 3].map((number) => gateway.send(world.commandTopic, aCommand(ACCOUNTS[5], number))));
      await eventually(() => expect(handled).toEqual([0, 2, 3]));
      await eventually(() => expect(world.table.positionOf(5)).toBe(1n));
      await holdsFor(200, () => expect(world.table.positionOf(5)).toBe(1n));
      gate.letThrough();
      await replies;
      await eventually(() => expect(world.table.positionOf(5)).toBe(4n));
    });

    it('are where the next process goes on: nothing settled is read again', async () => {
      await open();
      const first = await startService(answer);
      const gateway = await world.gateway();
      await Promise.all(ACCOUNTS.map((account) => gateway.send(world.commandTopic, aCommand(account))));
      await eventually(() => expect([...world.table.positions.values()]).toEqual(ACCOUNTS.map(() => 1n)));
      await first.leave();
      const reread: string[] = [];
      await startService(async (command) => {
        reread.push(command.commandId);
        return aReply(command);
      });
      const last = aCommand(ACCOUNTS[0]);
      await gateway.send(world.commandTopic, last);
      expect(reread).toEqual([last.commandId]);
    });

    it.each([
      ['that are not known', undefined],
      ['beyond the end of the log', 900n],
    ])('%s mean the commands of the last minute: older ones are past their deadline', async (_case, position) => {
      await open();
      const old = { key: 'k', value: JSON.stringify(aCommand(ACCOUNTS[2], 'old')), timestamp: String(Date.now() - 120_000) };
      await world.produceSigned('command', world.commandTopic, 2, [
        old,
        old,
        { key: 'k', value: JSON.stringify(aCommand(ACCOUNTS[2], 'new')) },
      ]);
      const admin = world.plainClient().admin();
      const { clusterId } = await admin.describeCluster();
      await admin.disconnect();
      if (position !== undefined) world.table.positions.set(`${clusterId}/${world.commandTopic}#2`, position);
      const taken: unknown[] = [];
      await startService(async (command) => {
        taken.push(command.payload);
        return aReply(command);
      });
      await eventually(() => expect(taken).toEqual(['new']));
      await eventually(() => expect(world.table.positionOf(2)).toBe(3n));
    });

    it('are mirrored to the group named after the service, where lag tools look', async () => {
      await open({ mirrorMs: 100 });
      await startService(answer);
      const gateway = await world.gateway();
      await gateway.send(world.commandTopic, aCommand(ACCOUNTS[4]));
      const admin = world.plainClient().admin();
      await eventually(async () => {
        const [topic] = await admin.fetchOffsets({ groupId: world.commandTopic.split('.')[0]!, topics: [world.commandTopic] });
        expect(topic?.partitions.find(({ partition }) => partition === 4)?.offset).toBe('1');
      });
      await admin.disconnect();
    });
  });
});
