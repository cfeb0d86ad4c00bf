import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DoneAnswer, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, SavedViewDto, SavedViewList, SavedViewResource, shardOfId } from '#contracts';
import type { QueryReader } from '../../lists/query-reader';
import { readLimit } from '../../lists/read-list-query';
import { BodyReader } from '../../validation/body-reader';
import { readBody } from '../../validation/read-body';
import { readQuery } from '../http/page-query';
import { PersonRoute, sendJson } from '../http/person-route.decorator';
import { MemberAccess } from '../members/member-access';
import { Views } from './views';

const VIEW = new BodyReader(SavedViewDto);
const DONE: DoneAnswer = { done: true };
const ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'view_0TgWzRaB00xK2mNq5Yd8Vf3L' } as const;
const ERRORS = ['resource_missing', 'parameter_missing'] as const;

/** Lists of the dashboard that members have filtered and named: each their own, and those that others share. */
@Controller('dashboard/api/views')
export class ViewsController {
  constructor(
    private readonly access: MemberAccess,
    private readonly views: Views,
  ) {}

  /** GET /dashboard/api/views */
  @Get()
  @ApiQuery({ name: 'page', required: false, schema: { type: 'string', maxLength: 40 } })
  @ApiQuery({
    name: 'limit',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: LIST_LIMIT_MAX, default: LIST_LIMIT_DEFAULT },
  })
  @ApiQuery({ name: 'starting_after', required: false, schema: { type: 'string', maxLength: 64 } })
  @PersonRoute({
    ...{ needs: 'session', summary: 'List saved views, the newest first', answer: SavedViewList },
    errors: [...ERRORS, 'parameter_invalid', 'parameter_unknown', 'cursor_invalid'],
  })
  async listViews(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = readQuery(request, viewsQueryOf);
    const { accountId, by } = await this.access.accountOf(request);
    await sendJson(reply, await this.views.list({ accountId, userId: by.userId, ...query }));
  }

  /** POST /dashboard/api/views */
  @Post()
  @PersonRoute({
    ...{ needs: 'session', summary: 'Save a view', body: SavedViewDto, answer: SavedViewResource },
    errors: [...ERRORS, 'limit_exceeded', 'account_suspended'],
  })
  async saveView(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const dto = readBody(VIEW, request, reply);
    const { accountId, by } = await this.access.accountOf(request);
    await sendJson(reply, await this.views.save({ accountId, userId: by.userId }, dto));
  }

  /** DELETE /dashboard/api/views/{id}: by who saved it; a shared one also by owners and admins. */
  @Delete(':id')
  @PersonRoute({
    ...{ needs: 'session', summary: 'Delete a saved view', answer: DoneAnswer, params: [ID] },
    errors: [...ERRORS, 'account_suspended'],
  })
  async deleteView(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { accountId, by, role } = await this.access.accountOf(request);
    await this.views.delete({ accountId, userId: by.userId, role }, id);
    await sendJson(reply, DONE);
  }
}

function viewsQueryOf(reader: QueryReader): { page?: string; afterId?: string; limit: number } {
  const page = reader.one('page') ?? undefined;
  const after = reader.one('starting_after');
  if (after !== null && shardOfId('savedView', after) === undefined)
    reader.refuse('starting_after', 'cursor_invalid', 'must be the id of a view.');
  return { page, afterId: after ?? undefined, limit: readLimit(reader) };
}
