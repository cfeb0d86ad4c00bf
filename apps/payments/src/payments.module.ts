import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '#event-store';
import { PaymentCommandsController } from './commands/payment-commands.controller';
import { PaymentsQueryController, RENDER_OPTIONS } from './queries/payments-query.controller';
import type { RenderOptions } from './render';

/** The payments service as Nest sees it. */
@Module({})
export class PaymentsModule {
  static with(store: EventStore, options: RenderOptions): DynamicModule {
    return {
      module: PaymentsModule,
      controllers: [PaymentCommandsController, PaymentsQueryController],
      providers: [
        { provide: EventStore, useValue: store },
        { provide: RENDER_OPTIONS, useValue: options },
      ],
    };
  }
}
