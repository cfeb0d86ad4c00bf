import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConfirmPaymentDto, PaymentResource, toConfirmPaymentPayload, validateConfirmPayment } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CONFIRM_PAYMENT_ERRORS, PAYMENT_ID } from './payment-docs';
import { isOutcomeOpen } from './open-payment';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.confirm',
  creates: false,
  isOpen: isOutcomeOpen,
  body: ConfirmPaymentDto,
  validate: validateConfirmPayment,
  payload: (dto, { livemode }) => toConfirmPaymentPayload(dto, livemode),
});

/** POST /v1/payments/{id}/confirm: also for a failed payment, which then is tried again. A decline answers 402. */
@ApiTags('Payments')
@Controller('v1/payments')
export class ConfirmPaymentController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/confirm')
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Say how a payment is paid, and process it' })
  @ApiParam(PAYMENT_ID)
  @ApiBody({ type: ConfirmPaymentDto, required: true })
  @WriteAnswers({ status: 200, description: 'The payment.', type: PaymentResource }, CONFIRM_PAYMENT_ERRORS)
  confirmPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
