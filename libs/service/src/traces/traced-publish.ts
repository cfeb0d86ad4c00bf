import type { Clock, EventMessage, PublicEvent } from '#contracts';
import { PUBLISHED, type Tracing } from './tracing';

type Publish = (messages: readonly EventMessage[]) => Promise<void>;

export interface PublishTraceParts {
  tracing: Tracing;
  topic: string;
  /** What carries the messages. */
  system: string;
  clock: Clock;
}

/** Publishes, and begins the trace of every event that is published. One that is published again is the same span again. */
export function tracedPublish(publish: Publish, parts: PublishTraceParts): Publish {
  return async (messages) => {
    const startedAtMs = parts.clock.nowMs();
    await publish(messages);
    const endedAtMs = parts.clock.nowMs();
    for (const message of messages) tracePublished(message, { startedAtMs, endedAtMs }, parts);
  };
}

function tracePublished(message: EventMessage, times: { startedAtMs: number; endedAtMs: number }, parts: PublishTraceParts): void {
  const event = eventOf(message);
  if (event === undefined) return;
  parts.tracing.record({
    eventId: event.id,
    step: PUBLISHED,
    name: `publish ${parts.topic}`,
    kind: 'producer',
    ...times,
    attributes: {
      'messaging.system': parts.system,
      'messaging.destination.name': parts.topic,
      'messaging.operation.name': 'publish',
      'messaging.operation.type': 'send',
      'messaging.message.id': event.id,
      'hundi.event.type': event.type,
      'hundi.resource.type': event.resource.type,
      'hundi.account.id': event.account_id,
      'hundi.livemode': event.livemode,
      'hundi.correlation_id': event.correlation_id,
    },
  });
}

/** The relay knows what it publishes without reading the text again. */
function eventOf(message: EventMessage): PublicEvent | undefined {
  try {
    return message.event;
  } catch {
    // It cannot be rendered: its reader reports that. It is published, and must not be published again for its trace.
    return undefined;
  }
}
