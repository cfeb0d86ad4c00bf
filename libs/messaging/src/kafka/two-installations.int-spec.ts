import { randomUUID } from 'node:crypto';
import type { Admin } from 'kafkajs';
import { ALL_SHARDS } from '#contracts';
import { eventually, testKafka } from '#testing';
import type { Bus } from '../bus';
import { aCommand, aReply, anEvent, anyRandom, ownsEverything, silentLogger, wallClock } from '../contract/samples.contract';
import { eventTopicSpecs, topicSpecs } from '../topics';
import { DeadLetterAdmin } from './dead-letters/dead-letter-admin';
import { createKafkaBus } from './kafka-bus';
import { createKafkaClient } from './kafka-client';

/** One of two installations that know nothing of each other but their Kafka. */
class Installation {
  readonly topicPrefix = `${randomUUID()}.`;
  readonly events: string[] = [];
  readonly commands: string[] = [];
  /** Dead letters, forged messages, and topics that are read: with their plain names. */
  readonly observed: string[] = [];
  readonly kafka = { brokers: [testKafka().brokers], clock: wallClock, random: anyRandom, logger: silentLogger };
  private readonly buses: Bus[] = [];

  async start(): Promise<void> {
    const service = this.busOf('payments');
    await service.start();
    await service.ensureTopics(topicSpecs('payments'));
    await service.consumeEvents('payments.events', 'webhooks', async (batch) =>
      batch.forEach(({ cloudEvent, value }) => this.events.push(`${cloudEvent.id} ${value}`)),
    );
    const take = async (command: Parameters<typeof aReply>[0]): Promise<ReturnType<typeof aReply>> => {
      this.commands.push(command.commandId);
      return aReply(command);
    };
    await service.consumeCommands('payments.commands', take, ownsEverything());
    await eventually(() => expect(service.health()).toMatchObject({ connected: true }), { withinMs: 30_000 });
  }

  busOf(clientId: string): Bus {
    const observer = {
      deadLettered: ({ topic }: { topic: string }) => void this.observed.push(`dead ${topic}`),
      forged: (topic: string) => void this.observed.push(`forged ${topic}`),
      consuming: (topic: string, consumer: string | null) => void this.observed.push(`${consumer} reads ${topic}`),
    };
    const { topicPrefix } = this;
    const bus = createKafkaBus({ ...this.kafka, clientId, observer, topicPrefix, internalTokens: [`token of ${topicPrefix}`] });
    this.buses.push(bus);
    return bus;
  }

  stop(): Promise<unknown> {
    return Promise.all(this.buses.map((bus) => bus.stop()));
  }
}

describe('two installations at one Kafka', () => {
  const [here, there] = [new Installation(), new Installation()];
  let admin: Admin;

  beforeAll(async () => {
    admin = createKafkaClient({ ...here.kafka, clientId: 'admin' }).admin();
    await admin.connect();
    await Promise.all([here.start(), there.start()]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([here.stop(), there.stop()]);
    await admin.disconnect();
  });

  it('do not see each other’s events and commands', async () => {
    const everyShard = ALL_SHARDS.map((shard) => anEvent(shard, 1n));
    for (const installation of [here, there]) {
      const bus = installation.busOf('gateway');
      await bus.start();
      const own = everyShard.map((event) => ({ ...event, value: JSON.stringify({ of: installation.topicPrefix }) }));
      await bus.publish('payments.events', own);
      const command = aCommand();
      expect(await bus.send('payments.commands', command)).toMatchObject({ commandId: command.commandId, status: 201 });
      expect(installation.commands).toEqual([command.commandId]);
    }
    for (const { events, topicPrefix } of [here, there]) {
      const own = everyShard.map(({ cloudEvent }) => `${cloudEvent.id} ${JSON.stringify({ of: topicPrefix })}`);
      await eventually(() => expect([...new Set(events)].toSorted()).toEqual(own.toSorted()), { withinMs: 30_000 });
    }
    const observed = [...here.observed, ...there.observed];
    expect(observed.filter((line) => /^(?:dead|forged)/.test(line))).toEqual([]);
    expect(new Set(observed)).toEqual(
      new Set(['null reads gateway.replies', 'webhooks reads payments.events', 'payments.commands reads payments.commands']),
    );
  }, 60_000);

  it('begin the name of every topic and consumer group with their prefix', async () => {
    const nameless = await admin.listTopics();
    const ownNames = [...topicSpecs('payments'), ...eventTopicSpecs('payments')].map(({ name }) => `${here.topicPrefix}${name}`);
    expect(nameless.filter((name) => name.startsWith(here.topicPrefix)).toSorted()).toEqual([...new Set(ownNames)].toSorted());
    const ownGroups = async (): Promise<string[]> => {
      const { groups } = await admin.listGroups();
      return groups.map(({ groupId }) => groupId).filter((group) => group.startsWith(here.topicPrefix));
    };
    const beginnings = ['webhooks.payments.events', 'payments.commands.payments.', 'gateway.replies.', 'payments'];
    await eventually(async () => {
      const groups = await ownGroups();
      for (const beginning of beginnings) expect(groups).toContainEqual(expect.stringMatching(`^${here.topicPrefix}${beginning}`));
    });
  });

  it('have dead letters of their own', async () => {
    const { kafka, topicPrefix } = here;
    const admins = [here, there].map(({ topicPrefix }) => new DeadLetterAdmin({ ...kafka, clientId: 'hundi-admin', topicPrefix }));
    const producer = createKafkaClient({ ...kafka, clientId: 'stranger' }).producer();
    await producer.connect();
    await producer.send({ topic: `${topicPrefix}payments.events`, messages: [{ key: 'k', value: '{}', partition: 0 }] });
    await producer.disconnect();
    await eventually(() => expect(here.observed).toEqual(expect.arrayContaining(['forged payments.events', 'dead payments.events'])));
    const [own, other] = await Promise.all(admins.map((one) => one.list('payments.events')));
    await Promise.all(admins.map((one) => one.close()));
    expect([own?.length, other?.length]).toEqual([1, 0]);
    expect(there.observed).not.toContain('forged payments.events');
  }, 30_000);
});
