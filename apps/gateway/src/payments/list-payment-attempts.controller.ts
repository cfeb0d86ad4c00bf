import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AttemptResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRules } from '../lists/list-rules';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { PAYMENT_ID } from './payment-docs';

const RULES: ListRules = { kind: 'attempt', filters: [], expand: [] };
const ROUTE: ListRoute = {
  service: 'payments',
  internalPath: ({ id = '' }) => `/internal/payments/${id}/attempts`,
  parent: { resource: 'payment', idParam: 'id' },
  rules: RULES,
};

/** GET /v1/payments/{id}/attempts: what was tried at which processor, why there, and what became of it. */
@ApiTags('Payments')
@Controller('v1/payments')
export class ListPaymentAttemptsController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/attempts')
  @NeedsScope('payments:read')
  @ApiOperation({ summary: 'List the attempts of a payment' })
  @ApiParam(PAYMENT_ID)
  @ListAnswers(AttemptResource, RULES, ['resource_missing'])
  listPaymentAttempts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
