import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EventStore } from '#event-store';
import { IdempotencyKeysController, RefusalFilter, resourceControllers } from '#listing';
import { ProcessModule, type AppDeps } from '#service';
import { FeedModule, type FeedOptions } from './feed/feed.module';
import { ReplayModule, type Replays } from './replay/replay.module';
import { WebhookCommandsController } from './webhook-commands.controller';

/** What the modules of the service are made of. */
export interface WebhooksParts {
  store: EventStore;
  deps: AppDeps;
  feed: FeedOptions;
  replays: Replays;
}

/** The webhooks service as Nest sees it. */
@Module({})
export class WebhooksModule {
  static with({ store, deps, feed, replays }: WebhooksParts): DynamicModule {
    return {
      module: WebhooksModule,
      imports: [
        ProcessModule.with(deps, [{ provide: EventStore, useValue: store }]),
        FeedModule.with(feed, deps),
        ReplayModule.with(replays),
      ],
      controllers: [
        WebhookCommandsController,
        IdempotencyKeysController,
        // Endpoints are shown with figures that no state has: they have a controller of their own.
        ...resourceControllers(store.options.aggregates.filter(({ idKind }) => idKind !== 'webhookEndpoint')),
      ],
      providers: [{ provide: APP_FILTER, useClass: RefusalFilter }],
    };
  }
}
