import { COMMAND_TOPIC, EVENT_TOPIC, systemCommand, type Clock, type ErrorCode, type EventMessage } from '#contracts';
import type { PublicEvent, ServiceName } from '#contracts';
import { derivedUuid } from '#event-store';
import { isTransient, PoisonMessageError, topicSpecs, type Bus, type Consumption } from '#messaging';

/** What an event asks of a stream. */
export interface FollowOrder {
  /** Whose command it is. */
  service: ServiceName;
  type: string;
  streamId: string;
  payload: unknown;
}

/** A reactor: events of one service in, commands out. It sends and does not decide (architecture.md 1). */
export interface EventFollower {
  source: ServiceName;
  /** The stable name under which its place in the topic is kept. */
  consumer: string;
  /** Other types are passed over unread. */
  types: ReadonlySet<string>;
  /** Orders may come a quarter of a second later than they could; see `EventWishes`. */
  isPatient?: boolean;
  /** At most one order for each stream and event, in order; the next is asked for when the one before has been taken. */
  ordersOf(event: PublicEvent): AsyncIterable<FollowOrder>;
}

/** Refusals that say nothing about the stream: the order comes again. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set(['lock_timeout', 'service_unavailable', 'outcome_unknown']);
const LATE_MAX = 5;

/** The service did not decide: the event is brought again. */
class OrderUndecidedError extends Error {
  override readonly name = 'OrderUndecidedError';
  readonly transient = true;
}

/**
 * Lets a follower hear its events. An event may come any number of times, before and after crashes: the ids of its commands
 * follow from it, so that each acts once, and the event is done when all of them have been taken.
 */
export async function followEvents(follower: EventFollower, { bus, clock }: { bus: Bus; clock: Clock }): Promise<Consumption> {
  const { source, consumer, types, isPatient } = follower;
  await bus.ensureTopics(topicSpecs(source));
  const take = async (messages: readonly EventMessage[]): Promise<void> => {
    for (const message of messages) if (types.has(message.cloudEvent.type)) await carryOut(follower, message, { bus, clock });
  };
  return bus.consumeEvents(EVENT_TOPIC[source], consumer, take, { isPatient });
}

interface Means {
  bus: Bus;
  clock: Clock;
}

/** @throws PoisonMessageError for what no retry mends; anything else means that the world is away. */
async function carryOut(follower: EventFollower, message: EventMessage, means: Means): Promise<void> {
  try {
    const event = message.event ?? (JSON.parse(message.value) as PublicEvent);
    for await (const order of follower.ordersOf(event)) await send(follower, event, order, means);
  } catch (error) {
    if (error instanceof PoisonMessageError || isTransient(error)) throw error;
    throw new PoisonMessageError(`${follower.consumer} threw ${error instanceof Error ? error.name : 'something'}`, { cause: error });
  }
}

/** A refusal is an answer: the stream has decided that there is nothing to do. */
async function send({ consumer }: EventFollower, event: PublicEvent, order: FollowOrder, { bus, clock }: Means): Promise<void> {
  const { service, ...wanted } = order;
  const { account_id: accountId, livemode, correlation_id: correlationId, id: causationId } = event;
  const about = { ...wanted, accountId, livemode, correlationId, causationId, actorId: consumer };
  for (let late = 0; late < LATE_MAX; late++) {
    const commandId = derivedUuid(`follow ${consumer} ${event.id} ${order.streamId} ${late}`);
    const { refusal } = await bus.send(COMMAND_TOPIC[service], systemCommand({ ...about, commandId, nowMs: clock.nowMs() }));
    if (refusal?.code === 'internal_error') throw new PoisonMessageError(`${order.type} ended in internal_error`);
    if (refusal !== null && UNDECIDED.has(refusal.code)) throw new OrderUndecidedError(`${order.type}: ${refusal.code}`);
    // A refusal for lateness is stored under its id: the same order needs another.
    if (refusal?.code !== 'command_expired') return;
  }
  throw new OrderUndecidedError(`${order.type} came too late ${LATE_MAX} times`);
}
