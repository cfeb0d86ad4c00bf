import { CreatePingDto, CreateWebhookEndpointDto, PING_EVENT_TYPE, RotateWebhookSecretDto, UpdateWebhookEndpointDto } from '#contracts';
import type { PingPayload } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { newSigningKeys } from './new-signing-keys';
import { startOf } from './start-of';
import { toCreateEndpointPayload, toRotateSecretPayload, toUpdateEndpointPayload, validateWebhookEndpoint } from './endpoint-payloads';

/** What each command on webhook endpoints reads from its request, and what it sends to the service. */
export const ENDPOINT_COMMANDS = {
  create: writeRoute({
    resource: 'webhookEndpoint',
    command: 'webhook_endpoints.create',
    creates: true,
    showsSecret: true,
    body: CreateWebhookEndpointDto,
    validate: (dto, context, wrong) => validateWebhookEndpoint(dto, context, wrong),
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    prepare: ({ start_from: since }, context, services) => startOf(since, context, services),
    payload: (dto, context, seal, startFrom) =>
      toCreateEndpointPayload(dto, context, { seal, fresh: newSigningKeys(context.random, seal), startFrom }),
  }),
  update: writeRoute({
    resource: 'webhookEndpoint',
    command: 'webhook_endpoints.update',
    creates: false,
    body: UpdateWebhookEndpointDto,
    validate: validateWebhookEndpoint,
    encryptFor: (dto, { objectId }) => (dto.headers ? { subjectId: objectId } : null),
    payload: toUpdateEndpointPayload,
  }),
  delete: writeRoute({ resource: 'webhookEndpoint', command: 'webhook_endpoints.delete', creates: false, payload: () => ({}) }),
  enable: writeRoute({ resource: 'webhookEndpoint', command: 'webhook_endpoints.enable', creates: false, payload: () => ({}) }),
  disable: writeRoute({
    resource: 'webhookEndpoint',
    command: 'webhook_endpoints.disable',
    creates: false,
    payload: () => ({ reason: 'merchant' }),
  }),
  rotateSecret: writeRoute({
    resource: 'webhookEndpoint',
    command: 'webhook_endpoints.rotate_secret',
    creates: false,
    showsSecret: true,
    body: RotateWebhookSecretDto,
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId }),
    payload: (dto, { random }, seal) => toRotateSecretPayload(dto, newSigningKeys(random, seal)),
  }),
  ping: writeRoute({
    resource: 'webhookEndpoint',
    command: 'webhook_endpoints.ping',
    creates: false,
    body: CreatePingDto,
    payload: ({ type }): PingPayload => ({ eventType: type ?? PING_EVENT_TYPE }),
    // The receiver has ten seconds.
    direct: { action: 'ping', timeoutMs: 14_000 },
  }),
};
