import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CreatedWebhookEndpoint,
  CreatePingDto,
  CreateWebhookEndpointDto,
  DeletedWebhookEndpoint,
  EnabledWebhookEndpoint,
  PING_EVENT_TYPE,
  RotateWebhookSecretDto,
  UpdateWebhookEndpointDto,
  WebhookEndpointResource,
  WebhookEndpointWithSecret,
  WebhookHealthResource,
  WebhookPingResource,
  type ErrorCode,
  type PingPayload,
} from '#contracts';
import { sealNothing } from '../../personal-data/encrypt-for';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { toCreateEndpointPayload, toRotateSecretPayload, toUpdateEndpointPayload, validateWebhookEndpoint } from './endpoint-payloads';
import { newSigningKeys } from './new-signing-keys';
import { startOf } from './start-of';

/** Milliseconds: the receiver has ten seconds. */
const PING_TIMEOUT_MS = 14_000;

const ENDPOINT_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'metadata_invalid',
  'url_invalid',
  'url_not_allowed',
  'resource_already_exists',
];

/** Routes of webhook endpoints. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class WebhookEndpointsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('webhooks:write')
  @CreateRoute('webhookEndpoint', {
    summary: 'Create a webhook endpoint',
    body: CreateWebhookEndpointDto,
    validate: (dto, context, wrong) => validateWebhookEndpoint(dto, context, wrong),
    showsSecret: true,
    answer: CreatedWebhookEndpoint,
    returns: 'The endpoint, with its secret.',
    errors: [...ENDPOINT_ERRORS, 'limit_exceeded', 'resource_missing'],
  })
  async createEndpoint(@Call() call: WriteCall, @Dto() dto: CreateWebhookEndpointDto): Promise<Answer> {
    const startFrom = await startOf(dto.start_from, call);
    const seal = await call.newSealerOf(call.objectId);
    const parts = { seal, fresh: newSigningKeys(call.random, seal), startFrom };
    return this.writes.send(call, 'webhook_endpoints.create', toCreateEndpointPayload(dto, call, parts));
  }

  @Get()
  @RequireScope('webhooks:read')
  @ListRoute('webhookEndpoint', {
    summary: 'List webhook endpoints',
    item: WebhookEndpointResource,
    filters: ['id', 'created_at', 'status', 'metadata'],
    statuses: ['enabled', 'disabled'],
  })
  listEndpoints(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('webhooks:read')
  @RetrieveRoute('webhookEndpoint', { summary: 'Retrieve a webhook endpoint', answer: WebhookEndpointResource, hasAsOf: true })
  getEndpoint(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch(':id')
  @RequireScope('webhooks:write')
  @UpdateRoute('webhookEndpoint', {
    summary: 'Change a webhook endpoint',
    body: UpdateWebhookEndpointDto,
    isBodyOptional: true,
    validate: validateWebhookEndpoint,
    answer: EnabledWebhookEndpoint,
    errors: [...ENDPOINT_ERRORS, 'state_conflict'],
  })
  async updateEndpoint(@Call() call: WriteCall, @Dto() dto: UpdateWebhookEndpointDto): Promise<Answer> {
    const seal = dto.headers ? await call.sealerOf(call.objectId) : sealNothing;
    return this.writes.send(call, 'webhook_endpoints.update', toUpdateEndpointPayload(dto, call, seal));
  }

  @Delete(':id')
  @RequireScope('webhooks:write')
  @UpdateRoute('webhookEndpoint', { summary: 'Delete a webhook endpoint', answer: DeletedWebhookEndpoint, returns: 'That it is gone.' })
  deleteEndpoint(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'webhook_endpoints.delete', {});
  }

  @Post(':id/enable')
  @RequireScope('webhooks:write')
  @UpdateRoute('webhookEndpoint', { summary: 'Enable a webhook endpoint', answer: EnabledWebhookEndpoint, errors: ['state_conflict'] })
  enableEndpoint(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'webhook_endpoints.enable', {});
  }

  @Post(':id/disable')
  @RequireScope('webhooks:write')
  @UpdateRoute('webhookEndpoint', { summary: 'Disable a webhook endpoint', answer: WebhookEndpointResource })
  disableEndpoint(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'webhook_endpoints.disable', { reason: 'merchant' });
  }

  @Post(':id/rotate_secret')
  @RequireScope('webhooks:write')
  @UpdateRoute('webhookEndpoint', {
    summary: 'Rotate the secret of a webhook endpoint',
    body: RotateWebhookSecretDto,
    isBodyOptional: true,
    showsSecret: true,
    answer: WebhookEndpointWithSecret,
    returns: 'The endpoint, with its new secret.',
    errors: ['state_conflict'],
  })
  async rotateSecret(@Call() call: WriteCall, @Dto() dto: RotateWebhookSecretDto): Promise<Answer> {
    const seal = await call.sealerOf(call.objectId);
    const payload = toRotateSecretPayload(dto, newSigningKeys(call.random, seal));
    return this.writes.send(call, 'webhook_endpoints.rotate_secret', payload);
  }

  @Get(':id/health')
  @RequireScope('webhooks:read')
  @RetrieveRoute('webhookEndpoint', {
    summary: 'See how a webhook endpoint does',
    part: 'health',
    answer: WebhookHealthResource,
    returns: 'How it does.',
  })
  getEndpointHealth(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Post(':id/ping')
  @RequireScope('webhooks:write', { countedAs: 'pings' })
  @UpdateRoute('webhookEndpoint', {
    summary: 'Ping a webhook endpoint',
    description:
      'Sends one signed event now, waits up to 10 seconds for the answer, and says what came of it. In no statistics. 10 a minute.',
    body: CreatePingDto,
    isBodyOptional: true,
    answer: WebhookPingResource,
    returns: 'What came of it.',
  })
  pingEndpoint(@Call() call: WriteCall, @Dto() dto: CreatePingDto): Promise<Answer> {
    const payload: PingPayload = { eventType: dto.type ?? PING_EVENT_TYPE };
    return this.writes.send(call, 'webhook_endpoints.ping', payload, { direct: { action: 'ping', timeoutMs: PING_TIMEOUT_MS } });
  }
}
