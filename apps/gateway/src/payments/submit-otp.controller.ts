import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SubmitOtpDto, PaymentResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { SUBMIT_OTP_ERRORS, PAYMENT_ID } from './payment-docs';
import { isOtpOpen, isOtpRefused } from './open-payment';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.submit_otp',
  creates: false,
  isOpen: isOtpOpen,
  isDeclined: isOtpRefused,
  body: SubmitOtpDto,
  // A password is as secret as what it opens: topics hold a token, which only the service reads.
  encryptFor: () => ({ subjectId: null }),
  payload: ({ otp }, _context, seal) => ({ otp: seal(otp, 'otp') }),
});

/** POST /v1/payments/{id}/submit_otp: a wrong one gets 402, and another may follow (docs/reference/state-machines.md, Payment). */
@ApiTags('Payments')
@Controller('v1/payments')
export class SubmitOtpController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/submit_otp')
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Give the one-time password that the customer was sent' })
  @ApiParam(PAYMENT_ID)
  @ApiBody({ type: SubmitOtpDto, required: true })
  @WriteAnswers({ status: 200, description: 'The payment.', type: PaymentResource }, SUBMIT_OTP_ERRORS)
  submitOtp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
