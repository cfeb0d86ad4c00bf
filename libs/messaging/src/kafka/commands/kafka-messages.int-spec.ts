import { eventually, testKafka } from '#testing';
import { BusUnavailableError, type CommandHandler } from '../../bus';
import { Gate, UnavailableError, elapsedMs } from '../../contract/observing.contract';
import { aCommand, aReply } from '../../contract/samples.contract';
import { headerText } from '../../wire/headers';
import { ACCOUNTS, makeKafkaWorld, type KafkaWorld, type KafkaWorldOptions } from '../kafka-world.contract';

const MIB = 1024 * 1024;

describe('command messages over Kafka (F17)', () => {
  let world: KafkaWorld;

  async function open(options?: KafkaWorldOptions): Promise<void> {
    world = await makeKafkaWorld(testKafka().brokers, options);
  }

  const startService = (handler: CommandHandler) => world.startServing(handler);
  const answer: CommandHandler = async (command) => aReply(command);

  afterEach(() => world.end());

  describe('messages that are no commands', () => {
    it('go to the dead letters with reason and source, and the partition goes on', async () => {
      await open();
      await startService(answer);
      const gateway = await world.gateway();
      const bad = [
        { key: 'k1', value: '{"half":' },
        { key: null, value: null },
        { key: 'k3', value: '[1]' },
        { key: 'k4', value: JSON.stringify({ ...aCommand(), deadlineAtMs: 'soon' }) },
        { key: 'k5', value: Buffer.alloc(600 * 1024, 0x20) },
      ];
      await world.produceSigned('command', world.commandTopic, 6, bad);
      await expect(gateway.send(world.commandTopic, aCommand(ACCOUNTS[6]))).resolves.toMatchObject({ status: 201 });
      const letters = await world.readAll(`${world.commandTopic}.dead`, bad.length);
      const seen = letters.map(({ headers }) => [headerText(headers, 'source_offset'), headerText(headers, 'reason')]).toSorted();
      expect(seen).toEqual([
        ['0', 'the value is not JSON'],
        ['1', 'the message has no value'],
        ['2', 'the value is not a JSON object'],
        ['3', 'the field deadlineAtMs is missing or malformed'],
        ['4', 'the message is larger than 524288 bytes'],
      ]);
      for (const { headers } of letters) {
        expect(headerText(headers, 'source_topic')).toBe(world.commandTopic);
        expect(headerText(headers, 'source_partition')).toBe('6');
      }
      expect(letters.find(({ key }) => key?.toString() === 'k1')?.value?.toString()).toBe('{"half":');
      await eventually(() => expect(world.table.positionOf(6)).toBe(6n));
    });
  });

  it('of 5 MB go to the dead letters, cut, with an alarm, and the partition goes on', async () => {
    await open({ commandBytesMax: 10 * MIB });
    const handled: string[] = [];
    await startService(async (command) => (handled.push(command.commandId), aReply(command)));
    const gateway = await world.gateway();
    await world.produceSigned('command', world.commandTopic, 6, [{ key: 'k', value: Buffer.alloc(5 * MIB, 0x20) }]);
    const next = aCommand(ACCOUNTS[6]);
    await expect(gateway.send(world.commandTopic, next)).resolves.toMatchObject({ status: 201 });
    expect(handled).toEqual([next.commandId]);
    const [letter] = await world.readAll(`${world.commandTopic}.dead`, 1);
    expect(headerText(letter?.headers, 'reason')).toBe('the message is larger than 524288 bytes');
    expect(headerText(letter?.headers, 'truncated_from_bytes')).toBe(String(5 * MIB));
    expect(letter?.value?.length).toBeLessThan(MIB);
    expect(world.deadLetters).toMatchObject([{ topic: world.commandTopic, consumer: world.commandTopic }]);
  });

  describe('back-pressure', () => {
    it('reads no more than the bound of a partition that is slow, and the others go on', async () => {
      await open({ maxUnsettled: 50, maxHandedOut: 10 });
      const gate = new Gate();
      await startService(async (command) => {
        if (command.payload === 'slow') await gate.opened;
        return aReply(command);
      });
      const slow = Array.from({ length: 500 }, () => ({ key: 'k', value: JSON.stringify(aCommand(ACCOUNTS[1], 'slow')) }));
      await world.produceSigned('command', world.commandTopic, 1, slow);
      const gateway = await world.gateway();
      expect(await elapsedMs(gateway.send(world.commandTopic, aCommand(ACCOUNTS[2])))).toBeLessThan(1_000);
      expect(world.table.positionOf(1) ?? 0n).toBe(0n);
      gate.letThrough();
      await eventually(() => expect(world.table.positionOf(1)).toBe(500n));
    });
  });

  it('whose answer is larger than the broker takes hold up nothing behind them', async () => {
    await open({ maxUnsettled: 2 });
    await startService(async (command) => ({ ...aReply(command), ...(command.payload === 'large' && { body: 'x'.repeat(2 * MIB) }) }));
    const gateway = await world.gateway();
    const large = Array.from({ length: 3 }, () => aCommand(ACCOUNTS[6], 'large'));
    for (const command of large) gateway.send(world.commandTopic, command).catch(() => undefined);
    await expect(gateway.send(world.commandTopic, aCommand(ACCOUNTS[6]))).resolves.toMatchObject({ status: 201 });
    await eventually(() => expect(world.table.positionOf(6)).toBeGreaterThanOrEqual(4n));
  });

  describe('re-sending', () => {
    it('asks again after the time set, with the same id to the same partition, until a reply comes', async () => {
      await open({ resendAfterMs: 400 });
      const gateway = await world.gateway();
      const command = aCommand(ACCOUNTS[9]);
      const reply = gateway.send(world.commandTopic, command);
      const admin = world.plainClient().admin();
      await eventually(async () => {
        const offsets = await admin.fetchTopicOffsets(world.commandTopic);
        expect(offsets.find(({ partition }) => partition === 9)?.high).toBe('3');
      });
      await admin.disconnect();
      const ids: string[] = [];
      await startService(async (taken) => {
        ids.push(taken.commandId);
        return aReply(taken);
      });
      expect(await reply).toEqual(aReply(command));
      await eventually(() => expect(ids.length).toBeGreaterThanOrEqual(3));
      expect(new Set(ids)).toEqual(new Set([command.commandId]));
    });

    it('takes a re-read command to its handler again after a rejection, in order with those behind it', async () => {
      await open();
      let failures = 2;
      const handled: number[] = [];
      await startService(async (command) => {
        if (command.payload === 0 && failures-- > 0) throw new UnavailableError('no database');
        handled.push(command.payload as number);
        return aReply(command);
      });
      const gateway = await world.gateway();
      await Promise.all([0, 1, 2].map((number) => gateway.send(world.commandTopic, aCommand(ACCOUNTS[0], number))));
      expect(handled.toSorted()).toEqual([0, 1, 2]);
    });

    it('refuses to send to a topic that does not exist', async () => {
      await open();
      const gateway = await world.gateway();
      await expect(gateway.send('nobody.commands', aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
    });
  });
});
