import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefundResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { REFUND_ID } from './refund-docs';

const ROUTE = writeRoute({ resource: 'refund', command: 'refunds.cancel', creates: false, payload: () => ({}) });

/** POST /v1/refunds/{id}/cancel: only before the refund is sent to the processor (docs/reference/state-machines.md, Refund). */
@ApiTags('Refunds')
@Controller('v1/refunds')
export class CancelRefundController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/cancel')
  @NeedsScope('refunds:write')
  @ApiOperation({ summary: 'Cancel a refund that was not sent yet; its amount can be refunded again' })
  @ApiParam(REFUND_ID)
  @WriteAnswers({ status: 200, description: 'The refund.', type: RefundResource }, ['state_conflict', 'refund_already_processed'])
  cancelRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
