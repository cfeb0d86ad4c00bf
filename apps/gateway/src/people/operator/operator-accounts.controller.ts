import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ACCOUNT_STATUSES,
  AppResource,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  OperatorAccount,
  OperatorAccountList,
  OperatorNoteDto,
  shardOfId,
  toSeconds,
  VerifyAppDto,
} from '#contracts';
import { findAccount, findAccounts, type AccountRow, type AccountsQuery } from '../../accounts/account/every-account.table';
import { findAppOwner } from '../../accounts/app/app-owners.table';
import type { AccountAct } from '../../accounts/operator-accounts';
import { ApiError } from '../../http/api-error';
import type { QueryReader } from '../../lists/query-reader';
import { readLimit } from '../../lists/read-list-query';
import { GatewayDatabase } from '../../tables/gateway-database';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { readQuery, readWord } from '../http/page-query';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { AccountCommands } from '../members/account-commands';
import { operatorOf, refuseWithoutFactor } from './operator-access';

const NOTE = new BodyReader(OperatorNoteDto);
const VERIFY = new BodyReader(VerifyAppDto);
const ACCOUNT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'acct_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;
const APP_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'app_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;
const ACT_ERRORS = ['resource_missing', 'second_factor_missing', 'lock_timeout'] as const;
const act = (summary: string) => ({
  ...({ needs: 'operator_step_up', summary, body: OperatorNoteDto, answer: OperatorAccount, params: [ACCOUNT_ID] } as const),
  errors: ACT_ERRORS,
});

/** Every account of this Hundi, for its operators. */
@Controller('dashboard/api/operator')
export class OperatorAccountsController {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly accounts: AccountCommands,
  ) {}

  /** GET /dashboard/api/operator/accounts */
  @Get('accounts')
  @ApiQuery({ name: 'q', required: false, description: 'An id, or a part of the name.', schema: { type: 'string', maxLength: 100 } })
  @ApiQuery({ name: 'status', required: false, schema: { type: 'string', enum: [...ACCOUNT_STATUSES] } })
  @ApiQuery({ name: 'live_enabled', required: false, schema: { type: 'string', enum: ['true', 'false'] } })
  @ApiQuery({
    name: 'limit',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: LIST_LIMIT_MAX, default: LIST_LIMIT_DEFAULT },
  })
  @ApiQuery({ name: 'starting_after', required: false, schema: { type: 'string', maxLength: 64 } })
  @PersonRoute({
    ...{ needs: 'operator', summary: 'List accounts, the newest first', answer: OperatorAccountList },
    errors: ['parameter_invalid', 'parameter_unknown', 'cursor_invalid'],
  })
  async listAccounts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = readQuery(request, accountsQueryOf);
    const found = await findAccounts(this.database.ask, { ...query, limit: query.limit + 1 });
    const shown = found.slice(0, query.limit);
    const hasMore = found.length > query.limit;
    const next_cursor = hasMore ? (shown.at(-1)?.id ?? null) : null;
    await sendJson(reply, { data: shown.map(operatorAccount), has_more: hasMore, next_cursor } satisfies OperatorAccountList);
  }

  /** POST /dashboard/api/operator/accounts/{id}/enable_live */
  @Post('accounts/:id/enable_live')
  @PersonRoute(act('Let live keys of an account work'))
  async enableLive(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.act(id, 'enable_live', request, reply);
  }

  /** POST /dashboard/api/operator/accounts/{id}/disable_live */
  @Post('accounts/:id/disable_live')
  @PersonRoute(act('Refuse live keys of an account'))
  async disableLive(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.act(id, 'disable_live', request, reply);
  }

  /** POST /dashboard/api/operator/accounts/{id}/suspend: keys, tokens and sessions are refused within five seconds. */
  @Post('accounts/:id/suspend')
  @PersonRoute(act('Suspend an account'))
  async suspendAccount(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.act(id, 'suspend', request, reply);
  }

  /** POST /dashboard/api/operator/accounts/{id}/resume */
  @Post('accounts/:id/resume')
  @PersonRoute(act('End the suspension of an account'))
  async resumeAccount(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.act(id, 'resume', request, reply);
  }

  /** POST /dashboard/api/operator/apps/{id}/verify: the consent page shows whether the operator knows who runs an app. */
  @Post('apps/:id/verify')
  @PersonRoute({
    ...{ needs: 'operator_step_up', summary: 'Say who runs an app is known', body: VerifyAppDto, answer: AppResource, params: [APP_ID] },
    errors: [...ACT_ERRORS, 'state_conflict'],
  })
  async verifyApp(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { decision, note } = readBody(VERIFY, request, reply);
    const owner = await findAppOwner(this.database.ask, id);
    if (owner === undefined) throw new ApiError('resource_missing', { param: 'id' });
    refuseWithoutFactor(request, owner.livemode);
    const payload = { isVerified: decision === 'verified', operator: { note } };
    const { body } = await this.accounts.decide({ type: 'apps.verify', streamId: id, ...owner, payload }, operatorOf(request));
    await sendJson(reply, JSON.parse(body ?? '{}') as AppResource);
  }

  private async act(id: string, verb: AccountAct, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { note } = readBody(NOTE, request, reply);
    const account = await this.find(id);
    refuseWithoutFactor(request, account.liveEnabled || verb === 'enable_live' || verb === 'disable_live');
    const by = operatorOf(request);
    await this.accounts.execute({ type: `accounts.${verb}`, accountId: id, payload: { operator: { note } }, by });
    await sendJson(reply, operatorAccount(await this.find(id)));
  }

  /** @throws ApiError resource_missing. */
  private async find(id: string): Promise<AccountRow> {
    const account = shardOfId('account', id) === undefined ? undefined : await findAccount(this.database.ask, id);
    if (account === undefined) throw new ApiError('resource_missing', { param: 'id' });
    return account;
  }
}

function accountsQueryOf(reader: QueryReader): AccountsQuery {
  const q = reader.one('q') ?? undefined;
  const status = readWord(reader, 'status', ACCOUNT_STATUSES);
  const live = readWord(reader, 'live_enabled', ['true', 'false']);
  const after = reader.one('starting_after');
  if (after !== null && shardOfId('account', after) === undefined)
    reader.refuse('starting_after', 'cursor_invalid', 'must be the id of an account.');
  return {
    q,
    status,
    liveEnabled: live === undefined ? undefined : live === 'true',
    afterId: after ?? undefined,
    limit: readLimit(reader),
  };
}

function operatorAccount({ id, name, status, liveEnabled, legalName, website, members, ...times }: AccountRow): OperatorAccount {
  const { liveEnabledAtMs, liveRequestedAtMs, createdAtMs } = times;
  return {
    ...{ id, object: 'account', name, status, live_enabled: liveEnabled },
    ...{ live_enabled_at: toSeconds(liveEnabledAtMs), live_requested_at: toSeconds(liveRequestedAtMs), legal_name: legalName, website },
    ...{ members, created_at: toSeconds(createdAtMs) },
  };
}
