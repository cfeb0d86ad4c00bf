import { Controller, Patch, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerResource, UpdateCustomerDto, postalCodeProblems, toUpdateCustomerPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CUSTOMER_FIELD_ERRORS, CUSTOMER_ID } from './customer-docs';

const ROUTE = writeRoute({
  resource: 'customer',
  command: 'customers.update',
  creates: false,
  body: UpdateCustomerDto,
  validate: ({ address }) => postalCodeProblems(address),
  // Every customer has had a key since its creation: who has none is not there.
  encryptFor: (_dto, { objectId }) => ({ subjectId: objectId }),
  payload: (dto, _context, seal) => toUpdateCustomerPayload(dto, seal),
});

/** PATCH /v1/customers/{id}: absent stays, null empties; address and metadata merge (docs/reference/api-conventions.md, Updates). */
@ApiTags('Customers')
@Controller('v1/customers')
export class UpdateCustomerController {
  constructor(private readonly writes: Writes) {}

  @Patch(':id')
  @NeedsScope('customers:write')
  @ApiOperation({
    summary: 'Change a customer',
    description:
      'One of name, email, phone and reference_id has to be left: otherwise 400 parameter_missing with reason customer_unrecognizable.',
  })
  @ApiParam(CUSTOMER_ID)
  @ApiBody({ type: UpdateCustomerDto, required: false })
  @WriteAnswers({ status: 200, description: 'The customer.', type: CustomerResource }, CUSTOMER_FIELD_ERRORS)
  updateCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
