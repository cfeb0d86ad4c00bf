import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaymentResource, SimulatePaymentDto, toSimulationPayload, validateSimulation } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { SIMULATE_PAYMENT_ERRORS, PAYMENT_ID } from '../payments/payment-docs';

const ROUTE = writeRoute({
  resource: 'payment',
  command: 'payments.simulate',
  creates: false,
  body: SimulatePaymentDto,
  validate: validateSimulation,
  payload: toSimulationPayload,
});

/** POST /v1/test_helpers/payments/{id}/simulate: test keys only (docs/reference/testing.md, Simulate: payments). */
@ApiTags('Test helpers')
@Controller('v1/test_helpers/payments')
export class SimulatePaymentController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/simulate')
  @NeedsScope('payments:write', { isTestOnly: true })
  @ApiOperation({ summary: 'Act as the payer, the bank or the network of the sandbox' })
  @ApiParam(PAYMENT_ID)
  @ApiBody({ type: SimulatePaymentDto, required: true })
  @WriteAnswers({ status: 200, description: 'The payment.', type: PaymentResource }, SIMULATE_PAYMENT_ERRORS)
  simulatePayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
