import { CustomerBalanceTransactionResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';
import { CUSTOMER_ID } from './customer-docs';

const TRANSACTION_ID = {
  name: 'transaction_id',
  schema: { type: 'string', maxLength: 64 },
  example: 'cbtxn_0VB3xQ9k42Bt7s2JpLw9NcAd',
} as const;

/** What the reference says of each route of the balance of a customer. */
export const BALANCE_DOCS = {
  adjust: {
    summary: 'Give a customer credit, or take it',
    description:
      'Credit belongs to the customer, and is used by every subscription and invoice of theirs in its currency. `balances` of the customer says what is left. The answer is the change as it is in the history; `customer.updated` says it to your webhooks.',
    params: [CUSTOMER_ID],
    answer: { status: 201, description: 'The change.', type: CustomerBalanceTransactionResource },
    errors: ['parameter_missing', 'amount_too_large', 'currency_not_supported', 'resource_missing'],
  },
  list: {
    summary: 'List the changes of the balance of a customer',
    params: [CUSTOMER_ID],
    item: CustomerBalanceTransactionResource,
    errors: ['resource_missing'],
  },
  get: {
    summary: 'Retrieve a change of the balance of a customer',
    params: [CUSTOMER_ID, TRANSACTION_ID],
    answer: { description: 'The change.', type: CustomerBalanceTransactionResource },
  },
} as const satisfies Record<string, RouteDocs>;
