import { CreateCustomerDto, UpdateCustomerDto } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { addressProblems } from './address';
import { toCreateCustomerPayload, toUpdateCustomerPayload, validateCreateCustomer } from './customer-payloads';

/** What each command on customers reads from its request, and what it sends to the service. */
export const CUSTOMER_COMMANDS = {
  create: writeRoute({
    resource: 'customer',
    command: 'customers.create',
    creates: true,
    body: CreateCustomerDto,
    validate: (dto, { livemode }, wrong) => validateCreateCustomer(dto, livemode, wrong),
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    payload: (dto, _context, seal) => ({
      ...toCreateCustomerPayload(dto, seal),
      ...(dto.test_clock_id && { testClockId: dto.test_clock_id }),
    }),
  }),
  update: writeRoute({
    resource: 'customer',
    command: 'customers.update',
    creates: false,
    body: UpdateCustomerDto,
    validate: ({ address }) => addressProblems(address),
    // Every customer has had a key since its creation: who has none is not there.
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId }),
    payload: (dto, _context, seal) => toUpdateCustomerPayload(dto, seal),
  }),
  delete: writeRoute({ resource: 'customer', command: 'customers.erase', creates: false, erases: () => true, payload: () => ({}) }),
};
