import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONNECTION_STATUSES, ConnectionResource, DeletedConnection, TEAM_ROLES } from '#contracts';
import {
  Call,
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
import { PlatformConnections } from './platform-connections';

/** Routes of connections: the rights of an app in an account. The platform, which owns the app, sees and ends them too. */
@ApiTags('Connections')
@Controller('v1/connections')
export class ConnectionsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
    private readonly platform: PlatformConnections,
  ) {}

  @Get()
  @RequireScope('apps:read')
  @ListRoute('connection', {
    summary: 'List connections',
    description: 'What apps may do for your account, and what your apps may do for other accounts.',
    item: ConnectionResource,
    filters: ['id', 'created_at', 'status'],
    statuses: CONNECTION_STATUSES,
    own: { app_id: { id: 'app' }, account_id: { id: 'account' } },
    hasTotalCount: false,
  })
  listConnections(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('apps:read')
  @RetrieveRoute('connection', {
    summary: 'Retrieve a connection',
    description: 'For the account, and for the platform that owns the app.',
    answer: ConnectionResource,
    hasAsOf: true,
    isOfOtherAccounts: true,
  })
  async getConnection(@Call() call: RetrieveCall): Promise<Answer> {
    const accountId = await this.platform.accountOf(call.id, call.caller);
    return this.reads.retrieve({ ...call, caller: { ...call.caller, accountId } });
  }

  @Delete(':id')
  @RequireScope('apps:write', { isCritical: true, ofPeople: { roles: TEAM_ROLES, needsStepUp: false } })
  @UpdateRoute('connection', {
    summary: 'End a connection',
    description: 'By the account, or by the platform. Its tokens are refused within five seconds.',
    answer: DeletedConnection,
    returns: 'That it has ended.',
    isOfOtherAccounts: true,
  })
  async revokeConnection(@Call() call: WriteCall): Promise<Answer> {
    const accountId = await this.platform.accountOf(call.objectId, call.caller);
    if (accountId !== call.accountId) return this.platform.revoke(call, accountId);
    return this.writes.send(call, 'connections.revoke', { by: 'account' });
  }
}
