import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { unavailabilityOf, type Command, type EventMessage, type Reply } from '#contracts';
import type { Bus, Subscription, SubscribeOptions, PartitionOwnership } from '../bus';
import { PoisonMessageError } from '../failures';
import { settledWithin } from '../waiting';

export interface BusServerOptions {
  bus: Bus;
  /** The stable name under which positions of events are kept, for example `webhooks.deliveries`. */
  consumer: string;
  /** Needed when there is a `@MessagePattern`: which command partitions this process serves. */
  ownership?: PartitionOwnership;
  /** How its `@EventPattern` handlers want their events. */
  subscribeOptions?: SubscribeOptions;
}

const STOP_MS = 1_900;

/**
 * Nest's face of the bus: `@MessagePattern(topic)` takes commands of that topic, `@EventPattern(topic)` takes batches of
 * events (the payload is an array of one shard, in order). Handlers live in a `@BusController()`.
 *
 * A handler that throws something transient gets the message again. Anything else is a bug of ours: the message goes to the
 * dead letters, and a command is answered with `internal_error`, so that it does not loop for ever.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('hundi-bus');
  override readonly propagatesEventHandlerErrors = true;
  private readonly subscriptions: Subscription[] = [];

  constructor(private readonly options: BusServerOptions) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    this.consumeAll().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** Finishes what was taken and lets go, within two seconds. */
  async close(): Promise<void> {
    await settledWithin(Promise.all(this.subscriptions.splice(0).map((subscription) => subscription.stop())), STOP_MS);
  }

  on(): never {
    throw new Error('The bus has no events of its own: ask Bus.health().');
  }

  override unwrap<T>(): T {
    return this.options.bus as T;
  }

  private async consumeAll(): Promise<void> {
    for (const [topic, handler] of this.getHandlers()) {
      const consume = handler.isEventHandler ? this.consumeEvents(topic, handler) : this.consumeCommands(topic, handler);
      this.subscriptions.push(await consume);
    }
  }

  private consumeCommands(topic: string, handler: MessageHandler): Promise<Subscription> {
    const { bus, ownership } = this.options;
    if (ownership === undefined) throw new Error(`The handler of ${topic} needs the ownership of its partitions.`);
    return bus.consumeCommands(topic, (command) => answer(handler, command) as Promise<Reply>, ownership);
  }

  private consumeEvents(topic: string, handler: MessageHandler): Promise<Subscription> {
    const take = async (messages: readonly EventMessage[]): Promise<void> => void (await answer(handler, messages));
    return this.options.bus.consumeEvents(topic, this.options.consumer, take, this.options.subscribeOptions);
  }
}

/** What the handler answers, whether it returns a value, a promise or an observable. */
async function answer(handler: MessageHandler, message: Command | readonly EventMessage[]): Promise<unknown> {
  try {
    const result: unknown = await handler(message);
    return isObservable(result) ? await lastValueFrom(result, { defaultValue: undefined }) : result;
  } catch (error) {
    if (unavailabilityOf(error) || error instanceof PoisonMessageError) throw error;
    throw new PoisonMessageError(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error) return `the handler threw ${error.name}`;
  return 'the handler threw something that is not an error; is it in a @BusController()?';
}
