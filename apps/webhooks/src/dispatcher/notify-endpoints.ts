import { systemCommand, type Clock, type Command, type Reply } from '#contracts';
import { derivedUuid } from '#event-store';
import type { Logger } from '#service';
import type { Lanes } from '../delivery-queue/endpoint-queues';
import type { OwedChanges, OwingLane } from '../delivery-queue/pending-transitions';
import type { DispatcherMetrics } from './dispatcher-metrics';
import { FIRST_NOTICE_MS, owedCommand, type OwedCommand } from './endpoint-transitions';

const HOUR_MS = 3_600_000;

export interface TellEndpointsParts {
  owed: OwedChanges;
  lanes: Lanes;
  /** Shards whose endpoints this process serves: their commands need no detour. */
  ownedShards: () => readonly number[];
  shardOf: (endpointId: string) => number;
  submit: (command: Command) => Promise<Reply>;
  clock: Clock;
  logger: Logger;
  metrics: Pick<DispatcherMetrics, 'disabled' | 'failing'>;
}

/**
 * Tells endpoints what the dispatcher found out about them: that they fail, have recovered, are gone. What is owed stands in
 * the lanes and is taken out only after the answer, and the same change is the same command, so that a crash in between
 * repeats it without a second effect.
 */
export class TellEndpoints {
  constructor(private readonly parts: TellEndpointsParts) {}

  /** Once over all that is owed. A command that cannot be settled now is owed on. @throws Error of pg. */
  async run(): Promise<void> {
    const { owed, clock, ownedShards, logger } = this.parts;
    const shards = ownedShards();
    if (shards.length === 0) return;
    for await (const lanes of owed.find(clock.nowMs() - FIRST_NOTICE_MS, shards)) {
      for (const lane of lanes) {
        await this.tell(lane).catch((error: unknown) => {
          logger.warn({ endpointId: lane.endpointId, error: String(error) }, 'an endpoint could not be told now; trying on');
        });
      }
    }
  }

  private async tell(lane: OwingLane): Promise<void> {
    const { owed, lanes, clock, logger, shardOf } = this.parts;
    const nowMs = clock.nowMs();
    const told = owedCommand(lane, nowMs);
    if (told === null) return;
    const reply = await this.parts.submit(commandOf(lane, told, nowMs));
    // Stored under its id for good: the next hour's command is another one.
    if (reply.refusal?.code === 'command_expired') return;
    logger.info({ endpointId: lane.endpointId, command: told.type, refusal: reply.refusal?.code }, 'an endpoint was told how it does');
    // Before the lane is let go, it knows that the endpoint takes nothing any more.
    await lanes.follow([shardOf(lane.endpointId)], [lane.endpointId], nowMs);
    if (told.type === 'webhook_endpoints.note_failing') await owed.noted(lane.endpointId, told.payload.level);
    if (lane.owed !== null) await owed.settle(lane.endpointId, lane.owed);
    if (!reply.refusal) this.count(told);
  }

  private count(told: OwedCommand): void {
    const { disabled, failing } = this.parts.metrics;
    if (told.type === 'webhook_endpoints.disable') disabled.inc({ reason: told.payload.reason });
    if (told.type === 'webhook_endpoints.note_failing') failing.inc({ level: String(told.payload.level) });
  }
}

function commandOf({ endpointId, accountId, livemode, endpointVersion }: OwingLane, told: OwedCommand, nowMs: number): Command {
  const commandId = derivedUuid(
    `${told.type} ${endpointId} ${endpointVersion} ${JSON.stringify(told.payload)} ${Math.floor(nowMs / HOUR_MS)}`,
  );
  const target = { streamId: endpointId, accountId, livemode };
  return systemCommand({ commandId, type: told.type, ...target, actorId: 'webhooks.dispatcher', nowMs, payload: told.payload });
}
