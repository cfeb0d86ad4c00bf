import { CancelDeliveryController } from './cancel-delivery.controller';
import { GetDeliveryController } from './get-delivery.controller';
import { GetEndpointHealthController } from './get-endpoint-health.controller';
import { ListAttemptsController } from './list-attempts.controller';
import { ListEndpointDeliveriesController } from './list-endpoint-deliveries.controller';
import { ListEventDeliveriesController } from './list-event-deliveries.controller';
import { PingEndpointController } from './ping-endpoint.controller';
import { ResendDeliveryController } from './resend-delivery.controller';

/** Every route about what became of events at their endpoints. */
export const WEBHOOK_DELIVERY_ROUTES = [
  ListEndpointDeliveriesController,
  ListEventDeliveriesController,
  GetDeliveryController,
  ListAttemptsController,
  ResendDeliveryController,
  CancelDeliveryController,
  GetEndpointHealthController,
  PingEndpointController,
];
