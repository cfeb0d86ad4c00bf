import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  API_KEY_KINDS,
  API_KEY_STATUSES,
  ApiKeyResource,
  CreateApiKeyDto,
  DeletedApiKey,
  RollApiKeyDto,
  UpdateApiKeyDto,
} from '#contracts';
import { newKey } from '../../api-keys/new-key';
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
import {
  toCreateApiKeyPayload,
  toRollApiKeyPayload,
  toUpdateApiKeyPayload,
  validateCreateApiKey,
  validateUpdateApiKey,
} from './api-key-payloads';
import { refuseCreateApiKey, refuseRollApiKey, refuseUpdateApiKey } from './refuse-api-key';

const ONCE = 'It is shown this once.';

/** Routes of API keys. */
@ApiTags('API keys')
@Controller('v1/api_keys')
export class ApiKeysController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('keys:write')
  @CreateRoute('apiKey', {
    summary: 'Make a restricted or publishable key',
    description: `At most the scopes of the key that asks, and revoked with it. Secret keys are made by people. ${ONCE}`,
    body: CreateApiKeyDto,
    validate: (dto, _context, wrong) => validateCreateApiKey(dto, wrong),
    showsSecret: true,
    answer: ApiKeyResource,
    returns: `The key, with its text. ${ONCE}`,
    errors: ['parameter_missing', 'scope_unknown', 'metadata_invalid', 'session_only', 'limit_exceeded'],
  })
  async createApiKey(@Call() call: WriteCall, @Dto() dto: CreateApiKeyDto): Promise<Answer> {
    refuseCreateApiKey(dto, call);
    const { objectId, livemode, random } = call;
    const key = newKey(objectId, { kind: dto.kind, livemode, random });
    const seal = await call.newSealerOf(objectId);
    return this.writes.send(call, 'api_keys.create', toCreateApiKeyPayload(dto, call, seal, key), {
      secret: { ownerId: key.id, secret: key.secret },
    });
  }

  @Get()
  @RequireScope('keys:read')
  @ListRoute('apiKey', {
    summary: 'List API keys',
    item: ApiKeyResource,
    filters: ['id', 'created_at', 'status', 'metadata'],
    statuses: API_KEY_STATUSES,
    own: {
      kind: { words: API_KEY_KINDS },
      unused_days: { digitsMax: 4, about: 'Only keys that have not ended and were not used for so many days.' },
    },
  })
  listApiKeys(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('keys:read')
  @RetrieveRoute('apiKey', {
    summary: 'Retrieve an API key',
    answer: ApiKeyResource,
    returns: 'The key. Its text is shown of a publishable one alone.',
    hasAsOf: true,
  })
  getApiKey(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch(':id')
  @RequireScope('keys:write')
  @UpdateRoute('apiKey', {
    summary: 'Change name, scopes, addresses, end and metadata of a key',
    body: UpdateApiKeyDto,
    isBodyOptional: true,
    validate: (dto, _context, wrong) => validateUpdateApiKey(dto, wrong),
    answer: ApiKeyResource,
    errors: ['scope_unknown', 'metadata_invalid', 'state_conflict', 'key_already_rolled'],
  })
  async updateApiKey(@Call() call: WriteCall, @Dto() dto: UpdateApiKeyDto): Promise<Answer> {
    await refuseUpdateApiKey(dto, call);
    return this.writes.send(call, 'api_keys.update', toUpdateApiKeyPayload(dto));
  }

  @Post(':id/roll')
  @RequireScope('keys:write')
  @UpdateRoute('apiKey', {
    summary: 'Let a new key take the place of one',
    description: `Both work until the overlap ends, a day unless given. No key rolls itself, and none a secret key. ${ONCE}`,
    body: RollApiKeyDto,
    isBodyOptional: true,
    showsSecret: true,
    answer: ApiKeyResource,
    returns: `The new key, with its text. ${ONCE}`,
    errors: ['session_only', 'state_conflict', 'key_already_rolled'],
  })
  async rollApiKey(@Call() call: WriteCall, @Dto() dto: RollApiKeyDto): Promise<Answer> {
    const kind = await refuseRollApiKey(call);
    const { newIds, livemode, random } = call;
    const key = newKey(newIds.of('apiKey'), { kind, livemode, random });
    const seal = await call.newSealerOf(key.id);
    return this.writes.send(call, 'api_keys.roll', toRollApiKeyPayload(dto, call, seal, key), {
      secret: { ownerId: key.id, secret: key.secret },
    });
  }

  @Delete(':id')
  @RequireScope('keys:write', { isCritical: true, isOpenToItself: true })
  @UpdateRoute('apiKey', {
    summary: 'Revoke a key',
    description: 'It works nowhere any more within five seconds, and neither do the keys that it made. Any key may revoke itself.',
    choice: { param: 'reason', words: ['requested', 'leaked'] },
    answer: DeletedApiKey,
    returns: 'That it is revoked.',
  })
  revokeApiKey(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'api_keys.revoke', { reason: call.chosen ?? 'requested' });
  }
}
