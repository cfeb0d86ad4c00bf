import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { ProviderCallbacks } from './callbacks/provider-callbacks';
import { CALLBACK_CLOCK, ProviderCallbacksController } from './callbacks/provider-callbacks.controller';
import { KycCommandsController } from './commands/kyc-commands.controller';
import { Intake } from './intake/intake';
import { IntakeController } from './intake/intake.controller';
import { IdempotencyKeysController } from './queries/idempotency-keys.controller';
import { VerificationsQueryController } from './queries/verifications-query.controller';

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
        VerificationsQueryController,
        IdempotencyKeysController,
        ProviderCallbacksController,
      ],
      providers: [
        { provide: EventStore, useValue: store },
        { provide: Intake, useValue: intake },
        { provide: ProviderCallbacks, useValue: callbacks },
        { provide: CALLBACK_CLOCK, useValue: clock },
      ],
    };
  }
}
