import { Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import type { GatewayConfig } from './config';
import { CUSTOMER_ROUTES } from './customers/routes';
import { DocsController, ErrorPageController } from './docs/docs.controller';
import { OpenApiController } from './docs/openapi.controller';
import { EVENT_ROUTES } from './events/routes';
import { HealthController } from './health/health.controller';
import { MetricsController } from './health/metrics.controller';
import { GetIdempotencyKeyController } from './idempotency/get-idempotency-key.controller';
import { KYC_ROUTES } from './kyc/routes';
import { CheckoutController } from './checkout/checkout.controller';
import { SandboxConsentController } from './checkout/sandbox/sandbox-consent.controller';
import { SandboxPayController } from './checkout/sandbox/sandbox-pay.controller';
import { ListPaymentMethodOffersController } from './payment-methods/list-payment-method-offers.controller';
import { PAYMENT_ROUTES } from './payments/routes';
import { PortalController } from './portal/portal.controller';
import { REFUND_ROUTES } from './refunds/routes';
import { SimulatePaymentController } from './test-helpers/simulate-payment.controller';
import { SimulateRefundController } from './test-helpers/simulate-refund.controller';
import { SimulateVerificationController } from './test-helpers/simulate-verification.controller';
import { WEBHOOK_DELIVERY_ROUTES } from './webhook-deliveries/routes';
import { WEBHOOK_REPLAY_ROUTES } from './webhook-replays/routes';
import { WEBHOOK_ENDPOINT_ROUTES } from './webhook-endpoints/routes';
import { ReceiveKycWebhookController } from './processor-webhooks/receive-kyc-webhook.controller';
import { ReceiveProcessorWebhookController } from './processor-webhooks/receive-processor-webhook.controller';

/** One controller is one route, or one small family of pages. */
@Module({})
export class GatewayModule {
  static with(config: GatewayConfig, providers: Provider[]): DynamicModule {
    const controllers = [
      ...PAYMENT_ROUTES,
      ...KYC_ROUTES,
      ...REFUND_ROUTES,
      SimulatePaymentController,
      SimulateRefundController,
      SimulateVerificationController,
      GetIdempotencyKeyController,
      CheckoutController,
      SandboxPayController,
      SandboxConsentController,
      ...CUSTOMER_ROUTES,
      ListPaymentMethodOffersController,
      ...WEBHOOK_ENDPOINT_ROUTES,
      ...EVENT_ROUTES,
      ...WEBHOOK_DELIVERY_ROUTES,
      ...WEBHOOK_REPLAY_ROUTES,
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
