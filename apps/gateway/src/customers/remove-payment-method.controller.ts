import { Controller, Delete, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeletedPaymentMethod } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CUSTOMER_ID, PAYMENT_METHOD_ID } from './customer-docs';

const ROUTE = writeRoute({
  resource: 'paymentMethod',
  command: 'payment_methods.detach',
  creates: false,
  idParam: 'pm_id',
  payload: (_dto, { params }) => ({ customerId: params.id ?? '' }),
});

/** DELETE /v1/customers/{id}/payment_methods/{pm_id}: it cannot be paid with any more. Deleting again changes nothing. */
@ApiTags('Customers')
@Controller('v1/customers')
export class RemovePaymentMethodController {
  constructor(private readonly writes: Writes) {}

  @Delete(':id/payment_methods/:pm_id')
  @NeedsScope('customers:write')
  @ApiOperation({ summary: 'Remove a saved payment method' })
  @ApiParam(CUSTOMER_ID)
  @ApiParam(PAYMENT_METHOD_ID)
  @WriteAnswers({ status: 200, description: 'That it is removed.', type: DeletedPaymentMethod }, [])
  removePaymentMethod(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
