import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, EventMessage } from '#contracts';
import { findFreePort, startEmbeddedKafka, type EmbeddedKafka } from '#embedded';
import { eventually, startFaultProxy, type FaultProxy } from '#testing';
import { BusUnavailableError, OutcomeUnknownError, type Bus } from '../bus';
import { aCommand, aReply, anEvent } from '../contract/samples.contract';
import { ACCOUNTS, makeKafkaWorld, type KafkaWorld } from './kafka-world.contract';

const SHARD = 5;
/** A send ends after 8 s, whatever happens (limits.commandWaitMs); a busy machine may add to it. */
const NOBODY_WAITS_LONGER_MS = 10_000;

jest.setTimeout(120_000);

/** Spec/quality.md F13: the broker is well, and the network before it is not. */
describe('the bus behind a network', () => {
  let folder: string;
  let kafka: EmbeddedKafka;
  let proxy: FaultProxy;
  let world: KafkaWorld;
  let gateway: Bus;
  let service: Bus;
  const handled = new Set<string>();
  const taken: EventMessage[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-bus-network-'));
    const port = await findFreePort();
    proxy = await startFaultProxy({ target: `127.0.0.1:${port}` });
    // Clients are told the address of the proxy: none of their connections goes past it.
    kafka = await startEmbeddedKafka({ dataDir: folder, port, advertised: proxy.address });
  });
  afterAll(async () => {
    await kafka.kill();
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    handled.clear();
    taken.length = 0;
    world = await makeKafkaWorld(proxy.address);
    [service, gateway] = await Promise.all([world.service(), world.gateway()]);
    const handler = async (command: Command) => (handled.add(command.commandId), aReply(command));
    await service.consumeCommands(world.commandTopic, handler, world.ownership());
    await service.consumeEvents(world.eventTopic, `${world.eventTopic}.reader`, async (batch) => void taken.push(...batch));
  });
  afterEach(async () => {
    proxy.heal();
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
      proxy.delayMs(reset % 3);
      const before = load.answered.length;
      await eventually(() => expect(load.answered.length).toBeGreaterThan(before + 50), { withinMs: 30_000 });
      proxy.reset();
    }
    proxy.heal();
    await load.end();
    expect(load.slowestMs()).toBeLessThan(NOBODY_WAITS_LONGER_MS);
    await expectWhole(load);
  });

  it('keeps nobody waiting longer than it says when every byte is lost, and goes on when they arrive again', async () => {
    const load = startLoad();
    await eventually(() => expect(load.answered.length).toBeGreaterThan(200));
    proxy.blackHole();
    await eventually(() => expect(gateway.health().connected).toBe(false), { withinMs: NOBODY_WAITS_LONGER_MS });
    await expect(gateway.send(world.commandTopic, aCommand())).rejects.toBeInstanceOf(BusUnavailableError);
    // Those whose commands were on their way are told that nobody knows.
    await eventually(() => expect(load.waiting()).toBe(0), { withinMs: NOBODY_WAITS_LONGER_MS });
    proxy.heal();
    const before = load.answered.length;
    await eventually(() => expect(load.answered.length).toBeGreaterThan(before + 200), { withinMs: 20_000 });
    await load.end();
    expect(load.slowestMs()).toBeLessThan(NOBODY_WAITS_LONGER_MS);
    await expectWhole(load);
  });
});
