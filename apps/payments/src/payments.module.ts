import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { EventStore } from '#event-store';
import { APP_FILTER } from '@nestjs/core';
import { Expansions, ObjectQueries, RefusalFilter, resourceControllers } from '#listing';
import { ProcessModule, type AppDeps } from '#service';
import { ProcessorCallbacks } from './callbacks/processor-callbacks';
import { ProcessorCallbacksController } from './callbacks/processor-callbacks.controller';
import { PaymentCommandsController } from './payment-commands.controller';
import { paymentExpansions } from './internal-api/expansions';
import { KeysOfAccountController } from './internal-api/idempotency-keys.controller';
import { PaymentAttemptsController } from './internal-api/payment-attempts.controller';
import type { Processors } from './processors/routing/choose-processor';
import { CustomerBalanceTransactionsController } from './internal-api/customer-balance-transactions.controller';
import { CustomerPaymentMethodsController } from './internal-api/customer-payment-methods.controller';
import { ErasedCustomersController } from './internal-api/erased-customers.controller';
import { OperatorHeldMoneyController } from './internal-api/operator-held-money.controller';
import { PaymentMethodOffersController, PROCESSORS } from './internal-api/payment-method-offers.controller';
import { TaxSettingsController } from './internal-api/tax-settings.controller';
import { MandateDebitsController } from './internal-api/mandate-debits.controller';
import { InvoiceLinesController } from './internal-api/invoice-lines.controller';
import { INVOICE_OPTIONS, SubscriptionInvoicesController } from './internal-api/subscription-invoices.controller';
import { PaymentRefundsController } from './internal-api/payment-refunds.controller';
import { Fingerprints } from './payment-method/fingerprints';
import { PersonalData } from '#personal-data';
import { PendingOtps } from './tasks/pending-otps';
import type { RenderOptions } from './payment/render';

/** What the controllers need of the outside. */
interface ProcessorClientParts {
  otps: PendingOtps;
  processors: Processors;
  callbacks: ProcessorCallbacks;
  options: RenderOptions;
  deps: AppDeps;
}

/** The payments service as Nest sees it. */
@Module({})
export class PaymentsModule {
  static with(store: EventStore, { options, otps, processors, callbacks, deps }: ProcessorClientParts): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [ProcessModule.with(deps, [{ provide: EventStore, useValue: store }])],
      controllers: [
        PaymentCommandsController,
        ErasedCustomersController,
        OperatorHeldMoneyController,
        PaymentMethodOffersController,
        ...resourceControllers(store.options.aggregates),
        PaymentAttemptsController,
        PaymentRefundsController,
        MandateDebitsController,
        SubscriptionInvoicesController,
        InvoiceLinesController,
        CustomerPaymentMethodsController,
        CustomerBalanceTransactionsController,
        TaxSettingsController,
        KeysOfAccountController,
        ProcessorCallbacksController,
      ],
      providers: [
        { provide: APP_FILTER, useClass: RefusalFilter },
        { provide: PendingOtps, useValue: otps },
        fingerprintsOf(store),
        { provide: ProcessorCallbacks, useValue: callbacks },
        {
          provide: ObjectQueries,
          useFactory: (expansions: Expansions) => new ObjectQueries(store, expansions),
          inject: [Expansions],
        },
        { provide: Expansions, useValue: paymentExpansions(store, options) },
        { provide: PROCESSORS, useValue: processors },
        { provide: INVOICE_OPTIONS, useValue: options },
      ],
    };
  }
}

function fingerprintsOf(store: EventStore): Provider {
  const useFactory = (personalData: PersonalData): Fingerprints => new Fingerprints(store, personalData);
  return { provide: Fingerprints, useFactory, inject: [PersonalData] };
}
