import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaymentMethodResource } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { CUSTOMER_ID, PAYMENT_METHOD_ID } from './customer-docs';

const ROUTE: ShowRoute = {
  resource: 'paymentMethod',
  idParam: 'pm_id',
  internalPath: ({ id, pm_id: paymentMethodId }) => `/internal/customers/${id}/payment_methods/${paymentMethodId}`,
  parent: { resource: 'customer', idParam: 'id' },
  expand: [],
};

/** GET /v1/customers/{id}/payment_methods/{pm_id}: where a saved one is; one that was removed says so. */
@ApiTags('Customers')
@Controller('v1/customers')
export class GetPaymentMethodController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/payment_methods/:pm_id')
  @NeedsScope('customers:read')
  @ApiOperation({ summary: 'Retrieve a saved payment method' })
  @ApiParam(CUSTOMER_ID)
  @ApiParam(PAYMENT_METHOD_ID)
  @ShowAnswers({ description: 'The saved payment method.', type: PaymentMethodResource }, ROUTE)
  getPaymentMethod(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
