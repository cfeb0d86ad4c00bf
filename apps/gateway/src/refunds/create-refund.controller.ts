import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreateRefundDto, RefundResource, toRequestRefundPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CREATE_REFUND_ERRORS } from './refund-docs';

/** The payment decides, because it owns what is left to refund; the refund answers. */
const ROUTE = writeRoute({
  resource: 'refund',
  command: 'payments.request_refund',
  creates: true,
  isOpen: ({ status }) => status === 'pending',
  body: CreateRefundDto,
  stream: { kind: 'payment', param: 'payment_id', idOf: ({ payment_id: id }) => id },
  payload: (dto, { objectId }) => toRequestRefundPayload(dto, objectId),
});

/** POST /v1/refunds. */
@ApiTags('Refunds')
@Controller('v1/refunds')
export class CreateRefundController {
  constructor(private readonly writes: Writes) {}

  @Post()
  @NeedsScope('refunds:write')
  @ApiOperation({ summary: 'Refund a captured payment in full or in part' })
  @ApiBody({ type: CreateRefundDto, required: true })
  @WriteAnswers({ status: 201, description: 'The refund.', type: RefundResource }, CREATE_REFUND_ERRORS)
  createRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
