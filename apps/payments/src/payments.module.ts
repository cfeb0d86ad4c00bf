import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { Expansions, ObjectQueries } from '#listing';
import { PersonalData } from '#personal-data';
import { CLOCK_TOKEN } from './callbacks/clock-token';
import { ProcessorCallbacks } from './callbacks/processor-callbacks';
import { ProcessorCallbacksController } from './callbacks/processor-callbacks.controller';
import { PaymentCommandsController } from './payment-commands.controller';
import { paymentExpansions } from './internal-api/expansions';
import { IdempotencyKeysController } from './internal-api/idempotency-keys.controller';
import { PaymentHistoryController } from './internal-api/payment-history.controller';
import { PaymentsListController } from './internal-api/payments-list.controller';
import type { Processors } from './processors/routing/choose-processor';
import { CustomersListController } from './internal-api/customers-list.controller';
import { CustomersQueryController } from './internal-api/customers-query.controller';
import { ErasedCustomersController } from './internal-api/erased-customers.controller';
import { PaymentMethodsQueryController, PROCESSORS } from './internal-api/payment-methods-query.controller';
import { PaymentsQueryController, RENDER_OPTIONS } from './internal-api/payments-query.controller';
import { RefundsListController } from './internal-api/refunds-list.controller';
import { RefundsQueryController } from './internal-api/refunds-query.controller';
import { PendingOtps } from './tasks/pending-otps';
import type { RenderOptions } from './payment/render';

/** What the controllers need of the outside. */
interface ProcessorClientParts {
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
    { otps, personalData, processors, callbacks, clock }: ProcessorClientParts,
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
