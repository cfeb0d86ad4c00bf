import { COMMAND_LIFETIME_MS, shardsOfPartition, type CommandService, type Reply } from '#contracts';
import type { EventStore } from '#event-store';
import { WakeableLoop } from '#loops';
import { ServicesAway } from '../services-away';
import { AuditedService, type AuditedLog } from './audited-service';

/** How often it is looked for commands that were carried out. */
const EVERY_MS = 1_000;
/** While no command of this gateway may have been carried out since the last round, and no other gateway takes any. */
const QUIET_MS = 30_000;
/** While one that was not answered may still be carried out. */
const UNKNOWN_EVERY_MS = 2_000;
/** A command without an answer may still be carried out for so long, and the clocks of two machines may disagree. */
const UNKNOWN_MS = COMMAND_LIFETIME_MS + 5_000;
/** After a round that found more than it could take, it rests for so many times as long as the round took: others need the processor. */
const REST_TIMES = 3;

export interface AuditFollowerParts {
  store: EventStore;
  /** Of the services beside accounts. */
  logs: Readonly<Record<CommandService, AuditedLog>>;
  /** Called when all services were asked and have answered, with the number of entries that were found since the last call. */
  onRound?: (entries: number) => void;
}

/**
 * Writes into the audit log what the other services carried out, each command once: entries and the position up to which the log was
 * read are one commit. It reads the logs of services, and no topic, so that who acted stands in none.
 */
export class AuditFollower {
  private readonly loop: WakeableLoop;
  private readonly services: readonly AuditedService[];
  private readonly away: ServicesAway;
  /** Where one round was not enough. */
  private readonly behind = new Map<AuditedService, readonly number[]>();
  /** Entries since the last round over everything. */
  private found = 0;
  /** When everything is asked again, by the monotonic clock. */
  private fullDueAtMs = 0;
  private underWay = 0;
  /** By the monotonic clock. At the start, what the process before has sent. */
  private unknownUntilMs: number;

  constructor(private readonly parts: AuditFollowerParts) {
    const { store, logs } = parts;
    this.away = new ServicesAway('audit log', store.options);
    this.services = Object.entries(logs).map(([name, log]) => new AuditedService(name, log, store));
    const onError = (error: unknown): void => store.options.logger.error({ error: String(error) }, 'audit log not followed, trying again');
    this.unknownUntilMs = performance.now() + UNKNOWN_MS;
    this.loop = new WakeableLoop({ run: () => this.round(), everyMs: () => this.everyMs, onError, unref: true });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** A command was sent to one of the services: what it does is found as soon as what any other does. */
  expect(answer: Promise<Reply>): void {
    this.underWay++;
    this.loop.wakeWithin(EVERY_MS);
    const settled = (): void => {
      this.underWay--;
      this.loop.wakeWithin(EVERY_MS);
    };
    answer.then(settled, () => {
      this.unknownUntilMs = performance.now() + UNKNOWN_MS;
      settled();
    });
  }

  private get everyMs(): number {
    if (this.underWay > 0 || !this.away.isEmpty || !this.parts.store.ownership.ownsAll()) return EVERY_MS;
    return performance.now() < this.unknownUntilMs ? UNKNOWN_EVERY_MS : QUIET_MS;
  }

  /** Between two rounds over everything, only where there is more: the others were asked a moment ago. */
  private async round(): Promise<void> {
    const startedAtMs = performance.now();
    if (this.behind.size > 0 && startedAtMs < this.fullDueAtMs) await this.catchUp();
    else await this.followAll();
    if (this.behind.size > 0) this.loop.wakeWithin(REST_TIMES * (performance.now() - startedAtMs));
  }

  private async followAll(): Promise<void> {
    this.fullDueAtMs = performance.now() + EVERY_MS;
    this.behind.clear();
    for (const service of this.services) {
      const held = this.heldShards();
      if (held.length === 0) return;
      await this.follow(service, held, held.includes(0));
    }
    if (!this.away.isEmpty) return;
    this.parts.onRound?.(this.found);
    this.found = 0;
  }

  private async catchUp(): Promise<void> {
    for (const [service, behind] of [...this.behind]) {
      this.behind.delete(service);
      const held = new Set(this.heldShards());
      const shards = behind.filter((shard) => held.has(shard));
      if (shards.length > 0) await this.follow(service, shards, false);
    }
  }

  /** Asked for before each service: a partition may be handed on while another one is read. */
  private heldShards(): number[] {
    return this.parts.store.ownership.held().flatMap(shardsOfPartition);
  }

  /** One that does not answer is tried again, and holds up no other. */
  private async follow(service: AuditedService, shards: readonly number[], withRequests: boolean): Promise<void> {
    try {
      const { entries, behind } = await service.follow(shards);
      if (behind.length > 0) this.behind.set(service, behind);
      this.found += entries;
      if (withRequests) this.found += await service.followRequests();
      this.away.remove(service.name);
    } catch (error) {
      this.away.add(service.name, error);
    }
  }
}
