import { addExamples, dropExamplesOfFields, type EventWithExample } from '../examples/add-examples';
import { clientName } from './client-names';
import { linkCreates } from './links';
import { jsonOf, operationsOf, propertiesOf, type Document, type Node } from './open-api';
import { nameInlineObjects } from './inline-objects';
import { markSensitive } from './mark-sensitive';
import { foldResources, foldedName, nameSchemas } from './named-schemas';
import { plainSchemas } from './plain-schemas';
import { shareFields, shareResponses } from './shared-parts';
import { describeWebhooks, type DescribedEvent } from './webhooks';

/** The tags of what a merchant calls, in the order in which one meets them. */
const TAGS: readonly { name: string; description: string }[] = [
  { name: 'Payments', description: 'Money from a customer: created, confirmed, captured, cancelled.' },
  { name: 'Refunds', description: 'Money back to a customer, whole or in parts.' },
  {
    name: 'Customers',
    description: 'Who pays, and the instruments they saved. Personal fields are sealed; deleting a customer destroys the key.',
  },
  { name: 'Plans', description: 'Prices that repeat. A price never changes: a new one is a new plan.' },
  { name: 'Subscriptions', description: 'A plan or a price that is charged every period: by debits under a mandate, or by invoices.' },
  { name: 'Mandates', description: 'What payers agree to: debits up to an amount, until a date, on UPI Autopay, cards and eNACH.' },
  { name: 'Debits', description: 'Money taken under a mandate: the payer is told first, and each attempt is a payment.' },
  { name: 'Invoices', description: 'Money that customers owe, as documents with numbers and tax.' },
  { name: 'Tax settings', description: 'Who sells, how invoices are taxed, and how they are numbered.' },
  { name: 'KYC', description: 'Whether a document belongs to a customer.' },
  { name: 'Account', description: 'What your account says of itself.' },
  { name: 'API keys', description: 'Keys that may do less than the one that makes them, and where each may be used.' },
  { name: 'Apps', description: 'OAuth clients: programs that act for accounts which consent.' },
  { name: 'Connections', description: 'What accounts let apps do.' },
  { name: 'Audit log', description: 'Who did what in the account, and what was refused.' },
  { name: 'Request log', description: 'What was asked of the API, and what was answered.' },
  { name: 'Webhook endpoints', description: 'Where events are sent.' },
  { name: 'Webhook deliveries', description: 'What was sent, and what was answered.' },
  { name: 'Webhook replays', description: 'Events of the past, sent again.' },
  { name: 'Events', description: 'Everything that happened, as a list and as a stream.' },
  {
    name: 'Idempotency',
    description:
      'An `Idempotency-Key` belongs to one request of an account in one mode, for 30 days: the same request again is answered as the first, another one is refused (422), wherever it goes.',
  },
  {
    name: 'Test helpers',
    description:
      'Test mode only: say what a payer, a bank or a register would have said, and let time pass. Words and states: `/docs/testing`.',
  },
  { name: 'Webhooks', description: 'What is sent to your endpoints, by the type of the event.' },
];

/**
 * The document for merchants: what a key can call and what is sent to endpoints, said once and in the words of JSON Schema
 * that every generator reads. `whole` has every route of the server and stays as it is.
 */
export function publishedDocument(whole: object, events: readonly (DescribedEvent & EventWithExample)[]): Document {
  const document = structuredClone(whole) as Document;
  selectOperations(document);
  markSensitive(document);
  linkCreates(document);
  nameTypes(document);
  shareResponses(document);
  plainSchemas(document);
  foldResources(document);
  shareFields(document);
  shareLinks(document);
  describeWebhooks(document, events);
  dropUnused(document);
  nameInlineObjects(document);
  nameSchemas(document);
  dropUnused(document);
  dropExamplesOfFields(document);
  addExamples(document, events);
  return document;
}

/** A platform sets it once for its client; beside each operation it would be said 130 times. The description of `bearer` names it. */
const ACTING_FOR = 'Hundi-Account';

/** The two ways of sending a key. An operation that needs a scope says so itself. */
const ANY_KEY = [{ bearer: [] }, { basic: [] }];

/** The scope stands beside `bearer` alone, whose description of the other way says so: it is the same key. */
function scopeBesideBearer(security: object[]): object[] | undefined {
  const [bearer] = security as { bearer?: string[] }[];
  return bearer?.bearer?.length ? [bearer, { basic: [] }] : undefined;
}

/** Whatever needs a key. */
function selectOperations(document: Document): void {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.security === undefined) delete methods[method];
      else operation.security = scopeBesideBearer(operation.security);
      if (operation.security === undefined) delete operation.security;
      operation.parameters = operation.parameters?.filter(({ name }) => name !== ACTING_FOR);
      Object.assign(operation, clientName(`${method.toUpperCase()} ${path}`));
    }
    if (Object.keys(methods).length === 0) delete document.paths[path];
  }
  const rank = ({ tags }: { tags?: string[] }): number => TAGS.findIndex(({ name }) => name === tags?.[0]);
  const firstOf = ([, methods]: [string, Document['paths'][string]]): number => Math.min(...Object.values(methods).map(rank));
  document.paths = Object.fromEntries(Object.entries(document.paths).sort((a, b) => firstOf(a) - firstOf(b)));
  Object.assign(document, { security: ANY_KEY, tags: TAGS });
}

/** The type of what an operation answers, or of the items of its list. */
function nameTypes(document: Document): void {
  const named = operationsOf(document).filter(({ operation }) => operation['x-hundi'] !== undefined);
  for (const { operation } of named) {
    const good = Object.entries(operation.responses).find(([status, response]) => status < '300' && jsonOf(response) !== undefined);
    const schema = jsonOf(good?.[1])?.schema ?? {};
    const items = propertiesOf(schema).data?.items as Node | undefined;
    const name = foldedName(items ?? resourceOf(schema))?.replace(/Resource$/, '');
    const word = items === undefined ? 'type' : 'item';
    if (name !== undefined) Object.assign(operation['x-hundi'] as object, { [word]: name });
  }
}

/** The resource itself, or that of the choice between it and a dry run. */
function resourceOf(schema: Node): Node {
  const choice = schema.anyOf ?? propertiesOf(schema).resource?.anyOf ?? [schema];
  return (choice as Node[])[0] ?? schema;
}

/** A link is named by the operation it leads to; the same link of another create is the same component. */
function shareLinks({ paths, components }: Document): void {
  const shared: Record<string, Node> = (components.links = {});
  for (const { links } of operationsOf({ paths }).flatMap(({ operation }) => Object.values(operation.responses))) {
    const own = (links ?? {}) as Record<string, Node>;
    for (const [name, link] of Object.entries(own)) {
      shared[name] ??= link;
      if (JSON.stringify(shared[name]) === JSON.stringify(link)) own[name] = { $ref: `#/components/links/${name}` };
    }
  }
}

/** Schemas that nothing leads to any more. */
function dropUnused(document: Document): void {
  const { schemas } = document.components;
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit([document.paths, document.components.responses, document.components.parameters, schemas.WebhookEvent]);
  for (const name of Object.keys(schemas)) if (!used.has(name) && name !== 'WebhookEvent') delete schemas[name];
}
