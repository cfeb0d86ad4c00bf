import { eventually, testKafka } from '#testing';
import { aCommand, aReply, anEvent, anyRandom, silentLogger, wallClock } from '../../contract/samples.contract';
import type { CommandHandler } from '../../bus';
import { PoisonMessageError } from '../../failures';
import { DeadLetterAdmin } from './dead-letter-admin';
import { ACCOUNTS, makeKafkaWorld, type KafkaWorld } from '../kafka-world.contract';

describe('dead letters at the desk', () => {
  let world: KafkaWorld;
  let admin: DeadLetterAdmin;
  beforeEach(async () => {
    const { brokers } = testKafka();
    world = await makeKafkaWorld(brokers);
    admin = new DeadLetterAdmin({
      brokers: brokers.split(','),
      clientId: 'desk',
      clock: wallClock,
      random: anyRandom,
      logger: silentLogger,
    });
  });
  afterEach(async () => {
    await admin.close();
    await world.end();
  });

  it('are listed with reason and place and without their bodies, and a topic that has none says so', async () => {
    expect(await admin.list(world.commandTopic)).toEqual([]);
    expect(await admin.list('nothing.of.the.kind')).toEqual([]);
    await world.startServing(async (command) => aReply(command));
    await world.produceSigned('command', world.commandTopic, 6, [
      { key: 'k1', value: '{"secret":' },
      { key: null, value: '[1]' },
    ]);
    await eventually(() => expect(world.deadLetters).toHaveLength(2));
    const letters = await admin.list(world.commandTopic);
    expect(letters.toSorted((a, b) => a.source.offset.localeCompare(b.source.offset))).toEqual([
      expect.objectContaining({
        key: 'k1',
        reason: 'the value is not JSON',
        source: { topic: world.commandTopic, partition: 6, offset: '0' },
        isBlocked: false,
        isTruncated: false,
        bytes: 10,
      }),
      expect.objectContaining({ key: null, reason: 'the value is not a JSON object', source: expect.objectContaining({ offset: '1' }) }),
    ]);
    expect(JSON.stringify(letters)).not.toContain('secret');
  });

  it('are replayed to where they came from once the cause is mended: the command acts, and no other letter moves', async () => {
    const acted: string[] = [];
    let isMended = false;
    const handler: CommandHandler = async (command) => {
      if (!isMended) throw new PoisonMessageError('a bug of ours');
      acted.push(command.commandId);
      return aReply(command);
    };
    await world.startServing(handler);
    const [chosen, other] = [aCommand(ACCOUNTS[3]), aCommand(ACCOUNTS[3])];
    await world.produceSigned('command', world.commandTopic, 3, [
      { key: chosen.streamId, value: JSON.stringify(chosen) },
      { key: other.streamId, value: JSON.stringify(other) },
    ]);
    await eventually(() => expect(world.deadLetters).toHaveLength(2));
    isMended = true;
    const letter = (await admin.list(world.commandTopic)).find(({ source }) => source.offset === '0');
    const replayed = await admin.replay(world.commandTopic, new Set([letter?.id ?? '', '9:99']));
    expect(replayed).toEqual([letter]);
    await eventually(() => expect(acted).toEqual([chosen.commandId]));
  });

  it('let a parked aggregate go: after its release and the next start of the consumer a replay brings what was put aside', async () => {
    const consumer = `${world.eventTopic}.c`;
    const first = await world.service();
    await first.consumeEvents(world.eventTopic, consumer, () => Promise.reject(new PoisonMessageError('cannot fold this')));
    await first.publish(world.eventTopic, [anEvent(4, 1n, 'pay_bad')]);
    await eventually(() => expect(world.deadLetters).toHaveLength(1));
    await world.leave(first);
    expect(await admin.release(world.eventTopic, consumer, 'pay_other')).toBe(false);
    expect(await admin.release(world.eventTopic, consumer, 'pay_bad')).toBe(true);

    const taken: string[] = [];
    const second = await world.service();
    await second.consumeEvents(world.eventTopic, consumer, async (batch) => void taken.push(...batch.map((event) => event.cloudEvent.id)));
    const letters = await admin.list(world.eventTopic);
    expect(letters).toEqual([expect.objectContaining({ key: 'pay_bad', isBlocked: true, consumer })]);
    await admin.replay(world.eventTopic, new Set(letters.map(({ id }) => id)));
    await eventually(() => expect(taken).toEqual(['evt_4_1']));
  });
});
