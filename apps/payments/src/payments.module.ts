import { Module, type DynamicModule } from '@nestjs/common';
import { EventStore } from '#event-store';
import { Expansions } from '#listing';
import { PaymentCommandsController } from './commands/payment-commands.controller';
import { paymentExpansions } from './queries/expansions';
import { ObjectQueries } from './queries/object-queries';
import { PaymentsListController } from './queries/payments-list.controller';
import { PaymentsQueryController, RENDER_OPTIONS } from './queries/payments-query.controller';
import { RefundsListController } from './queries/refunds-list.controller';
import { RefundsQueryController } from './queries/refunds-query.controller';
import { PendingOtps } from './reactors/pending-otps';
import type { RenderOptions } from './render';

/** The payments service as Nest sees it. */
@Module({})
export class PaymentsModule {
  static with(store: EventStore, options: RenderOptions, otps: PendingOtps): DynamicModule {
    return {
      module: PaymentsModule,
      controllers: [
        PaymentCommandsController,
        PaymentsListController,
        PaymentsQueryController,
        RefundsListController,
        RefundsQueryController,
      ],
      providers: [
        { provide: EventStore, useValue: store },
        { provide: PendingOtps, useValue: otps },
        ObjectQueries,
        { provide: Expansions, useFactory: paymentExpansions, inject: [EventStore, RENDER_OPTIONS] },
        { provide: RENDER_OPTIONS, useValue: options },
      ],
    };
  }
}
