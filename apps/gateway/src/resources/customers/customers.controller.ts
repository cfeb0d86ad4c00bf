import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateCustomerDto, CustomerResource, DeletedCustomer, ExpandedCustomer, UpdateCustomerDto, type ErrorCode } from '#contracts';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { addressProblems } from './address';
import { toCreateCustomerPayload, toUpdateCustomerPayload, validateCreateCustomer } from './customer-payloads';

const FIELD_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'metadata_invalid',
  'phone_invalid',
  'email_invalid',
  'document_number_invalid',
  'resource_already_exists',
];

/** Routes of customers. */
@ApiTags('Customers')
@Controller('v1/customers')
export class CustomersController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('customers:write')
  @CreateRoute('customer', {
    summary: 'Create a customer',
    description:
      'One of name, email, phone and reference_id is needed: otherwise 400 parameter_missing with reason customer_unrecognizable.',
    body: CreateCustomerDto,
    validate: (dto, { livemode }, wrong) => validateCreateCustomer(dto, livemode, wrong),
    answer: CustomerResource,
    errors: [...FIELD_ERRORS, 'resource_missing', 'limit_exceeded'],
  })
  async createCustomer(@Call() call: WriteCall, @Dto() dto: CreateCustomerDto): Promise<Answer> {
    const seal = await call.newSealerOf(call.objectId);
    const payload = { ...toCreateCustomerPayload(dto, seal), ...(dto.test_clock_id && { testClockId: dto.test_clock_id }) };
    return this.writes.send(call, 'customers.create', payload);
  }

  @Get()
  @RequireScope('customers:read')
  @ListRoute('customer', {
    summary: 'List customers',
    item: ExpandedCustomer,
    filters: ['id', 'created_at', 'reference_id', 'metadata'],
    own: { email: { form: 'email' }, phone: { form: 'phone' }, test_clock_id: { id: 'testClock' } },
    blind: ['email', 'phone'],
  })
  listCustomers(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('customers:read')
  @RetrieveRoute('customer', { summary: 'Retrieve a customer', answer: ExpandedCustomer, hasAsOf: true })
  getCustomer(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch(':id')
  @RequireScope('customers:write')
  @UpdateRoute('customer', {
    summary: 'Change a customer',
    description:
      'One of name, email, phone and reference_id has to be left: otherwise 400 parameter_missing with reason customer_unrecognizable.',
    body: UpdateCustomerDto,
    isBodyOptional: true,
    validate: ({ address }) => addressProblems(address),
    answer: CustomerResource,
    errors: FIELD_ERRORS,
  })
  async updateCustomer(@Call() call: WriteCall, @Dto() dto: UpdateCustomerDto): Promise<Answer> {
    // Every customer has a key since its creation: one without is unknown or erased.
    const seal = await call.sealerOf(call.objectId);
    return this.writes.send(call, 'customers.update', toUpdateCustomerPayload(dto, seal));
  }

  @Delete(':id')
  @RequireScope('customers:write', { ofPeople: { roles: ['owner', 'admin', 'developer'], needsStepUp: true } })
  @UpdateRoute('customer', {
    summary: 'Erase the personal data of a customer',
    description:
      'Names, addresses and whatever else is personal cannot be read any more, in past events neither. `reference_id` and `metadata` are emptied in the record, but past events, `as_of` and stored webhook bodies still show them: put nothing personal there.',
    answer: DeletedCustomer,
    returns: 'That it is erased.',
  })
  deleteCustomer(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'customers.erase', {}, { erases: () => true });
  }
}
