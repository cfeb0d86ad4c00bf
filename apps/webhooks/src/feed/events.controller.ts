import { EVENT_TOPIC, type EventMessage } from '#contracts';
import { BusController, EventPattern, Payload } from '#messaging';
import { EventIntake } from './event-intake';

/** The topics this service listens to. */
@BusController()
export class EventsController {
  constructor(private readonly intake: EventIntake) {}

  @EventPattern(EVENT_TOPIC.payments)
  takePaymentEvents(@Payload() messages: readonly EventMessage[]): Promise<void> {
    return this.intake.take(EVENT_TOPIC.payments, messages);
  }

  @EventPattern(EVENT_TOPIC.kyc)
  takeKycEvents(@Payload() messages: readonly EventMessage[]): Promise<void> {
    return this.intake.take(EVENT_TOPIC.kyc, messages);
  }

  @EventPattern(EVENT_TOPIC.accounts)
  takeAccountEvents(@Payload() messages: readonly EventMessage[]): Promise<void> {
    return this.intake.take(EVENT_TOPIC.accounts, messages);
  }

  /** The topic of this service itself: an event about one endpoint goes to the account's other ones. */
  @EventPattern(EVENT_TOPIC.webhooks)
  takeEndpointEvents(@Payload() messages: readonly EventMessage[]): Promise<void> {
    return this.intake.take(EVENT_TOPIC.webhooks, messages);
  }
}
