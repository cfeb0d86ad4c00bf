import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ProcessModule, type AppDeps } from '#service';
import { AccountController } from './resources/account/account.controller';
import { AuditFollower } from './accounts/audit-log/audit-follower';
import { RunningAccounts } from './accounts/start-accounts';
import { AuditLogController } from './resources/audit-log/audit-log.controller';
import { ApiKeysController } from './resources/api-keys/api-keys.controller';
import { AppsController } from './resources/apps/apps.controller';
import { ConnectionsController } from './resources/connections/connections.controller';
import { PlatformConnections } from './resources/connections/platform-connections';
import { ReportLeakController } from './api-keys/report-leak.controller';
import { GithubReportsModule } from './api-keys/secret-scanning/github-reports.module';
import { AuthModule } from './auth/auth.module';
import { CheckoutModule } from './checkout/checkout.module';
import { CommandsModule } from './commands/commands.module';
import { GatewayConfig } from './config';
import { CustomersController } from './resources/customers/customers.controller';
import { BalanceTransactionsController } from './resources/customers/balance-transactions.controller';
import { PaymentMethodsController } from './resources/customers/payment-methods.controller';
import { DocsModule } from './docs/docs.module';
import { EventsModule } from './resources/events/events.module';
import { HealthController } from './health/health.controller';
import { MetricsController } from './health/metrics.controller';
import { ErrorFilter } from './http/error.filter';
import { PublicUrl } from './http/public-url';
import { GetIdempotencyKeyController } from './idempotency/get-idempotency-key.controller';
import { VerificationsController } from './resources/kyc/verifications.controller';
import { IS_ONLY_GATEWAY, LimitsModule } from './limits/limits.module';
import { ListPaymentMethodOffersController } from './resources/payment-methods/list-payment-method-offers.controller';
import { OAuthModule } from './oauth/oauth.module';
import { PaymentsController } from './resources/payments/payments.controller';
import { PlansController } from './resources/plans/plans.controller';
import { DebitsController } from './resources/debits/debits.controller';
import { InvoicesController } from './resources/invoices/invoices.controller';
import { MandatesController } from './resources/mandates/mandates.controller';
import { SubscriptionsController } from './resources/subscriptions/subscriptions.controller';
import { TablesModule } from './tables/tables.module';
import { TaxSettingsController } from './resources/tax-settings/tax-settings.controller';
import { PeopleModule, TERMINAL } from './people/people.module';
import { PortalController } from './portal/portal.controller';
import { ProcessorWebhooksModule } from './processor-webhooks/processor-webhooks.module';
import { ValidateVpaController } from './publishable/validate-vpa.controller';
import { QueriesModule } from './queries/queries.module';
import { RefundsController } from './resources/refunds/refunds.controller';
import { RequestLogsController } from './resources/request-logs/request-logs.controller';
import { RequestLogsModule } from './request-logs/request-logs.module';
import { SimulationsController } from './resources/simulations/simulations.controller';
import { TestClocksController } from './resources/test-clocks/test-clocks.controller';
import { WebhookDeliveriesController } from './resources/webhook-deliveries/webhook-deliveries.controller';
import { ListPublicKeysController } from './resources/webhook-endpoints/list-public-keys.controller';
import { WebhookEndpointsController } from './resources/webhook-endpoints/webhook-endpoints.controller';
import { WebhookReplaysController } from './resources/webhook-replays/webhook-replays.controller';

/** A resource of the API is one controller, which turns requests into commands and queries. */
const RESOURCE_CONTROLLERS = [
  PaymentsController,
  VerificationsController,
  RefundsController,
  PlansController,
  SubscriptionsController,
  MandatesController,
  DebitsController,
  InvoicesController,
  TaxSettingsController,
  SimulationsController,
  TestClocksController,
  GetIdempotencyKeyController,
  CustomersController,
  PaymentMethodsController,
  BalanceTransactionsController,
  ListPaymentMethodOffersController,
  ValidateVpaController,
  AccountController,
  ReportLeakController,
  ApiKeysController,
  AppsController,
  ConnectionsController,
  AuditLogController,
  RequestLogsController,
  WebhookEndpointsController,
  ListPublicKeysController,
  WebhookDeliveriesController,
  WebhookReplaysController,
];

/** What the module is made of beside its configuration. */
export interface GatewayParts {
  config: GatewayConfig;
  deps: AppDeps;
  publicUrl: PublicUrl;
  accounts: RunningAccounts;
  /** Every route of the server, as its decorators tell it. */
  describe: () => object;
}

/** The gateway as Nest sees it. */
@Module({})
export class GatewayModule {
  static with({ config, deps, publicUrl, accounts, describe }: GatewayParts): DynamicModule {
    const shared = [
      { provide: GatewayConfig, useValue: config },
      { provide: PublicUrl, useValue: publicUrl },
      { provide: RunningAccounts, useValue: accounts },
      { provide: AuditFollower, useValue: accounts.audit },
      { provide: IS_ONLY_GATEWAY, useValue: !deps.bus.sendsText },
      { provide: TERMINAL, useValue: deps.terminal ?? null },
    ];
    return {
      module: GatewayModule,
      imports: [
        ProcessModule.with(deps, shared),
        AuthModule,
        LimitsModule,
        QueriesModule,
        CommandsModule,
        EventsModule,
        CheckoutModule,
        PeopleModule,
        ProcessorWebhooksModule,
        RequestLogsModule,
        ...(config.secretScanning === 'github' ? [GithubReportsModule] : []),
        TablesModule,
        OAuthModule,
        DocsModule.with(describe, config.docsEnabled),
      ],
      controllers: [
        ...RESOURCE_CONTROLLERS,
        HealthController,
        ...(config.portalEnabled ? [PortalController] : []),
        ...(config.metricsOnPublicPort ? [MetricsController] : []),
      ],
      providers: [ErrorFilter, PlatformConnections, { provide: APP_FILTER, useExisting: ErrorFilter }],
    };
  }
}
