import { Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { CheckoutController } from './checkout/checkout.controller';
import { SandboxConsentController } from './checkout/sandbox/sandbox-consent.controller';
import { SandboxPayController } from './checkout/sandbox/sandbox-pay.controller';
import type { GatewayConfig } from './config';
import { CustomersController } from './customers/customers.controller';
import { PaymentMethodsController } from './customers/payment-methods.controller';
import { DocsController, ErrorPageController } from './docs/docs.controller';
import { OpenApiController } from './docs/openapi.controller';
import { EventsController } from './events/events.controller';
import { GetEventTypeController } from './events/get-event-type.controller';
import { GetWebhookSourceIpsController } from './events/get-webhook-source-ips.controller';
import { ListEventTypesController } from './events/list-event-types.controller';
import { StreamEventsController } from './events/stream-events.controller';
import { HealthController } from './health/health.controller';
import { MetricsController } from './health/metrics.controller';
import { GetIdempotencyKeyController } from './idempotency/get-idempotency-key.controller';
import { VerificationsController } from './kyc/verifications.controller';
import { ListPaymentMethodOffersController } from './payment-methods/list-payment-method-offers.controller';
import { PaymentsController } from './payments/payments.controller';
import { PortalController } from './portal/portal.controller';
import { ReceiveKycWebhookController } from './processor-webhooks/receive-kyc-webhook.controller';
import { ReceiveProcessorWebhookController } from './processor-webhooks/receive-processor-webhook.controller';
import { RefundsController } from './refunds/refunds.controller';
import { SimulationsController } from './simulations/simulations.controller';
import { WebhookDeliveriesController } from './webhook-deliveries/webhook-deliveries.controller';
import { ListPublicKeysController } from './webhook-endpoints/list-public-keys.controller';
import { WebhookEndpointsController } from './webhook-endpoints/webhook-endpoints.controller';
import { WebhookReplaysController } from './webhook-replays/webhook-replays.controller';

/** One controller is one resource of the API, or one small family of pages. */
@Module({})
export class GatewayModule {
  static with(config: GatewayConfig, providers: Provider[]): DynamicModule {
    const controllers = [
      PaymentsController,
      VerificationsController,
      RefundsController,
      SimulationsController,
      GetIdempotencyKeyController,
      CheckoutController,
      SandboxPayController,
      SandboxConsentController,
      CustomersController,
      PaymentMethodsController,
      ListPaymentMethodOffersController,
      WebhookEndpointsController,
      ListPublicKeysController,
      StreamEventsController,
      EventsController,
      ListEventTypesController,
      GetEventTypeController,
      GetWebhookSourceIpsController,
      WebhookDeliveriesController,
      WebhookReplaysController,
      ReceiveProcessorWebhookController,
      ReceiveKycWebhookController,
      OpenApiController,
      ErrorPageController,
      HealthController,
    ];
    const docs = config.docsEnabled ? [DocsController] : [];
    const metrics = config.metricsOnPublicPort ? [MetricsController] : [];
    const portal = config.portalEnabled ? [PortalController] : [];
    return { module: GatewayModule, controllers: [...controllers, ...docs, ...portal, ...metrics], providers };
  }
}
