import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '#event-store';
import { KycCommandsController } from './commands/kyc-commands.controller';

/** The kyc service as Nest sees it. */
@Module({})
export class KycModule {
  static with(store: EventStore): DynamicModule {
    return { module: KycModule, controllers: [KycCommandsController], providers: [{ provide: EventStore, useValue: store }] };
  }
}
