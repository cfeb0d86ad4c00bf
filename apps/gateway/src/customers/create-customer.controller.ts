import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreateCustomerDto, CustomerResource, toCreateCustomerPayload, validateCreateCustomer } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CUSTOMER_FIELD_ERRORS } from './customer-docs';

const ROUTE = writeRoute({
  resource: 'customer',
  command: 'customers.create',
  creates: true,
  body: CreateCustomerDto,
  validate: (dto, _context, wrong) => validateCreateCustomer(dto, wrong),
  encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
  payload: (dto, _context, seal) => toCreateCustomerPayload(dto, seal),
});

/** POST /v1/customers. Two customers may have the same e-mail address; a reference_id is one customer's. */
@ApiTags('Customers')
@Controller('v1/customers')
export class CreateCustomerController {
  constructor(private readonly writes: Writes) {}

  @Post()
  @NeedsScope('customers:write')
  @ApiOperation({
    summary: 'Create a customer',
    description:
      'One of name, email, phone and reference_id is needed: otherwise 400 parameter_missing with reason customer_unrecognizable.',
  })
  @ApiBody({ type: CreateCustomerDto, required: true })
  @WriteAnswers({ status: 201, description: 'The customer.', type: CustomerResource }, CUSTOMER_FIELD_ERRORS)
  createCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
