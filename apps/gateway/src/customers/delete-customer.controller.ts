import { Controller, Delete, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeletedCustomer } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { CUSTOMER_ID } from './customer-docs';

const ROUTE = writeRoute({ resource: 'customer', command: 'customers.erase', creates: false, payload: () => ({}) });

/**
 * DELETE /v1/customers/{id}: the customer's data key is destroyed, so that nothing personal can be read any more, in
 * payments and past events neither. The record and its money history stay, and GET shows it with `deleted: true`. Deleting again
 * changes nothing.
 */
@ApiTags('Customers')
@Controller('v1/customers')
export class DeleteCustomerController {
  constructor(private readonly writes: Writes) {}

  @Delete(':id')
  @NeedsScope('customers:write')
  @ApiOperation({
    summary: 'Erase the personal data of a customer',
    description:
      'Names, addresses and whatever else is personal cannot be read any more, in past events neither. `reference_id` and `metadata` are emptied in the record, but past events, `as_of` and stored webhook bodies still show them: put nothing personal there.',
  })
  @ApiParam(CUSTOMER_ID)
  @WriteAnswers({ status: 200, description: 'That it is erased.', type: DeletedCustomer }, [])
  deleteCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
