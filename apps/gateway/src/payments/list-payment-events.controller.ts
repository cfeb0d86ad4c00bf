import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HistoryEventResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRules } from '../lists/list-rules';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { PAYMENT_ID } from './payment-docs';

const RULES: ListRules = { kind: 'event', filters: [], expand: [] };
const ROUTE: ListRoute = {
  service: 'payments',
  internalPath: ({ id = '' }) => `/internal/payments/${id}/events`,
  parent: { resource: 'payment', idParam: 'id' },
  rules: RULES,
};

/** GET /v1/payments/{id}/events: the whole history, of any age, with who caused it (docs/how-to/read-history.md). */
@ApiTags('Payments')
@Controller('v1/payments')
export class ListPaymentEventsController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/events')
  @NeedsScope('payments:read')
  @ApiOperation({ summary: 'List every event of a payment' })
  @ApiParam(PAYMENT_ID)
  @ListAnswers(HistoryEventResource, RULES, ['resource_missing'])
  listPaymentEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
