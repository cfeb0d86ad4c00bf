import {
  COMMAND_TOPIC,
  EVENT_TOPIC,
  isUndecided,
  systemCommand,
  TransientError,
  unavailabilityOf,
  type Clock,
  type EventMessage,
} from '#contracts';
import type { CommandService, PublicEvent, ServiceName } from '#contracts';
import { derivedUuid } from '#event-store';
import { WakeableLoop } from '#loops';
import { eventTopicSpecs, type Bus, type Subscription } from '#messaging';
import type { AppDeps } from './app';
import { FollowerIntake, type FollowerMarks } from './following/follower-intake';
import { followerMeasures } from './following/intake-measures';
import { OrderedIntake } from './following/ordered-intake';
import type { PublishedEvents } from './published-events';

/** What an event asks of a stream. */
export interface FollowOrder {
  /** Whose command it is. */
  service: CommandService;
  type: string;
  streamId: string;
  payload: unknown;
}

/** A reactor: events of one service in, commands out. It sends and does not decide. */
export interface EventFollower {
  source: ServiceName;
  /** The stable name under which its place in the topic is kept. */
  consumer: string;
  /** Other types are passed over unread. */
  types: ReadonlySet<string>;
  /** Orders may come half a second later than they could; see `SubscribeOptions`. */
  waitsForBatches?: boolean;
  /** At most one order for each stream and event, in order; the next is asked for when the one before has been taken. */
  ordersOf(event: PublicEvent): AsyncIterable<FollowOrder>;
}

const LATE_MAX = 5;

/** Marks are written this often, and what a crash forgets of them is read again. */
const SAVE_EVERY_MS = 1_000;
/** What was published and has not come within two looks is read from the log of its service. Inside a process nothing travels. */
const LOOK_EVERY_MS = { kafka: 30_000, inProcess: 2_000 };

/** The service did not decide: the event is brought again. */
class OrderUndecidedError extends TransientError {
  override readonly name = 'OrderUndecidedError';
}

/** A fault of ours. The shard waits with an alarm, and the event comes again: an erasure that is put aside would never be done. */
class FollowerFailedError extends TransientError {
  override readonly name = 'FollowerFailedError';
}

/** What a follower needs beside the process. */
export interface FollowingParts {
  marks: FollowerMarks;
  /** The service that it follows, asked for what did not arrive. */
  owner: PublishedEvents;
}

export type FollowerDeps = Pick<AppDeps, 'bus' | 'clock' | 'logger' | 'metrics'>;

/**
 * Lets a follower hear its events, each shard in order and none left out. An event may come any number of times, before and after
 * crashes: the ids of its commands follow from it, so that each acts once, and the event is done when all of them have been
 * taken.
 */
export async function followEvents(follower: EventFollower, deps: FollowerDeps, { marks, owner }: FollowingParts): Promise<Subscription> {
  const { bus, logger, metrics } = deps;
  const { consumer, waitsForBatches } = follower;
  const source = EVENT_TOPIC[follower.source];
  await bus.ensureTopics(eventTopicSpecs(follower.source));
  const failures = metrics.counter({
    name: 'hundi_follower_failures_total',
    help: 'Events that a follower could not take because of a fault. They are brought again, and their shard waits.',
    labels: ['consumer'],
  });
  failures.inc({ consumer }, 0);
  const onFailure = (): void => failures.inc({ consumer });
  const intake = new FollowerIntake({ marks, source, take: (message) => takeEvent(follower, message, { ...deps, onFailure }) });
  const ordered = new OrderedIntake({
    ...deps,
    consumer,
    system: bus.kind,
    owners: { [source]: owner },
    measures: followerMeasures(metrics, consumer),
    record: (_topic, messages) => intake.record(messages),
    marks: () => intake.positions(),
    lagOf: (topic) => bus.eventLag(topic, consumer),
  });
  const subscription = await bus.consumeEvents(source, consumer, (messages) => ordered.take(source, messages), {
    waitsForBatches,
    readsAgain: true,
  });
  const onError = (error: unknown): void => logger.warn({ consumer, error: String(error) }, 'follower position write failed, retrying');
  const saving = new WakeableLoop({ run: () => intake.save(), everyMs: SAVE_EVERY_MS, onError }).start();
  ordered.tails.start(bus.kind === 'kafka' ? LOOK_EVERY_MS.kafka : LOOK_EVERY_MS.inProcess);
  const stop = async (): Promise<void> => {
    await Promise.all([subscription.stop(), ordered.tails.stop(), saving.stop()]);
    await intake.save().catch(onError);
  };
  return { pause: () => subscription.pause(), resume: () => subscription.resume(), stop };
}

interface Means {
  bus: Bus;
  clock: Clock;
  logger: AppDeps['logger'];
  onFailure: () => void;
}

/** @throws FollowerFailedError for a fault of ours; anything else means that the world is away. */
async function takeEvent(follower: EventFollower, message: EventMessage, means: Means): Promise<void> {
  const { id, type } = message.cloudEvent;
  if (!follower.types.has(type)) return;
  try {
    const event = message.event ?? (JSON.parse(message.value) as PublicEvent);
    for await (const order of follower.ordersOf(event)) await send(follower, event, order, means);
  } catch (error) {
    if (unavailabilityOf(error)) throw error;
    const { consumer } = follower;
    const { shard, position } = message;
    const where = { consumer, shard, position: String(position), eventId: id, type };
    means.logger.error({ ...where, error: String(error) }, 'follower failed on an event, the shard waits, retrying');
    means.onFailure();
    throw new FollowerFailedError(`${consumer} could not take ${id}`, { cause: error });
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
    if (refusal?.code === 'internal_error') throw new Error(`${order.type} ended in internal_error`);
    if (refusal !== null && isUndecided(refusal.code)) throw new OrderUndecidedError(`${order.type}: ${refusal.code}`);
    // A refusal for lateness is stored under its id: the same order needs another.
    if (refusal?.code !== 'command_expired') return;
  }
  throw new OrderUndecidedError(`${order.type} came too late ${LATE_MAX} times`);
}
