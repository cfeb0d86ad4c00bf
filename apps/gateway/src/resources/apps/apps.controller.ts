import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { APP_STATUSES, AppResource, CreateAppDto, DeletedApp, RollAppSecretDto, UpdateAppDto } from '#contracts';
import { hasSecret } from '../../accounts/app/decide/terms';
import { newClientSecret } from '../../apps/new-client-secret';
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
import { toAppTerms, toCreateAppPayload, toRollSecretPayload, toUpdateAppPayload, validateApp } from './app-payloads';
import { findActingTerms, refuseWiderApp, refuseWiderChange } from './refuse-wider-app';

const ONCE = 'Its secret is shown this once.';

/** Routes of apps: the OAuth clients of an account. */
@ApiTags('Apps')
@Controller('v1/apps')
export class AppsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('apps:write')
  @CreateRoute('app', {
    summary: 'Register an OAuth client',
    description: ONCE,
    body: CreateAppDto,
    validate: (dto, _context, wrong) => validateApp(dto, wrong),
    showsSecret: true,
    answer: AppResource,
    returns: `The app. ${ONCE}`,
    errors: ['parameter_missing', 'scope_unknown', 'redirect_uri_invalid', 'url_invalid'],
  })
  async createApp(@Call() call: WriteCall, @Dto() dto: CreateAppDto): Promise<Answer> {
    const terms = toAppTerms(dto);
    refuseWiderApp(terms, call);
    const secret = hasSecret(terms) ? newClientSecret(call.objectId, call) : undefined;
    const seal = await call.newSealerOf(call.objectId);
    return this.writes.send(call, 'apps.create', toCreateAppPayload(terms, seal, secret), { secret });
  }

  @Get()
  @RequireScope('apps:read')
  @ListRoute('app', { summary: 'List apps', item: AppResource, filters: ['id', 'created_at', 'status'], statuses: APP_STATUSES })
  listApps(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('apps:read')
  @RetrieveRoute('app', { summary: 'Retrieve an app', answer: AppResource, hasAsOf: true })
  getApp(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch(':id')
  @RequireScope('apps:write')
  @UpdateRoute('app', {
    summary: 'Change an app',
    body: UpdateAppDto,
    isBodyOptional: true,
    validate: (dto, _context, wrong) => validateApp(dto, wrong),
    answer: AppResource,
    errors: ['scope_unknown', 'redirect_uri_invalid', 'url_invalid', 'state_conflict'],
  })
  async updateApp(@Call() call: WriteCall, @Dto() dto: UpdateAppDto): Promise<Answer> {
    const change = toUpdateAppPayload(dto);
    await refuseWiderChange(change, call);
    return this.writes.send(call, 'apps.update', change);
  }

  @Post(':id/roll_secret')
  @RequireScope('apps:write')
  @UpdateRoute('app', {
    summary: 'Give an app a new secret',
    description: `The previous secret works until the overlap ends, a day unless given. ${ONCE}`,
    body: RollAppSecretDto,
    isBodyOptional: true,
    showsSecret: true,
    answer: AppResource,
    returns: `The app. ${ONCE}`,
    errors: ['state_conflict'],
  })
  async rollSecret(@Call() call: WriteCall, @Dto() dto: RollAppSecretDto): Promise<Answer> {
    refuseWiderApp(await findActingTerms(call), call);
    const secret = newClientSecret(call.objectId, call);
    const seal = await call.newSealerOf(call.objectId);
    return this.writes.send(call, 'apps.roll_secret', toRollSecretPayload(dto, seal, secret), { secret });
  }

  @Delete(':id')
  @RequireScope('apps:write', { isCritical: true })
  @UpdateRoute('app', {
    summary: 'Delete an app',
    description: 'Its tokens are refused within five seconds, and its connections end.',
    answer: DeletedApp,
    returns: 'That it is deleted.',
  })
  deleteApp(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'apps.delete', {});
  }
}
