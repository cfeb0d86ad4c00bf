import { CreateEndpointController } from './create-endpoint.controller';
import { DeleteEndpointController } from './delete-endpoint.controller';
import { DisableEndpointController } from './disable-endpoint.controller';
import { EnableEndpointController } from './enable-endpoint.controller';
import { GetEndpointController } from './get-endpoint.controller';
import { ListEndpointsController } from './list-endpoints.controller';
import { ListPublicKeysController } from './list-public-keys.controller';
import { RotateSecretController } from './rotate-secret.controller';
import { UpdateEndpointController } from './update-endpoint.controller';

/** Every route under /v1/webhook_endpoints that is about the endpoint itself. */
export const WEBHOOK_ENDPOINT_ROUTES = [
  CreateEndpointController,
  ListEndpointsController,
  GetEndpointController,
  UpdateEndpointController,
  DeleteEndpointController,
  EnableEndpointController,
  DisableEndpointController,
  RotateSecretController,
  ListPublicKeysController,
];
