import { Controller, Patch, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefundResource, UpdateRefundDto, toUpdateRefundPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { REFUND_ID } from './refund-docs';

const ROUTE = writeRoute({
  resource: 'refund',
  command: 'refunds.update',
  creates: false,
  body: UpdateRefundDto,
  payload: toUpdateRefundPayload,
});

/** PATCH /v1/refunds/{id}: text and metadata, in any state. */
@ApiTags('Refunds')
@Controller('v1/refunds')
export class UpdateRefundController {
  constructor(private readonly writes: Writes) {}

  @Patch(':id')
  @NeedsScope('refunds:write')
  @ApiOperation({ summary: 'Change description, reference_id and metadata of a refund' })
  @ApiParam(REFUND_ID)
  @ApiBody({ type: UpdateRefundDto, required: true })
  @WriteAnswers({ status: 200, description: 'The refund.', type: RefundResource }, ['metadata_invalid'])
  updateRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
