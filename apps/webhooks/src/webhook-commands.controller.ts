import { Inject } from '@nestjs/common';
import { COMMAND_TOPIC, REPLAY_REQUEST_COMMAND_TYPES, WEBHOOK_ENDPOINT_COMMAND_TYPES, type Command, type Reply } from '#contracts';
import { EventStore } from '#event-store';
import { BusController, MessagePattern, Payload, PoisonMessageError } from '#messaging';

/** What may come from outside; the rest is sent by one aggregate to another, in one commit. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([...WEBHOOK_ENDPOINT_COMMAND_TYPES, ...REPLAY_REQUEST_COMMAND_TYPES]);

/** Topic → queue → decider. */
@BusController()
export class WebhookCommandsController {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** @throws PoisonMessageError for a command no aggregate answers: it goes to the dead letters with the reason. */
  @MessagePattern(COMMAND_TOPIC.webhooks)
  async settle(@Payload() command: Command): Promise<Reply> {
    if (!KNOWN_TYPES.has(command.type)) throw new PoisonMessageError('no aggregate of webhooks answers this type of command');
    return this.store.submit(command);
  }
}
