import { Controller, Patch, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaymentResource, UpdatePaymentDto, toUpdatePaymentPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { PAYMENT_ID, UPDATE_PAYMENT_ERRORS } from './payment-docs';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.update',
  creates: false,
  body: UpdatePaymentDto,
  payload: toUpdatePaymentPayload,
});

/** PATCH /v1/payments/{id}: text and metadata only, in any state; metadata merges by key (docs/reference/api-conventions.md, Updates). */
@ApiTags('Payments')
@Controller('v1/payments')
export class UpdatePaymentController {
  constructor(private readonly writes: Writes) {}

  @Patch(':id')
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Change description, metadata or reference of a payment' })
  @ApiParam(PAYMENT_ID)
  @ApiBody({ type: UpdatePaymentDto, required: false })
  @WriteAnswers({ status: 200, description: 'The payment.', type: PaymentResource }, UPDATE_PAYMENT_ERRORS)
  updatePayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
