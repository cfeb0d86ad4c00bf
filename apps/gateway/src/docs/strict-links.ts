import { NEW_ID, link, operationOf } from './published/links';
import { operationsOf, type Document, type Node } from './published/open-api';

/** The first object of a page. */
const FIRST = '$response.body#/data/0/id';
const OF_PAYMENT = { parameters: { id: NEW_ID } };
const APPROVAL = { 'GET /authorize/{id}': { parameters: { id: NEW_ID } }, 'POST /authorize/{id}': { parameters: { id: NEW_ID } } };

/**
 * What can be done with what an answer shows, beyond the links of creates: by an id in a body, which schemathesis alone reads
 * there, by the first object of a list, and on hosted pages. With these every object that a stateful test makes or finds is used.
 */
const LINKS: Readonly<Record<string, Readonly<Record<string, Node>>>> = {
  'POST /v1/payments': {
    'POST /v1/refunds': { requestBody: { payment_id: NEW_ID } },
    'GET /v1/idempotency_keys/{key}': { parameters: { key: '$request.header.Idempotency-Key' } },
    'GET /checkout/{id}': OF_PAYMENT,
    'POST /checkout/{id}': OF_PAYMENT,
    'GET /sandbox/pay/{id}': OF_PAYMENT,
    'POST /sandbox/pay/{id}': OF_PAYMENT,
  },
  'POST /v1/customers': {
    'POST /v1/payments': { requestBody: { customer_id: NEW_ID } },
    'POST /v1/kyc/verifications': { requestBody: { customer_id: NEW_ID } },
  },
  'POST /v1/invoices': {
    'GET /invoice/{id}': { parameters: { id: NEW_ID } },
    'POST /invoice/{id}': { parameters: { id: NEW_ID } },
  },
  'POST /v1/invoices/{id}/mark_paid': {
    'POST /v1/invoices/{id}/outside_payments/{number}/reverse': {
      parameters: { id: NEW_ID, number: '$response.body#/outside_payments/0/number' },
    },
  },
  'POST /v1/mandates': APPROVAL,
  'POST /v1/subscriptions': APPROVAL,
  'POST /v1/test_helpers/clocks': { 'POST /v1/customers': { requestBody: { test_clock_id: NEW_ID } } },
  'POST /v1/kyc/verifications': {
    'GET /sandbox/kyc/{id}': { parameters: { id: NEW_ID } },
    'POST /sandbox/kyc/{id}': { parameters: { id: NEW_ID } },
  },
  'GET /v1/events': {
    'GET /v1/events/{id}': { parameters: { id: FIRST } },
    'GET /v1/events/{id}/deliveries': { parameters: { id: FIRST } },
  },
  'GET /v1/request_logs': { 'GET /v1/request_logs/{id}': { parameters: { id: FIRST } } },
  'GET /v1/event_types': { 'GET /v1/event_types/{name}': { parameters: { name: '$response.body#/data/0/name' } } },
  'GET /v1/webhook_endpoints/{id}/deliveries': {
    'GET /v1/webhook_deliveries/{id}': { parameters: { id: FIRST } },
    'GET /v1/webhook_deliveries/{id}/attempts': { parameters: { id: FIRST } },
    'POST /v1/webhook_deliveries/{id}/resend': { parameters: { id: FIRST } },
    'POST /v1/webhook_deliveries/{id}/cancel': { parameters: { id: FIRST } },
  },
};

/** Adds to the links of creates those that only programs follow that try the API out. */
export function linkForTrials(document: Document): void {
  const operations = operationsOf(document);
  for (const [from, targets] of Object.entries(LINKS)) {
    const { responses } = operationOf(from, operations);
    const response = responses['201'] ?? responses['200'];
    const links = Object.entries(targets).map(([to, how]) => link(operationOf(to, operations), how));
    if (response !== undefined) response.links = { ...(response.links as object), ...Object.fromEntries(links) };
  }
}
