import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '#event-store';
import { APP_FILTER } from '@nestjs/core';
import { IdempotencyKeysController, RefusalFilter, resourceControllers } from '#listing';
import { ProcessModule, type AppDeps } from '#service';
import { ProviderCallbacks } from './callbacks/provider-callbacks';
import { ProviderCallbacksController } from './callbacks/provider-callbacks.controller';
import { KycCommandsController } from './kyc-commands.controller';
import { Intake } from './vault/document-intake';
import { IntakeController } from './internal-api/documents.controller';
import { OperatorReviewsController } from './internal-api/operator-reviews.controller';

/** What the routes of the kyc service stand on. */
export interface KycParts {
  store: EventStore;
  intake: Intake;
  callbacks: ProviderCallbacks;
  deps: AppDeps;
}

/** The kyc service as Nest sees it. */
@Module({})
export class KycModule {
  static with({ store, intake, callbacks, deps }: KycParts): DynamicModule {
    return {
      module: KycModule,
      imports: [ProcessModule.with(deps, [{ provide: EventStore, useValue: store }])],
      controllers: [
        KycCommandsController,
        IntakeController,
        OperatorReviewsController,
        ...resourceControllers(store.options.aggregates),
        IdempotencyKeysController,
        ProviderCallbacksController,
      ],
      providers: [
        { provide: APP_FILTER, useClass: RefusalFilter },
        { provide: Intake, useValue: intake },
        { provide: ProviderCallbacks, useValue: callbacks },
      ],
    };
  }
}
