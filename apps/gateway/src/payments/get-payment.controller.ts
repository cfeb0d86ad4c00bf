import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedPayment } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { PAYMENT_EXPAND, PAYMENT_ID } from './payment-docs';

const ROUTE: ShowRoute = { resource: 'payment', expand: PAYMENT_EXPAND, hasAsOf: true };

/** GET /v1/payments/{id}: always current, unless `as_of` asks for a moment of the past; and never across the bus. */
@ApiTags('Payments')
@Controller('v1/payments')
export class GetPaymentController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('payments:read')
  @ApiOperation({ summary: 'Retrieve a payment' })
  @ApiParam(PAYMENT_ID)
  @ShowAnswers({ description: 'The payment.', type: ExpandedPayment }, ROUTE)
  getPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
