import {
  CreateCustomerDto,
  UpdateCustomerDto,
  postalCodeProblems,
  toCreateCustomerPayload,
  toUpdateCustomerPayload,
  validateCreateCustomer,
} from '#contracts';
import { writeRoute } from '../commands/write-route';

/** What each command on customers reads from its request, and what it sends to the service. */
export const CUSTOMER_COMMANDS = {
  create: writeRoute({
    resource: 'customer',
    command: 'customers.create',
    creates: true,
    body: CreateCustomerDto,
    validate: (dto, _context, wrong) => validateCreateCustomer(dto, wrong),
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    payload: (dto, _context, seal) => toCreateCustomerPayload(dto, seal),
  }),
  update: writeRoute({
    resource: 'customer',
    command: 'customers.update',
    creates: false,
    body: UpdateCustomerDto,
    validate: ({ address }) => postalCodeProblems(address),
    // Every customer has had a key since its creation: who has none is not there.
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId }),
    payload: (dto, _context, seal) => toUpdateCustomerPayload(dto, seal),
  }),
  delete: writeRoute({ resource: 'customer', command: 'customers.erase', creates: false, payload: () => ({}) }),
};
