import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaymentResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { PAYMENT_ID, SYNC_PAYMENT_ERRORS } from './payment-docs';
import { isOutcomeOpen } from './open-payment';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.sync',
  creates: false,
  isOpen: isOutcomeOpen,
  payload: () => ({}),
});

/** POST /v1/payments/{id}/sync: for a payment whose outcome is open; where there is nothing to ask, nothing changes. */
@ApiTags('Payments')
@Controller('v1/payments')
export class SyncPaymentController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/sync')
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Ask the processor for the truth now' })
  @ApiParam(PAYMENT_ID)
  @WriteAnswers({ status: 200, description: 'The payment.', type: PaymentResource }, SYNC_PAYMENT_ERRORS)
  syncPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
