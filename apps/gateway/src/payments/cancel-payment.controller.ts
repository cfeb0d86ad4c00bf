import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CancelPaymentDto, PaymentResource, toCancelPaymentPayload, validateCancelPayment } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CANCEL_PAYMENT_ERRORS, PAYMENT_ID } from './payment-docs';
import { isBeingAsked } from './open-payment';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.cancel',
  creates: false,
  isOpen: isBeingAsked,
  body: CancelPaymentDto,
  validate: validateCancelPayment,
  payload: toCancelPaymentPayload,
});

/** POST /v1/payments/{id}/cancel: void before capture; what is captured is refunded instead. */
@ApiTags('Payments')
@Controller('v1/payments')
export class CancelPaymentController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/cancel')
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Cancel a payment before it is captured' })
  @ApiParam(PAYMENT_ID)
  @ApiBody({ type: CancelPaymentDto, required: false })
  @WriteAnswers({ status: 200, description: 'The payment.', type: PaymentResource }, CANCEL_PAYMENT_ERRORS)
  cancelPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
