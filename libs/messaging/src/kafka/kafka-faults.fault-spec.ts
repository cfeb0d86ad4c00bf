import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { EventMessage, Reply } from '#contracts';
import { startEmbeddedKafka, type EmbeddedKafka } from '#embedded';
import { eventually } from '#testing';
import { BusUnavailableError, OutcomeUnknownError, type Bus } from '../bus';
import { elapsedMs, holdsFor } from '../contract/observing.contract';
import { aCommand, aReply, anEvent } from '../contract/samples.contract';
import { KafkaWorld } from './kafka-world.contract';

jest.setTimeout(90_000);

/** Kafka under faults: a broker of its own, so that killing it disturbs no other suite. */
describe('the bus while its Kafka broker dies', () => {
  let folder: string;
  let kafka: EmbeddedKafka;
  let world: KafkaWorld;
  const logLines: { level: number; msg: string }[] = [];
  const logger = pino(
    { level: 'debug' },
    { write: (line: string) => void logLines.push(JSON.parse(line) as { level: number; msg: string }) },
  );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-bus-faults-'));
    kafka = await startEmbeddedKafka({ dataDir: folder });
  });
  afterAll(async () => {
    await kafka.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  let isDead = false;
  const killBroker = async (): Promise<void> => {
    isDead = true;
    await kafka.kill();
  };
  const reviveBroker = async (): Promise<void> => {
    await kafka.restart();
    isDead = false;
  };
  let endLoad: () => void = () => undefined;

  beforeEach(async () => {
    if (isDead) await reviveBroker();
    logLines.length = 0;
    world = new KafkaWorld(kafka.brokers, { logger });
    await world.createTopics();
  });
  afterEach(async () => {
    endLoad();
    await world.end();
  });

  interface Tally {
    sent: number;
    answered: Set<string>;
    unknown: number;
    refused: number;
  }

  function startLoad(gateway: Bus, clients: number): { tally: Tally; finish(): Promise<void> } {
    const tally: Tally = { sent: 0, answered: new Set(), unknown: 0, refused: 0 };
    let isBusy = true;
    endLoad = () => (isBusy = false);
    const client = async (): Promise<void> => {
      while (isBusy) {
        const number = tally.sent++;
        try {
          tally.answered.add((await gateway.send(world.commandTopic, aCommand(`acct_${number}`))).commandId);
        } catch (error) {
          if (error instanceof OutcomeUnknownError) tally.unknown += 1;
          else if (error instanceof BusUnavailableError) tally.refused += 1;
          else throw error;
          // A refused client comes again when the gateway is ready.
          await eventually(() => expect(gateway.health().connected || !isBusy).toBe(true), { withinMs: 30_000 });
        }
      }
    };
    const running = Promise.all(Array.from({ length: clients }, client));
    return {
      tally,
      finish: async () => {
        isBusy = false;
        await running;
      },
    };
  }

  it('settles every command over a kill -9 and a restart, loses nothing acknowledged, and says nothing wrong in its log', async () => {
    const handled = new Set<string>();
    const [service, gateway] = await Promise.all([world.service(), world.gateway()]);
    const handler = async (command: Parameters<typeof aReply>[0]) => {
      handled.add(command.commandId);
      return aReply(command);
    };
    await service.consumeCommands(world.commandTopic, handler, world.ownership());
    const { tally, finish } = startLoad(gateway, 32);
    await eventually(() => expect(tally.answered.size).toBeGreaterThan(500));

    await killBroker();
    await eventually(() => expect(gateway.health().detail).toBe('no broker answers'));
    const refusalMs = await elapsedMs(expect(gateway.send(world.commandTopic, aCommand())).rejects.toBeInstanceOf(BusUnavailableError));
    expect(refusalMs).toBeLessThan(100);
    await reviveBroker();

    const before = tally.answered.size;
    const backMs = await elapsedMs(eventually(() => expect(tally.answered.size).toBeGreaterThan(before + 500), { withinMs: 20_000 }));
    await finish();
    expect(tally.answered.size + tally.unknown + tally.refused).toBe(tally.sent);
    for (const id of tally.answered) expect(handled.has(id)).toBe(true);
    expect(backMs).toBeLessThan(5_000);
    expect(logLines.filter((line) => line.level >= 50)).toEqual([]);
  });

  it('makes topics again that were deleted under load, and answers commands again', async () => {
    const [service, gateway] = await Promise.all([world.service(), world.gateway()]);
    await service.consumeCommands(world.commandTopic, async (command) => aReply(command), world.ownership());
    const { tally, finish } = startLoad(gateway, 16);
    await eventually(() => expect(tally.answered.size).toBeGreaterThan(200));

    const admin = world.plainClient().admin();
    await admin.deleteTopics({ topics: [world.commandTopic, world.replyTopic] });
    await admin.disconnect();
    await eventually(() => expect(gateway.health().detail).toContain(world.commandTopic), { withinMs: 20_000 });
    const before = tally.answered.size;
    await eventually(() => expect(tally.answered.size).toBeGreaterThan(before + 200), { withinMs: 30_000 });
    await finish();
    const named = logLines.flatMap(({ msg }) => (msg.startsWith('Kafka does not have') ? msg : [])).join();
    for (const topic of [world.commandTopic, world.replyTopic]) expect(named).toContain(topic);
  });

  it('tells an idle gateway that the broker died, so that its next command is refused at once', async () => {
    const gateway = await world.gateway();
    await killBroker();
    await eventually(() => expect(gateway.health().detail).toBe('no broker answers'), { withinMs: 5_000 });
    const refusalMs = await elapsedMs(expect(gateway.send(world.commandTopic, aCommand())).rejects.toBeInstanceOf(BusUnavailableError));
    expect(refusalMs).toBeLessThan(100);
    await reviveBroker();
    await eventually(() => expect(gateway.health().connected).toBe(true), { withinMs: 15_000 });
  });

  it('publishes what was given while the broker was away, in order, and brings it to the consumer', async () => {
    const service = await world.service();
    const taken: EventMessage[] = [];
    await service.consumeEvents(world.eventTopic, `${world.eventTopic}.c`, async (batch) => void taken.push(...batch));
    await service.publish(world.eventTopic, [anEvent(1, 1n)]);
    await eventually(() => expect(taken).toHaveLength(1));
    await killBroker();
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const published = Promise.all(
      numbers.map((number) => service.publish(world.eventTopic, [anEvent(1, BigInt(number + 2)), anEvent(2, BigInt(number + 1))])),
    );
    let isPublished = false;
    void published.then(() => (isPublished = true));
    await holdsFor(500, () => expect(isPublished).toBe(false));
    await reviveBroker();
    await published;
    // A position may come again; its order may not change and none may be missing.
    const positions = (shard: number) => [
      ...new Set(taken.filter((event) => event.shard === shard).map((event) => Number(event.position))),
    ];
    await eventually(() => expect(positions(1)).toEqual([...numbers.map((number) => number + 1), 21]), { withinMs: 15_000 });
    await eventually(() => expect(positions(2)).toEqual(numbers.map((number) => number + 1)));
  });

  it('starts without a broker, says so, refuses at once, and connects when the broker comes', async () => {
    await killBroker();
    const impatient = new KafkaWorld(kafka.brokers, { logger, connectWaitMs: 300 });
    const service = impatient.make('service');
    const gateway = impatient.make('gateway', { acquire: async () => 1, release: async () => undefined, onLost: () => () => undefined });
    await Promise.all([service.start(), gateway.start()]);
    expect(gateway.health()).toEqual({ connected: false, detail: 'no broker answers' });
    await service.consumeCommands(world.commandTopic, async (command) => aReply(command), impatient.ownership());
    await expect(gateway.send(world.commandTopic, aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
    await reviveBroker();
    await eventually(() => expect(gateway.health().connected).toBe(true), { withinMs: 15_000 });
    await expect(gateway.send(world.commandTopic, aCommand())).resolves.toMatchObject({ status: 201 });
    await impatient.end();
  });

  it('notices a broker that is frozen, refuses new commands, and answers the others when it thaws', async () => {
    await world.end();
    world = new KafkaWorld(kafka.brokers, { logger, watchdogMs: 2_000 });
    await world.createTopics();
    await world.startServing(async (command) => aReply(command));
    const gateway = await world.gateway();
    const send = () => gateway.send(world.commandTopic, aCommand());
    await send();
    const late: Promise<Reply>[] = [];
    process.kill(kafka.pid, 'SIGSTOP');
    try {
      await eventually(
        () => {
          // A busy machine takes a moment to stop a process: the first ones may still be answered.
          if (gateway.health().detail !== 'no broker answers') late.push(send());
          expect(gateway.health().detail).toBe('no broker answers');
        },
        { withinMs: 5_000 },
      );
      await expect(send()).rejects.toBeInstanceOf(BusUnavailableError);
      await eventually(() => expect(logLines.some((line) => line.msg.startsWith('consumer ended'))).toBe(true));
      process.kill(kafka.pid, 'SIGCONT');
      for (const reply of await Promise.all(late)) expect(reply).toMatchObject({ status: 201 });
    } finally {
      process.kill(kafka.pid, 'SIGCONT');
    }
    await eventually(() => expect(gateway.health().connected).toBe(true), { withinMs: 10_000 });
    await expect(send()).resolves.toMatchObject({ status: 201 });
  });

  // The last one: it leaves the broker dead.
  it('stops under two seconds while the broker is away, and hangs nowhere', async () => {
    const [service, gateway] = await Promise.all([world.service(), world.gateway()]);
    await service.consumeCommands(world.commandTopic, async (command) => aReply(command), world.ownership());
    await service.consumeEvents(world.eventTopic, `${world.eventTopic}.c`, async () => undefined);
    await gateway.send(world.commandTopic, aCommand());
    await killBroker();
    const lost = expect(service.publish(world.eventTopic, [anEvent(1, 1n)])).rejects.toBeInstanceOf(BusUnavailableError);
    expect(await elapsedMs(Promise.all([service.stop(), gateway.stop()]))).toBeLessThan(2_000);
    await lost;
  });
});
