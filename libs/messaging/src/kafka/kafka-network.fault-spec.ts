import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, EventMessage } from '#contracts';
import { findFreePort, startEmbeddedKafka, type BrokerProperties, type EmbeddedKafka } from '#embedded';
import { eventually, startFaultProxy, type FaultProxy } from '#testing';
import { BusUnavailableError, OutcomeUnknownError, type Bus } from '../bus';
import { aCommand, aReply, anEvent } from '../contract/samples.contract';
import { ACCOUNTS, makeKafkaWorld, type KafkaWorld } from './kafka-world.contract';

const SHARD = 5;
/** A send ends after 8 s, whatever happens (limits.commandWaitMs); a busy machine may add to it. */
const WAIT_MAX_MS = 10_000;

jest.setTimeout(120_000);

/** The broker is well, and the network before it is not. */
describe('the bus behind a network (F13)', () => {
  let folder: string;
  let kafka: EmbeddedKafka;
  /** The ways of services and gateways to the broker. */
  let serviceSide: FaultProxy;
  let gatewaySide: FaultProxy;
  const proxies = () => [serviceSide, gatewaySide];
  let world: KafkaWorld;
  let gateway: Bus;
  let service: Bus;
  const handled = new Set<string>();
  const taken: EventMessage[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-bus-network-'));
    const [port, secondPort] = [await findFreePort(), await findFreePort()];
    serviceSide = await startFaultProxy({ target: `127.0.0.1:${port}` });
    gatewaySide = await startFaultProxy({ target: `127.0.0.1:${secondPort}` });
    // Clients get the address of their proxy: none of their connections goes past it.
    const configure = (properties: BrokerProperties): BrokerProperties => ({
      ...properties,
      listeners: `${properties['listeners']},SECOND://127.0.0.1:${secondPort}`,
      'advertised.listeners': `CLIENT://${serviceSide.address},SECOND://${gatewaySide.address}`,
      'listener.security.protocol.map': `${properties['listener.security.protocol.map']},SECOND:PLAINTEXT`,
    });
    kafka = await startEmbeddedKafka({ dataDir: folder, port, configure });
  });
  afterAll(async () => {
    await kafka.kill();
    await Promise.all(proxies().map((proxy) => proxy.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    handled.clear();
    taken.length = 0;
    world = await makeKafkaWorld(serviceSide.address, { gatewayBrokers: gatewaySide.address });
    [service, gateway] = await Promise.all([world.service(), world.gateway()]);
    const handler = async (command: Command) => (handled.add(command.commandId), aReply(command));
    await service.consumeCommands(world.commandTopic, handler, world.ownership());
    await service.consumeEvents(world.eventTopic, `${world.eventTopic}.reader`, async (batch) => void taken.push(...batch));
  });
  afterEach(async () => {
    for (const proxy of proxies()) proxy.heal();
    await world.end();
  });

  /** Gateways that send a command again until it is answered, and a relay that publishes one event after another. */
  function startLoad() {
    const answered: string[] = [];
    let slowestMs = 0;
    let waiting = 0;
    let published = 0n;
    let isBusy = true;
    const ask = async (command: Command): Promise<void> => {
      const sentAtMs = performance.now();
      waiting++;
      try {
        answered.push((await gateway.send(world.commandTopic, command)).commandId);
      } catch (error) {
        if (error instanceof OutcomeUnknownError || error instanceof BusUnavailableError) throw error;
        answered.push(`not an outage: ${String(error)}`);
      } finally {
        waiting--;
        slowestMs = Math.max(slowestMs, performance.now() - sentAtMs);
      }
    };
    const client = async (account: string): Promise<void> => {
      while (isBusy) {
        const command = aCommand(account);
        await eventually(() => ask(command), { withinMs: 45_000 });
      }
    };
    const relay = async (): Promise<void> => {
      while (isBusy) await service.publish(world.eventTopic, [anEvent(SHARD, ++published)]);
    };
    const running = Promise.all([relay(), ...ACCOUNTS.map(client)]);
    const facts = { answered, slowestMs: () => slowestMs, waiting: () => waiting, published: () => Number(published) };
    return { ...facts, end: () => ((isBusy = false), running) };
  }

  /** Each answer is to a command that was handled, once; each event arrives, in order as its consumer keeps it. */
  async function expectWhole({ answered, published }: ReturnType<typeof startLoad>): Promise<void> {
    expect(answered.filter((id) => !handled.has(id))).toEqual([]);
    expect(new Set(answered).size).toBe(answered.length);
    const kept = (): number[] => {
      let mark = 0n;
      return taken.flatMap(({ position, prev }) => {
        if (position <= mark) return [];
        if (prev !== mark) throw new Error(`${position} follows ${prev}, not ${mark}`);
        mark = position;
        return [Number(position)];
      });
    };
    await eventually(() => expect(kept()).toHaveLength(published()), { withinMs: 30_000 });
  }

  it('answers every command and brings every event in order when every connection is reset again and again', async () => {
    const load = startLoad();
    for (let reset = 0; reset < 10; reset++) {
      for (const proxy of proxies()) proxy.delayMs(reset % 3);
      const before = load.answered.length;
      await eventually(() => expect(load.answered.length).toBeGreaterThan(before + 50), { withinMs: 30_000 });
      for (const proxy of proxies()) proxy.reset();
    }
    for (const proxy of proxies()) proxy.heal();
    await load.end();
    expect(load.slowestMs()).toBeLessThan(WAIT_MAX_MS);
    await expectWhole(load);
  });

  it('keeps no caller waiting longer than its deadline when every byte is lost, and continues when they arrive again', async () => {
    const load = startLoad();
    await eventually(() => expect(load.answered.length).toBeGreaterThan(200));
    for (const proxy of proxies()) proxy.blackHole();
    await eventually(() => expect(gateway.health().connected).toBe(false), { withinMs: WAIT_MAX_MS });
    await expect(gateway.send(world.commandTopic, aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
    // Commands that were on their way have an unknown outcome.
    await expectThatItRecovers(load, 200);
  });

  /** What was asked meanwhile ends in time, and everything goes on when the way is whole again. */
  async function expectThatItRecovers(load: ReturnType<typeof startLoad>, answers = 100): Promise<void> {
    await eventually(() => expect(load.waiting()).toBe(0), { withinMs: WAIT_MAX_MS });
    await expectThatItGoesOn(load, answers);
  }

  /** The way is whole again: so many answers come, and nothing was lost. */
  async function expectThatItGoesOn(load: ReturnType<typeof startLoad>, answers = 100): Promise<void> {
    for (const proxy of proxies()) proxy.heal();
    const before = load.answered.length;
    await eventually(() => expect(load.answered.length).toBeGreaterThan(before + answers), { withinMs: 20_000 });
    await load.end();
    expect(load.slowestMs()).toBeLessThan(WAIT_MAX_MS);
    await expectWhole(load);
  }

  it.each([
    ['its commands are lost, and what comes back is not', 'requests'],
    ['replies to it are lost, and its commands arrive', 'answers'],
  ] as const)('keeps no caller of a gateway waiting when %s', async (_case, direction) => {
    const load = startLoad();
    await eventually(() => expect(load.answered.length).toBeGreaterThan(100));
    gatewaySide.blackHole(direction);
    await eventually(() => expect(gateway.health().connected).toBe(false), { withinMs: WAIT_MAX_MS });
    await expectThatItRecovers(load);
  });

  it('loses nothing when a service sends and hears no answer', async () => {
    const load = startLoad();
    await eventually(() => expect(load.answered.length).toBeGreaterThan(100));
    serviceSide.blackHole('answers');
    await eventually(() => expect(service.health().connected).toBe(false), { withinMs: WAIT_MAX_MS });
    // Commands reach their topic all the time: each waits for its answer as long as it may.
    await eventually(() => expect(load.slowestMs()).toBeGreaterThan(7_000), { withinMs: WAIT_MAX_MS });
    await expectThatItGoesOn(load);
  });

  it.each<[string, (proxy: FaultProxy) => void]>([
    ['a tenth of the packets is lost', (proxy) => proxy.loseShare(0.1)],
    ['each connection carries 200 kB a second', (proxy) => proxy.limitBytesPerSecond(200_000)],
  ])('answers every command and brings every event in order while %s', async (_case, shape) => {
    for (const proxy of proxies()) shape(proxy);
    const load = startLoad();
    await eventually(() => expect(load.answered.length).toBeGreaterThan(200), { withinMs: 40_000 });
    for (const proxy of proxies()) proxy.heal();
    await load.end();
    expect(load.slowestMs()).toBeLessThan(WAIT_MAX_MS);
    await expectWhole(load);
  });
});
