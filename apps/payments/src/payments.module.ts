import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from '#contracts';
import { EventStore } from '#event-store';
import { APP_FILTER } from '@nestjs/core';
import { Expansions, ObjectQueries, RefusalFilter, resourceControllers } from '#listing';
import { PersonalData } from '#personal-data';
import { CLOCK_TOKEN } from './callbacks/clock-token';
import { ProcessorCallbacks } from './callbacks/processor-callbacks';
import { ProcessorCallbacksController } from './callbacks/processor-callbacks.controller';
import { PaymentCommandsController } from './payment-commands.controller';
import { paymentExpansions } from './internal-api/expansions';
import { KeysOfAccountController } from './internal-api/idempotency-keys.controller';
import { PaymentAttemptsController } from './internal-api/payment-attempts.controller';
import type { Processors } from './processors/routing/choose-processor';
import { CustomerPaymentMethodsController } from './internal-api/customer-payment-methods.controller';
import { ErasedCustomersController } from './internal-api/erased-customers.controller';
import { PaymentMethodOffersController, PROCESSORS } from './internal-api/payment-method-offers.controller';
import { PaymentRefundsController } from './internal-api/payment-refunds.controller';
import { PendingOtps } from './tasks/pending-otps';
import type { RenderOptions } from './payment/render';

/** What the controllers need of the outside. */
interface ProcessorClientParts {
  otps: PendingOtps;
  personalData: PersonalData;
  processors: Processors;
  callbacks: ProcessorCallbacks;
  options: RenderOptions;
  clock: Clock;
}

/** The payments service as Nest sees it. */
@Module({})
export class PaymentsModule {
  static with(store: EventStore, { options, otps, personalData, processors, callbacks, clock }: ProcessorClientParts): DynamicModule {
    return {
      module: PaymentsModule,
      controllers: [
        PaymentCommandsController,
        ErasedCustomersController,
        PaymentMethodOffersController,
        ...resourceControllers(store.options.aggregates),
        PaymentAttemptsController,
        PaymentRefundsController,
        CustomerPaymentMethodsController,
        KeysOfAccountController,
        ProcessorCallbacksController,
      ],
      providers: [
        { provide: APP_FILTER, useClass: RefusalFilter },
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
        { provide: Expansions, useValue: paymentExpansions(store, options) },
        { provide: PROCESSORS, useValue: processors },
      ],
    };
  }
}
