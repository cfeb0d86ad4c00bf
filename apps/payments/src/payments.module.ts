import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '#event-store';
import { Expansions } from '#listing';
import { PaymentCommandsController } from './commands/payment-commands.controller';
import { paymentExpansions } from './queries/expansions';
import { PaymentsListController } from './queries/payments-list.controller';
import { PaymentsQueryController, RENDER_OPTIONS } from './queries/payments-query.controller';
import type { RenderOptions } from './render';

/** The payments service as Nest sees it. */
@Module({})
export class PaymentsModule {
  static with(store: EventStore, options: RenderOptions): DynamicModule {
    return {
      module: PaymentsModule,
      controllers: [PaymentCommandsController, PaymentsListController, PaymentsQueryController],
      providers: [
        { provide: EventStore, useValue: store },
        { provide: Expansions, useFactory: () => paymentExpansions() },
        { provide: RENDER_OPTIONS, useValue: options },
      ],
    };
  }
}
