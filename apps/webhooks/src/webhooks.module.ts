import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { CLOCK } from './clock-token';
import { WebhookCommandsController } from './commands/webhook-commands.controller';
import { EventIntake } from './events/event-intake';
import { EventsController } from './events/events.controller';
import { EndpointsQueryController } from './queries/endpoints-query.controller';
import { IdempotencyKeysController } from './queries/idempotency-keys.controller';

/** What the controllers work with. */
export interface WebhooksParts {
  store: EventStore;
  intake: EventIntake;
  clock: Clock;
}

/** The webhooks service as Nest sees it. */
@Module({})
export class WebhooksModule {
  static with({ store, intake, clock }: WebhooksParts): DynamicModule {
    return {
      module: WebhooksModule,
      controllers: [EventsController, WebhookCommandsController, EndpointsQueryController, IdempotencyKeysController],
      providers: [
        { provide: EventStore, useValue: store },
        { provide: EventIntake, useValue: intake },
        { provide: CLOCK, useValue: clock },
      ],
    };
  }
}
