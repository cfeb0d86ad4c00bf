import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { APP_FILTER } from '@nestjs/core';
import { IdempotencyKeysController, RefusalFilter, resourceControllers } from '#listing';
import { ProviderCallbacks } from './callbacks/provider-callbacks';
import { CALLBACK_CLOCK, ProviderCallbacksController } from './callbacks/provider-callbacks.controller';
import { KycCommandsController } from './kyc-commands.controller';
import { Intake } from './vault/document-intake';
import { IntakeController } from './internal-api/documents.controller';

/** What the routes of the kyc service stand on. */
export interface KycParts {
  store: EventStore;
  intake: Intake;
  callbacks: ProviderCallbacks;
  clock: Clock;
}

/** The kyc service as Nest sees it. */
@Module({})
export class KycModule {
  static with({ store, intake, callbacks, clock }: KycParts): DynamicModule {
    return {
      module: KycModule,
      controllers: [
        KycCommandsController,
        IntakeController,
        ...resourceControllers(store.options.aggregates),
        IdempotencyKeysController,
        ProviderCallbacksController,
      ],
      providers: [
        { provide: APP_FILTER, useClass: RefusalFilter },
        { provide: EventStore, useValue: store },
        { provide: Intake, useValue: intake },
        { provide: ProviderCallbacks, useValue: callbacks },
        { provide: CALLBACK_CLOCK, useValue: clock },
      ],
    };
  }
}
