import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedRefund } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import { PAYMENT_ID } from '../payments/payment-docs';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { REFUND_LIST } from './refund-docs';

const ROUTE: ListRoute = {
  service: 'payments',
  internalPath: ({ id }) => `/internal/payments/${id}/refunds`,
  parent: { resource: 'payment', idParam: 'id' },
  rules: REFUND_LIST,
};

/** GET /v1/payments/{id}/refunds: all of them, also those that failed and those that Hundi made by itself. */
@ApiTags('Refunds')
@Controller('v1/payments')
export class ListPaymentRefundsController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/refunds')
  @NeedsScope('refunds:read')
  @ApiOperation({ summary: 'List the refunds of a payment' })
  @ApiParam(PAYMENT_ID)
  @ListAnswers(ExpandedRefund, ROUTE.rules, ['resource_missing'])
  listPaymentRefunds(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
