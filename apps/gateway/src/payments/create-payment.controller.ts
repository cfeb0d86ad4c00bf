import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreatePaymentDto, PaymentResource, isExpired, toCreatePaymentPayload, validateCreatePayment } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CREATE_PAYMENT_ERRORS } from './payment-docs';
import { isOutcomeOpen } from './open-payment';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.create',
  creates: true,
  isOpen: isOutcomeOpen,
  body: CreatePaymentDto,
  validate: validateCreatePayment,
  isExpired,
  encryptFor: ({ customer, customer_id }) => (customer ? { subjectId: customer_id ?? null } : null),
  payload: (dto, { livemode }, seal) => toCreatePaymentPayload(dto, { livemode, seal }),
});

/** POST /v1/payments: checks what was asked, asks the payments service, passes its answer through. */
@ApiTags('Payments')
@Controller('v1/payments')
export class CreatePaymentController {
  constructor(private readonly writes: Writes) {}

  @Post()
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Create a payment and, when possible, process it' })
  @ApiBody({ type: CreatePaymentDto, required: true })
  @WriteAnswers({ status: 201, description: 'The payment.', type: PaymentResource }, CREATE_PAYMENT_ERRORS)
  createPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
