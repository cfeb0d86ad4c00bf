import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CapturePaymentDto, PaymentResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CAPTURE_PAYMENT_ERRORS, PAYMENT_ID } from './payment-docs';
import { isBeingAsked, isCaptureRefused } from './open-payment';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.capture',
  creates: false,
  isOpen: isBeingAsked,
  isDeclined: isCaptureRefused,
  body: CapturePaymentDto,
  payload: ({ amount }) => ({ amount: amount ?? null }),
});

/** POST /v1/payments/{id}/capture: once; what is not captured is released. One that is refused while the caller waits answers 402. */
@ApiTags('Payments')
@Controller('v1/payments')
export class CapturePaymentController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/capture')
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Capture all or part of an authorized payment' })
  @ApiParam(PAYMENT_ID)
  @ApiBody({ type: CapturePaymentDto, required: false })
  @WriteAnswers({ status: 200, description: 'The payment.', type: PaymentResource }, CAPTURE_PAYMENT_ERRORS)
  capturePayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
