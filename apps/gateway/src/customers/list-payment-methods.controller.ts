import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaymentMethodResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { CUSTOMER_ID } from './customer-docs';

const ROUTE: ListRoute = {
  service: 'payments',
  internalPath: ({ id }) => `/internal/customers/${id}/payment_methods`,
  parent: { resource: 'customer', idParam: 'id' },
  rules: { kind: 'paymentMethod', filters: [], expand: [] },
};

/** GET /v1/customers/{id}/payment_methods: what the customer can be charged with; what was removed is not in it. */
@ApiTags('Customers')
@Controller('v1/customers')
export class ListPaymentMethodsController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/payment_methods')
  @NeedsScope('customers:read')
  @ApiOperation({ summary: 'List the saved payment methods of a customer' })
  @ApiParam(CUSTOMER_ID)
  @ListAnswers(PaymentMethodResource, ROUTE.rules, ['resource_missing'])
  listPaymentMethods(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
