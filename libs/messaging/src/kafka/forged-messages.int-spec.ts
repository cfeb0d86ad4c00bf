import { eventually, testKafka } from '#testing';
import { partitionOfShard, type Command } from '#contracts';
import { holdsFor } from '../contract/observing.contract';
import { TOKENS, aCommand, aReply, anEvent } from '../contract/samples.contract';
import { eventHeaders } from '../wire/event-wire';
import { headerText } from '../wire/headers';
import { MAC_HEADER, MessageMacs, type MessageKind } from '../wire/message-mac';
import { ACCOUNTS, makeKafkaWorld, type KafkaWorld, type RawMessage } from './kafka-world.contract';

/** What a broker takes into a topic by default is 1 MiB; the rest of the record has some room. */
const LONGEST = 1024 * 1024 - 200;
const OTHER_TOKENS = ['token-of-another-installation'];

/** Another producer with the right to write to our topics, and without the token that our processes share. */
describe('messages over Kafka that no process of ours has written', () => {
  let world: KafkaWorld;

  beforeEach(async () => {
    // An answer waits here until its service has been started.
    world = await makeKafkaWorld(testKafka().brokers, { commandWaitMs: 60_000 });
  });
  afterEach(() => world.end());

  const unsigned = (message: RawMessage): RawMessage => message;
  const wronglySigned =
    (kind: MessageKind, topic: string, partition: number) =>
    (message: RawMessage): RawMessage => {
      const mac = new MessageMacs(OTHER_TOKENS).macOf(kind, { topic, partition, ...message });
      return { ...message, headers: { ...message.headers, [MAC_HEADER]: mac } };
    };

  it('are not carried out when they are commands: they go to the dead letters with the reason, and are counted', async () => {
    const handled: string[] = [];
    await world.startServing(async (command) => (handled.push(command.commandId), aReply(command)));
    const [forged, alsoForged, ours] = [aCommand(ACCOUNTS[4]), aCommand(ACCOUNTS[4]), aCommand(ACCOUNTS[4])] as [Command, Command, Command];
    const raw = (command: Command): RawMessage => ({
      key: command.streamId,
      value: JSON.stringify({ ...command, actor: { kind: 'operator', id: 'nobody', address: null } }),
    });
    const wrong = wronglySigned('command', world.commandTopic, 4);
    await world.produceRaw(world.commandTopic, 4, [unsigned(raw(forged)), wrong(raw(alsoForged))]);
    const gateway = await world.gateway();
    await expect(gateway.send(world.commandTopic, ours)).resolves.toMatchObject({ status: 201 });
    expect(handled).toEqual([ours.commandId]);
    const letters = await world.readAll(`${world.commandTopic}.dead`, 2);
    // They may lie in different partitions, between which there is no order.
    expect(letters.map(({ headers }) => headerText(headers, 'reason')).toSorted()).toEqual([
      'the message is not signed: it has no header mac',
      'the signature in the header mac is wrong',
    ]);
    expect(world.forged).toEqual([world.commandTopic, world.commandTopic]);
  });

  it('answer nothing when they are replies, also to the right partition in the right lease', async () => {
    const gateway = await world.gateway();
    expect(world.consumed).toEqual([`null ${world.replyTopic}`]);
    const command = aCommand(ACCOUNTS[7]);
    const answer = gateway.send(world.commandTopic, command);
    let isAnswered = false;
    void answer.then(() => (isAnswered = true));
    const [{ headers } = { headers: {} }] = await world.readAll(world.commandTopic, 1);
    const partition = Number(headerText(headers, 'reply_partition'));
    const value = JSON.stringify({ ...aReply(command), body: '{"status":"forged"}' });
    const forged = { key: null, value, headers: { gateway_epoch: headerText(headers, 'gateway_epoch')! } };
    const wrong = wronglySigned('reply', world.replyTopic, partition);
    await world.produceRaw(world.replyTopic, partition, [unsigned(forged), wrong(forged)]);
    await eventually(() => expect(world.forged).toEqual([world.replyTopic, world.replyTopic]));
    await holdsFor(200, () => expect(isAnswered).toBe(false));
    await world.startServing(async (taken) => aReply(taken));
    expect(await answer).toEqual(aReply(command));
  });

  it('reach no consumer when they are events, and the true event at the same position does', async () => {
    const service = await world.service();
    const taken: string[] = [];
    await service.consumeEvents(
      world.eventTopic,
      `${world.eventTopic}.c`,
      async (batch) => void taken.push(...batch.map(({ value }) => value)),
    );
    const event = anEvent(9, 1n);
    const forged = { key: event.key, value: '{"id":"evt_9_1","forged":true}', headers: eventHeaders(event) };
    const wrong = wronglySigned('event', world.eventTopic, partitionOfShard(9));
    await world.produceRaw(world.eventTopic, partitionOfShard(9), [unsigned(forged), wrong(forged)]);
    await service.publish(world.eventTopic, [event]);
    await eventually(() => expect(taken).toEqual([event.value]));
    expect(world.forged).toEqual([world.eventTopic, world.eventTopic]);
    expect(world.deadLetters).toHaveLength(2);
  });

  it('go to the dead letters without what no dead letter has room for: a key or headers as long as a message may be', async () => {
    const service = await world.service();
    const taken: string[] = [];
    const consumer = `${world.eventTopic}.c`;
    await service.consumeEvents(world.eventTopic, consumer, async (batch) => void taken.push(...batch.map(({ value }) => value)));
    await world.startServing(async (command) => aReply(command));
    const long = 'x'.repeat(LONGEST);
    const [event, command] = [anEvent(9, 1n), aCommand(ACCOUNTS[9])];
    for (const [topic, partition] of [
      [world.eventTopic, partitionOfShard(9)],
      [world.commandTopic, 9],
    ] as const) {
      await world.produceRaw(topic, partition, [{ key: long, value: '{}' }]);
      await world.produceRaw(topic, partition, [{ key: 'k', value: '{}', headers: { long } }]);
    }
    await service.publish(world.eventTopic, [event]);
    await eventually(() => expect(taken).toEqual([event.value]));
    const gateway = await world.gateway();
    await expect(gateway.send(world.commandTopic, command)).resolves.toMatchObject({ status: 201 });
    await eventually(() => expect(world.table.positionOf(9)).toBe(3n));
    const letters = await world.readAll(`${world.eventTopic}.dead`, 2);
    expect(letters.map(({ headers }) => [headerText(headers, 'source_offset'), headerText(headers, 'left_out')]).toSorted()).toEqual([
      ['0', 'key'],
      ['1', 'headers'],
    ]);
  });

  it('park no aggregate, whatever their headers say', async () => {
    const consumer = `${world.eventTopic}.c`;
    const first = await world.service();
    await first.consumeEvents(world.eventTopic, consumer, async () => undefined);
    const event = anEvent(9, 1n);
    const headers = { ...eventHeaders(event), blocked: 'true' };
    await world.produceRaw(world.eventTopic, partitionOfShard(9), [{ key: event.key, value: event.value, headers }]);
    await eventually(() => expect(world.deadLetters).toHaveLength(1));
    await world.leave(first);
    // What is parked is read from the dead letters at the start.
    const taken: string[] = [];
    const second = await world.service();
    await second.consumeEvents(world.eventTopic, consumer, async (batch) => void taken.push(...batch.map(({ value }) => value)));
    await second.publish(world.eventTopic, [event]);
    await eventually(() => expect(taken).toEqual([event.value]));
  });

  it('do not include those of processes that have the next token already: tokens change without a stop', async () => {
    const next = ['token-of-tomorrow-in-the-suites', ...TOKENS];
    const service = world.make('service', undefined, next);
    await service.start();
    await service.consumeCommands(world.commandTopic, async (command) => aReply(command), world.ownership());
    const gateway = await world.gateway();
    const withBoth = world.make('gateway-2', { acquire: async () => 40, release: async () => undefined, onLost: () => () => undefined }, [
      ...TOKENS,
      next[0]!,
    ]);
    await withBoth.start();
    await expect(withBoth.send(world.commandTopic, aCommand(ACCOUNTS[2]))).resolves.toMatchObject({ status: 201 });
    // This one does not know the next token yet: it is heard, and the answer to it is not believed.
    const unheard = gateway.send(world.commandTopic, aCommand(ACCOUNTS[3]));
    unheard.catch(() => undefined);
    await eventually(() => expect(world.forged).toContain(world.replyTopic));
    expect(world.deadLetters).toEqual([]);
  });
});
