import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { Expansions, ObjectQueries } from '#listing';
import { PersonalData } from '#personal-data';
import { CLOCK_TOKEN } from './callbacks/clock-token';
import { ProcessorCallbacks } from './callbacks/processor-callbacks';
import { ProcessorCallbacksController } from './callbacks/processor-callbacks.controller';
import { PaymentCommandsController } from './commands/payment-commands.controller';
import { paymentExpansions } from './queries/expansions';
import { IdempotencyKeysController } from './queries/idempotency-keys.controller';
import { PaymentHistoryController } from './queries/payment-history.controller';
import { PaymentsListController } from './queries/payments-list.controller';
import type { Processors } from './commands/choose-processor';
import { CustomersListController } from './queries/customers-list.controller';
import { CustomersQueryController } from './queries/customers-query.controller';
import { ErasedCustomersController } from './queries/erased-customers.controller';
import { PaymentMethodsQueryController, PROCESSORS } from './queries/payment-methods-query.controller';
import { PaymentsQueryController, RENDER_OPTIONS } from './queries/payments-query.controller';
import { RefundsListController } from './queries/refunds-list.controller';
import { RefundsQueryController } from './queries/refunds-query.controller';
import { PendingOtps } from './reactors/pending-otps';
import type { RenderOptions } from './render';

/** What the controllers need of the outside. */
interface OutsideParts {
  otps: PendingOtps;
  personalData: PersonalData;
  processors: Processors;
  callbacks: ProcessorCallbacks;
  clock: Clock;
}

/** The payments service as Nest sees it. */
@Module({})
export class PaymentsModule {
  static with(
    store: EventStore,
    options: RenderOptions,
    { otps, personalData, processors, callbacks, clock }: OutsideParts,
  ): DynamicModule {
    return {
      module: PaymentsModule,
      controllers: [
        PaymentCommandsController,
        PaymentsListController,
        PaymentHistoryController,
        IdempotencyKeysController,
        PaymentsQueryController,
        RefundsListController,
        RefundsQueryController,
        CustomersListController,
        CustomersQueryController,
        ErasedCustomersController,
        PaymentMethodsQueryController,
        ProcessorCallbacksController,
      ],
      providers: [
        { provide: EventStore, useValue: store },
        { provide: PendingOtps, useValue: otps },
        { provide: PersonalData, useValue: personalData },
        { provide: ProcessorCallbacks, useValue: callbacks },
        { provide: CLOCK_TOKEN, useValue: clock },
        {
          provide: ObjectQueries,
          useFactory: (expansions: Expansions) => new ObjectQueries(store, expansions),
          inject: [Expansions],
        },
        { provide: Expansions, useFactory: paymentExpansions, inject: [EventStore, RENDER_OPTIONS] },
        { provide: RENDER_OPTIONS, useValue: options },
        { provide: PROCESSORS, useValue: processors },
      ],
    };
  }
}
