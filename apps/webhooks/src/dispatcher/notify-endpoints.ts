import { isUndecided, systemCommand, type Clock, type Command, type ErrorCode, type Reply } from '#contracts';
import { derivedUuid } from '#event-store';
import type { Logger } from '#service';
import type { EndpointQueues } from '../delivery-queue/endpoint-queues';
import type { PendingTransitions, PendingTransition } from '../delivery-queue/pending-transitions';
import type { DispatcherMetrics } from './dispatcher-metrics';
import { FIRST_NOTICE_MS, transitionCommand, type TransitionCommand } from './endpoint-transitions';

const HOUR_MS = 3_600_000;

export interface NotifyEndpointsParts {
  pendingTransitions: PendingTransitions;
  endpointQueues: EndpointQueues;
  /** Shards whose endpoints this process serves: their commands need no detour. */
  ownedShards: () => readonly number[];
  shardOf: (endpointId: string) => number;
  submit: (command: Command) => Promise<Reply>;
  clock: Clock;
  logger: Logger;
  metrics: Pick<DispatcherMetrics, 'disabled' | 'failing'>;
}

/**
 * Notifies endpoints of what the dispatcher found out about them: that they fail, have recovered, are gone. A pending transition
 * stands in the queues and is taken out only after the reply, and the same change is the same command, so that a crash in
 * between repeats it without a second effect.
 */
export class NotifyEndpoints {
  constructor(private readonly parts: NotifyEndpointsParts) {}

  /** Once over all pending transitions. One whose command cannot be decided now stays pending. @throws Error of pg. */
  async run(): Promise<void> {
    const { pendingTransitions, clock, ownedShards, logger } = this.parts;
    const shards = ownedShards();
    if (shards.length === 0) return;
    for await (const endpointQueues of pendingTransitions.find(clock.nowMs() - FIRST_NOTICE_MS, shards)) {
      for (const endpointQueue of endpointQueues) {
        await this.report(endpointQueue).catch((error: unknown) => {
          logger.warn({ endpointId: endpointQueue.endpointId, error: String(error) }, 'endpoint transition failed, retrying');
        });
      }
    }
  }

  private async report(endpointQueue: PendingTransition): Promise<void> {
    const { pendingTransitions, endpointQueues, clock, logger, shardOf } = this.parts;
    const nowMs = clock.nowMs();
    const reported = transitionCommand(endpointQueue, nowMs);
    if (reported === null) return;
    const reply = await this.parts.submit(commandOf(endpointQueue, reported, nowMs));
    if (reply.refusal && saysNothing(reply.refusal.code)) return;
    logger.info(
      { endpointId: endpointQueue.endpointId, command: reported.type, refusal: reply.refusal?.code },
      'endpoint transition recorded',
    );
    // Before the queue is let go, it knows that the endpoint takes nothing any more.
    await endpointQueues.follow([shardOf(endpointQueue.endpointId)], [endpointQueue.endpointId], nowMs);
    if (reported.type === 'webhook_endpoints.note_failing') await pendingTransitions.noted(endpointQueue.endpointId, reported.payload);
    if (endpointQueue.transition !== null) await pendingTransitions.markDone(endpointQueue.endpointId, endpointQueue.transition);
    if (!reply.refusal) this.count(reported);
  }

  private count(reported: TransitionCommand): void {
    const { disabled, failing } = this.parts.metrics;
    if (reported.type === 'webhook_endpoints.disable') disabled.inc({ reason: reported.payload.reason });
    if (reported.type === 'webhook_endpoints.note_failing') failing.inc({ level: String(reported.payload.level) });
  }
}

/** Whether the transition is still to be recorded. What expired is stored under its id for good: the next hour's command is another one. */
function saysNothing(code: ErrorCode): boolean {
  return code === 'command_expired' || isUndecided(code);
}

function commandOf(
  { endpointId, accountId, livemode, endpointVersion }: PendingTransition,
  reported: TransitionCommand,
  nowMs: number,
): Command {
  const commandId = derivedUuid(
    `${reported.type} ${endpointId} ${endpointVersion} ${JSON.stringify(reported.payload)} ${Math.floor(nowMs / HOUR_MS)}`,
  );
  const target = { streamId: endpointId, accountId, livemode };
  return systemCommand({ commandId, type: reported.type, ...target, actorId: 'webhooks.dispatcher', nowMs, payload: reported.payload });
}
