import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedRefund } from '#contracts';
import { Answers, IGNORED_HEADER } from '../docs/answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/reads';
import { GET_REFUND_ERRORS, REFUND_ID } from './refund-docs';

const ROUTE: ShowRoute = { resource: 'refund', expand: ['payment'] };

/** GET /v1/refunds/{id}: always current, and never across the bus (architecture.md 1). */
@ApiTags('Refunds')
@Controller('v1/refunds')
export class GetRefundController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('refunds:read')
  @ApiOperation({ summary: 'Retrieve a refund' })
  @ApiParam(REFUND_ID)
  @Answers({ status: 200, description: 'The refund.', type: ExpandedRefund, headers: IGNORED_HEADER }, GET_REFUND_ERRORS)
  getRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
