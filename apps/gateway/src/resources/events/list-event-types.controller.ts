import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_TYPES, EventTypeResource, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '#contracts';
import { Answers } from '../../docs/answers.decorator';
import { RequireScope } from '../../http/access';
import { invalidRequest } from '../../http/invalid-request';
import { JSON_TYPE } from '../../http/response-headers';
import { QueryReader } from '../../lists/query-reader';
import type { QueryParameters } from '../../lists/query-reader';
import { readLimit } from '../../lists/read-list-query';
import { refuseUnknown } from '../../lists/unknown-parameters';
import { EventTypes } from './event-types';

const PAGE = {
  type: 'object',
  required: ['object', 'url', 'has_more', 'data', 'next_cursor'],
  properties: {
    object: { type: 'string', enum: ['list'] },
    url: { type: 'string' },
    has_more: { type: 'boolean' },
    data: { type: 'array', items: { $ref: getSchemaPath(EventTypeResource) } },
    next_cursor: { type: ['string', 'null'], description: 'The `cursor` of the next page; null on the last.' },
  },
  additionalProperties: false,
};
const NAME = { type: 'string', enum: [...EVENT_TYPES] };
/** The name after which the page begins; with a minus the one before which it ends. */
const CURSOR = { type: 'string', pattern: '^-?[a-z_.]+$' };
const LIMIT = { type: 'integer', minimum: 1, maximum: LIST_LIMIT_MAX, default: LIST_LIMIT_DEFAULT };

/** GET /v1/event_types: what there is to ask for, with the schema and an example of each. */
@ApiTags('Events')
@Controller('v1/event_types')
export class ListEventTypesController {
  constructor(private readonly types: EventTypes) {}

  @Get()
  @RequireScope('events:read')
  @ApiOperation({ summary: 'List event types with their schemas and examples' })
  @ApiExtraModels(EventTypeResource)
  @ApiQuery({ name: 'limit', required: false, description: 'Types on the page.', schema: LIMIT })
  @ApiQuery({ name: 'starting_after', required: false, description: 'Begin after the type of this name.', schema: NAME })
  @ApiQuery({ name: 'ending_before', required: false, description: 'End before the type of this name.', schema: NAME })
  @ApiQuery({ name: 'cursor', required: false, description: '`next_cursor` of the page before.', schema: CURSOR })
  @Answers(
    {
      status: 200,
      description: 'One page, in the order of the reference.',
      content: { 'application/json': PAGE },
    },
    ['parameter_invalid', 'parameter_unknown', 'parameters_exclusive', 'cursor_invalid'],
  )
  async listEventTypes(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const reader = new QueryReader(request.query as QueryParameters);
    const limit = readLimit(reader);
    const [after, before] = this.readPlace(reader);
    const hint = refuseUnknown(reader);
    if (reader.problems.length > 0) throw invalidRequest(reader.problems, hint);
    const { texts, hasMore, next } = this.types.page({ limit, after, before });
    const cursor = next === null ? null : `${next.isBackwards ? '-' : ''}${next.name}`;
    const envelope = `{"object":"list","url":"/v1/event_types","has_more":${hasMore},"next_cursor":${JSON.stringify(cursor)}`;
    await reply.header('content-type', JSON_TYPE).send(`${envelope},"data":[${texts.join()}]}`);
  }

  private readPlace(reader: QueryReader): [after: string | null, before: string | null] {
    const after = this.readName(reader, 'starting_after');
    const before = this.readName(reader, 'ending_before');
    const cursor = reader.one('cursor');
    const given = Object.entries({ starting_after: after, ending_before: before, cursor }).filter(([, value]) => value !== null);
    const [first, second] = given.map(([name]) => name);
    if (first !== undefined && second !== undefined) reader.refuse(second, 'parameters_exclusive', `does not go with ${first}; send one.`);
    if (cursor === null) return [after, before];
    const isBackwards = cursor.startsWith('-');
    const name = cursor.slice(isBackwards ? 1 : 0);
    if (!this.types.has(name)) reader.refuse('cursor', 'cursor_invalid', 'must be a next_cursor of this list.');
    return isBackwards ? [null, name] : [name, null];
  }

  private readName(reader: QueryReader, param: string): string | null {
    const value = reader.one(param);
    if (value === null || this.types.has(value)) return value;
    reader.refuse(param, 'cursor_invalid', 'must be the name of an event type.');
    return null;
  }
}
