import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedRefund } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { REFUND_EXPAND, REFUND_ID } from './refund-docs';

const ROUTE: ShowRoute = { resource: 'refund', expand: REFUND_EXPAND, hasAsOf: true };

/** GET /v1/refunds/{id}: always current, and never across the bus. */
@ApiTags('Refunds')
@Controller('v1/refunds')
export class GetRefundController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('refunds:read')
  @ApiOperation({ summary: 'Retrieve a refund' })
  @ApiParam(REFUND_ID)
  @ShowAnswers({ description: 'The refund.', type: ExpandedRefund }, ROUTE)
  getRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
