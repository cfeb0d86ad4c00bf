import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedRefund } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { REFUND_LIST } from './refund-docs';

const ROUTE: ListRoute = {
  service: 'payments',
  internalPath: () => '/internal/refunds',
  rules: { ...REFUND_LIST, own: { ...REFUND_LIST.own, payment_id: { id: 'payment' } } },
};

/** GET /v1/refunds (docs/how-to/list-and-page.md). */
@ApiTags('Refunds')
@Controller('v1/refunds')
export class ListRefundsController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @NeedsScope('refunds:read')
  @ApiOperation({ summary: 'List refunds' })
  @ListAnswers(ExpandedRefund, ROUTE.rules)
  listRefunds(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
