import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { APP_FILTER } from '@nestjs/core';
import { IdempotencyKeysController, RefusalFilter, resourceControllers } from '#listing';
import { CLOCK } from './clock-token';
import { WebhookCommandsController } from './webhook-commands.controller';
import { EventsController } from './feed/events.controller';
import { EndpointsController } from './internal-api/endpoints.controller';
import { EventsQueryController } from './internal-api/events-query.controller';

import { REPLAY_CONTROLLERS } from './replay/create-replays';

/** What the controllers work with. */
export interface WebhooksParts {
  store: EventStore;
  clock: Clock;
  /** Of the rooms beside the aggregates. */
  more: readonly Provider[];
}

/** The webhooks service as Nest sees it. */
@Module({})
export class WebhooksModule {
  static with({ store, clock, more }: WebhooksParts): DynamicModule {
    return {
      module: WebhooksModule,
      controllers: [
        EventsController,
        EventsQueryController,
        WebhookCommandsController,
        EndpointsController,
        IdempotencyKeysController,
        ...REPLAY_CONTROLLERS,
        // Endpoints are shown with figures that no state has: they have a controller of their own.
        ...resourceControllers(store.options.aggregates.filter(({ idKind }) => idKind !== 'webhookEndpoint')),
      ],
      providers: [
        { provide: APP_FILTER, useClass: RefusalFilter },
        { provide: EventStore, useValue: store },
        { provide: CLOCK, useValue: clock },
        ...more,
      ],
    };
  }
}
