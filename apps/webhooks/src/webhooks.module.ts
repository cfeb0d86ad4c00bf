import { Module, type DynamicModule } from '@nestjs/common';
import { EventIntake } from './events/event-intake';
import { EventsController } from './events/events.controller';

/** The webhooks service as Nest sees it. */
@Module({})
export class WebhooksModule {
  static with(intake: EventIntake): DynamicModule {
    return { module: WebhooksModule, controllers: [EventsController], providers: [{ provide: EventIntake, useValue: intake }] };
  }
}
