import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedPayment } from '#contracts';
import { Answers, IGNORED_HEADER } from '../docs/answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/reads';
import { GET_PAYMENT_ERRORS, PAYMENT_ID } from './payment-docs';

const ROUTE: ShowRoute = { resource: 'payment', expand: ['refunds'] };

/** GET /v1/payments/{id}: always current, and never across the bus (architecture.md 1). */
@ApiTags('Payments')
@Controller('v1/payments')
export class GetPaymentController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('payments:read')
  @ApiOperation({ summary: 'Retrieve a payment' })
  @ApiParam(PAYMENT_ID)
  @Answers({ status: 200, description: 'The payment.', type: ExpandedPayment, headers: IGNORED_HEADER }, GET_PAYMENT_ERRORS)
  getPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
