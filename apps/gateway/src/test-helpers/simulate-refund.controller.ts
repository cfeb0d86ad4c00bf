import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefundResource, SimulateRefundDto, toSimulateRefundPayload, validateSimulateRefund } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { REFUND_ID, SIMULATE_REFUND_ERRORS } from '../refunds/refund-docs';

const ROUTE = writeRoute({
  resource: 'refund',
  command: 'refunds.simulate',
  creates: false,
  body: SimulateRefundDto,
  validate: validateSimulateRefund,
  payload: toSimulateRefundPayload,
});

/** POST /v1/test_helpers/refunds/{id}/simulate: test keys only (docs/reference/testing.md, Simulate: refunds). */
@ApiTags('Test helpers')
@Controller('v1/test_helpers/refunds')
export class SimulateRefundController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/simulate')
  @NeedsScope('refunds:write', { isTestOnly: true })
  @ApiOperation({ summary: 'Act as the bank of the sandbox on a refund' })
  @ApiParam(REFUND_ID)
  @ApiBody({ type: SimulateRefundDto, required: true })
  @WriteAnswers({ status: 200, description: 'The refund.', type: RefundResource }, SIMULATE_REFUND_ERRORS)
  simulateRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
