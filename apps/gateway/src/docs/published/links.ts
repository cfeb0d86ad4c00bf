import { operationsOf, type Document, type Node, type Operation, type Placed } from './open-api';

/** The id of what a create has answered (runtime expressions: OpenAPI 3.1, Link Object). */
export const NEW_ID = '$response.body#/id';
/** Where the new object is named otherwise than by the path below its own collection. */
const BY_OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/payments': ['POST /v1/test_helpers/payments/{id}/simulate'],
  'POST /v1/refunds': ['POST /v1/test_helpers/refunds/{id}/simulate'],
  'POST /v1/subscriptions': ['POST /v1/test_helpers/subscriptions/{id}/simulate'],
  'POST /v1/mandates': ['POST /v1/test_helpers/mandates/{id}/simulate'],
  'POST /v1/mandates/{id}/debits': ['GET /v1/debits/{id}', 'POST /v1/debits/{id}/cancel', 'POST /v1/test_helpers/debits/{id}/simulate'],
  'POST /v1/kyc/verifications': ['POST /v1/test_helpers/kyc_verifications/{id}/simulate'],
  'POST /v1/webhook_endpoints/{id}/replay': ['GET /v1/webhook_replays/{id}', 'POST /v1/webhook_replays/{id}/cancel'],
};

/** Says of every create what can be done with the id that it answers: readers and stateful tests follow it. */
export function linkCreates(document: Document): void {
  const operations = operationsOf(document);
  for (const from of operations) {
    const links = linksFrom(from, operations);
    if (Object.keys(links).length === 0) continue;
    for (const status of ['201', '202']) {
      const response = from.operation.responses[status];
      if (response !== undefined) response.links = links;
    }
  }
}

function linksFrom({ route, path }: Placed, operations: readonly Placed[]): Record<string, Node> {
  if (!route.startsWith('POST ')) return {};
  const below = operations.filter((to) => isBelow(path, to.path)).map(({ operation, path: to }) => link(operation, pathLink(path, to)));
  const named = (BY_OTHER_NAMES[route] ?? []).map((to) => link(operationOf(to, operations), { parameters: { id: NEW_ID } }));
  return Object.fromEntries([...below, ...named]);
}

/** `/v1/payments/{id}/capture` is below `/v1/payments`; `/v1/payments/search` is not, nor what needs one id more. */
function isBelow(collection: string, path: string): boolean {
  return path.startsWith(`${collection}/{`) && !path.slice(collection.length + 2).includes('{');
}

/** The first parameter below the collection is the new object; those above it are those of the request. */
function pathLink(collection: string, path: string): Node {
  const above = [...collection.matchAll(/\{(\w+)\}/g)].map(([, name]) => [String(name), `$request.path.${String(name)}`]);
  const [, own] = /^\/\{(\w+)\}/.exec(path.slice(collection.length)) ?? [];
  return { parameters: Object.fromEntries([...above, [String(own), NEW_ID]]) };
}

/** A link has the name of the operation it leads to. */
export function link({ operationId }: Operation, how: Node): [string, Node] {
  return [operationId, { operationId, ...how }];
}

/** The operation of a route that is linked. @throws Error when there is none. */
export function operationOf(route: string, operations: readonly Placed[]): Operation {
  const target = operations.find((candidate) => candidate.route === route);
  if (target === undefined) throw new Error(`${route} is linked and does not exist`);
  return target.operation;
}
