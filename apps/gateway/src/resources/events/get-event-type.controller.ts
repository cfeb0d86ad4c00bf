import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EventTypeResource } from '#contracts';
import { Answers } from '../../docs/answers.decorator';
import { RequireScope } from '../../http/access';
import { resourceMissing } from '../../http/resources';
import { JSON_TYPE } from '../../http/response-headers';
import { EventTypes } from './event-types';

/** GET /v1/event_types/{name}. */
@ApiTags('Events')
@Controller('v1/event_types')
export class GetEventTypeController {
  constructor(private readonly types: EventTypes) {}

  @Get(':name')
  @RequireScope('events:read')
  @ApiOperation({ summary: 'Retrieve an event type' })
  @ApiParam({ name: 'name', schema: { type: 'string', maxLength: 64 }, example: 'payment.captured' })
  @Answers({ status: 200, description: 'The event type.', type: EventTypeResource }, ['resource_missing'])
  async getEventType(@Param('name') name: string, @Res() reply: FastifyReply): Promise<void> {
    const text = this.types.find(name);
    if (text === undefined) throw resourceMissing('name');
    await reply.header('content-type', JSON_TYPE).send(text);
  }
}
