import { describedDocuments } from '../../test/gateway-to-describe';
import { operationsOf, type Document, type Node } from './published/open-api';

/** Their names are no ids of ours: files, and parties that call us; and routes of pages, which no program that tries the API can open. */
/** Connections are made on a page, by whoever consents. */
const WITHOUT_AN_ID = /\/assets\/|\{processor\}|\{provider\}|^\/dashboard\/api\/|^\/v1\/connections\//;

describe('the links of the strict document', () => {
  let document: Document;

  beforeAll(async () => {
    ({ strict: document } = await describedDocuments());
  });

  const links = (): Node[] =>
    operationsOf(document)
      .flatMap(({ operation }) => Object.values(operation.responses))
      .flatMap((response) => Object.values((response.links ?? {}) as Record<string, Node>));

  it('lead to every operation that takes an id', () => {
    const linked = new Set(links().map(({ operationId }) => operationId));
    const withId = operationsOf(document).filter(({ path }) => path.includes('{') && !WITHOUT_AN_ID.test(path));
    expect(withId.length).toBeGreaterThan(50);
    expect(withId.filter(({ operation }) => !linked.has(operation.operationId)).map(({ route }) => route)).toEqual([]);
  });

  it('lead with the id of a create into the bodies that name it', () => {
    const responsesOf = (path: string): Record<string, Node> => document.paths[path]?.post?.responses ?? {};
    expect(responsesOf('/v1/payments')).toHaveProperty('201.links.createRefund.requestBody', { payment_id: '$response.body#/id' });
    expect(responsesOf('/v1/customers')).toHaveProperty('201.links.createPayment.requestBody', { customer_id: '$response.body#/id' });
    expect(responsesOf('/v1/customers')).toHaveProperty('201.links.getCustomer');
  });
});
