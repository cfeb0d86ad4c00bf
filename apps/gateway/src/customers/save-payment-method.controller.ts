import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaymentMethodResource, SavePaymentMethodDto, toSavedInstrument, validateSavePaymentMethod } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CUSTOMER_ID } from './customer-docs';

const ROUTE = writeRoute({
  resource: 'paymentMethod',
  command: 'customers.attach_payment_method',
  creates: true,
  body: SavePaymentMethodDto,
  // The customer decides: it knows how many there are already.
  stream: { kind: 'customer', param: 'id', idOf: (_dto, { params }) => params.id ?? '' },
  validate: validateSavePaymentMethod,
  payload: (dto, { objectId, livemode }) => ({ paymentMethodId: objectId, instrument: toSavedInstrument(dto, livemode) }),
  locationOf: (id, { params }) => `/v1/customers/${params.id}/payment_methods/${id}`,
});

/** POST /v1/customers/{id}/payment_methods: keeps what is needed to pay again, never a card number. */
@ApiTags('Customers')
@Controller('v1/customers')
export class SavePaymentMethodController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/payment_methods')
  @NeedsScope('customers:write')
  @ApiOperation({ summary: 'Save a payment method of a customer' })
  @ApiParam(CUSTOMER_ID)
  @ApiBody({ type: SavePaymentMethodDto, required: true })
  @WriteAnswers({ status: 201, description: 'The saved payment method.', type: PaymentMethodResource }, [
    'parameter_missing',
    'parameters_exclusive',
    'limit_exceeded',
    'upi_collect_not_allowed',
    'resource_missing',
  ])
  savePaymentMethod(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
