import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedPayment } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRules } from '../lists/list-rules';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { PAYMENT_LIST } from './payment-docs';

const RULES: ListRules = { ...PAYMENT_LIST, isSearch: true };
const ROUTE: ListRoute = { service: 'payments', internalPath: () => '/internal/payments/search', rules: RULES };

/** GET /v1/payments/search: a list with free text, which may be combined with the filters of the list. */
@ApiTags('Payments')
@Controller('v1/payments')
export class SearchPaymentsController {
  constructor(private readonly reads: Reads) {}

  @Get('search')
  @NeedsScope('payments:read', { countedAs: 'searches' })
  @ApiOperation({ summary: 'Search payments' })
  @ListAnswers(ExpandedPayment, RULES)
  searchPayments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
