import { COMMAND_TOPIC, type Command, type Reply } from '#contracts';
import { EventStore } from '#event-store';
import { BusController, MessagePattern, Payload, PoisonMessageError } from '#messaging';

/** Topic → queue → decider. */
@BusController()
export class WebhookCommandsController {
  constructor(private readonly store: EventStore) {}

  /** @throws PoisonMessageError for a command no aggregate answers: it goes to the dead letters with the reason. */
  @MessagePattern(COMMAND_TOPIC.webhooks)
  async settle(@Payload() command: Command): Promise<Reply> {
    if (!this.store.takesFromBus(command.type)) throw new PoisonMessageError('no aggregate of webhooks answers this type of command');
    return this.store.submit(command);
  }
}
