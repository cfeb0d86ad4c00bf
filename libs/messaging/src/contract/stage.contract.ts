import type { Command, Reply } from '#contracts';
import type { Bus, CommandHandler, Subscription, PartitionOwnership } from '../bus';
import type { DeadLetter } from '../observer';

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
  /** Who began to read what: `<consumer> <topic>`. */
  readonly consumed: string[];
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

/** The world of the running test, and its two usual parties. */
export class Stage {
  world!: BusWorld;
  service!: Bus;
  gateway!: Bus;

  constructor(private readonly makeWorld: MakeWorld) {}

  async open(limits?: WorldLimits): Promise<void> {
    this.world = await this.makeWorld(limits);
    [this.service, this.gateway] = await Promise.all([this.world.service(), this.world.gateway()]);
  }

  serve(handler: CommandHandler): Promise<Subscription> {
    return this.service.consumeCommands(this.world.commandTopic, handler, this.world.ownership());
  }

  send(command: Command): Promise<Reply> {
    return this.gateway.send(this.world.commandTopic, command);
  }
}
