import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedPayment } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { PAYMENT_LIST } from './payment-docs';

const ROUTE: ListRoute = { service: 'payments', internalPath: () => '/internal/payments', rules: PAYMENT_LIST };

/** GET /v1/payments (docs/how-to/list-and-page.md). */
@ApiTags('Payments')
@Controller('v1/payments')
export class ListPaymentsController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @NeedsScope('payments:read')
  @ApiOperation({ summary: 'List payments' })
  @ListAnswers(ExpandedPayment, PAYMENT_LIST)
  listPayments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
