import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '#event-store';
import { KycCommandsController } from './commands/kyc-commands.controller';
import { Intake } from './intake/intake';
import { IntakeController } from './intake/intake.controller';
import { IdempotencyKeysController } from './queries/idempotency-keys.controller';
import { VerificationsQueryController } from './queries/verifications-query.controller';

/** The kyc service as Nest sees it. */
@Module({})
export class KycModule {
  static with(store: EventStore, intake: Intake): DynamicModule {
    return {
      module: KycModule,
      controllers: [KycCommandsController, IntakeController, VerificationsQueryController, IdempotencyKeysController],
      providers: [
        { provide: EventStore, useValue: store },
        { provide: Intake, useValue: intake },
      ],
    };
  }
}
