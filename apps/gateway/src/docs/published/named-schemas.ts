import {
  CANCELLATION_REASONS,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  DOCUMENT_TYPES,
  ERRORS,
  EVENT_FILTERS,
  EVENT_TYPES,
  LAUNCH_CURRENCIES,
  CHARGED_METHODS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_REASONS,
  REFUND_STATUSES,
  REPLAY_STATUSES,
  VERIFICATION_METHODS,
  VERIFICATION_STATUSES,
} from '#contracts';
import { mapped, schemaName, schemaRef, type Document, type Node } from './open-api';

/** What a filter of events may be: no enumeration, because its words are those of `EventType` and prefixes of them. */
const EVENT_FILTER = {
  type: 'string',
  description: 'An event type, `prefix.*` for all below a prefix, or `*`.',
  example: 'payment.*',
};
/** Enumerations that more than one place uses, by the name they have in client libraries. */
const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  PaymentStatus: PAYMENT_STATUSES,
  PaymentMethodType: PAYMENT_METHODS,
  ChargedMethodType: CHARGED_METHODS,
  Currency: LAUNCH_CURRENCIES,
  RefundStatus: REFUND_STATUSES,
  RefundReason: REFUND_REASONS,
  VerificationStatus: VERIFICATION_STATUSES,
  VerificationMethod: VERIFICATION_METHODS,
  DocumentType: DOCUMENT_TYPES,
  EventType: EVENT_TYPES,
  WebhookDeliveryStatus: DELIVERY_STATUSES,
  WebhookDeliveryCancellationReason: CANCELLATION_REASONS,
  WebhookEndpointDisabledReason: DISABLED_REASONS,
  WebhookReplayStatus: REPLAY_STATUSES,
  ErrorCode: Object.keys(ERRORS),
};
const NULL = { type: 'null' };
const TIMESTAMP = { type: 'integer', format: 'int64', description: 'Unix seconds.' };
const METADATA = {
  type: 'object',
  description: 'Your own keys and values; flat: texts, numbers, and true or false.',
  additionalProperties: true,
};

/** One schema for one resource: what some answers have more is a field that others leave out. */
const FOLDED: Readonly<Record<string, string>> = {
  ExpandedCustomer: 'CustomerResource',
  ExpandedPayment: 'PaymentResource',
  ExpandedRefund: 'RefundResource',
  CreatedWebhookEndpoint: 'WebhookEndpointResource',
  EnabledWebhookEndpoint: 'WebhookEndpointResource',
  WebhookEndpointWithSecret: 'WebhookEndpointResource',
};

/** The name of the schema a reference leads to, once the forms of a resource are one. */
export function foldedName(reference: Node): string | undefined {
  const name = schemaName(reference);
  return name === undefined ? undefined : (FOLDED[name] ?? name);
}

/** Folds the forms of one resource into one, so that it is one type everywhere. */
export function foldResources({ components, ...rest }: Document): void {
  const { schemas } = components;
  for (const [form, name] of Object.entries(FOLDED)) {
    const [folded, resource] = [schemas[form], schemas[name]];
    if (folded === undefined || resource === undefined) continue;
    resource.properties = { ...(resource.properties as object), ...(folded.properties as object) };
    delete schemas[form];
  }
  const toResource = (node: Node): Node => {
    const name = typeof node.$ref === 'string' ? FOLDED[node.$ref.replace('#/components/schemas/', '')] : undefined;
    return name === undefined ? node : { ...node, ...schemaRef(name) };
  };
  Object.assign(components, mapped(components, toResource));
  Object.assign(rest.paths, mapped(rest.paths, toResource));
}

/** Gives enumerations, moments and metadata one schema each. Words may be added to an enumeration any day. */
export function nameSchemas(document: Document): void {
  const names = new Map(Object.entries(ENUMERATIONS).map(([name, words]) => [keyOf(words), name]));
  names.set(keyOf(EVENT_FILTERS), 'EventFilter');
  Object.assign(
    document,
    mapped(document, (node) => named(node, names)),
  );
  const enumerations = Object.entries(ENUMERATIONS).map(([name, words]) => [name, enumerationOf(name, words)]);
  Object.assign(document.components.schemas, Object.fromEntries(enumerations), {
    EventFilter: EVENT_FILTER,
    Timestamp: TIMESTAMP,
    Metadata: METADATA,
  });
}

/** `PAYMENT_STATUS_FAILED`, as Protocol Buffers has it: the constants of all enumerations share one scope in Go and in C. */
function enumerationOf(name: string, words: readonly string[]): Node {
  const prefix = constant(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
  const names = words.map((word) => `${prefix}_${constant(word)}`);
  return { type: 'string', enum: words, 'x-extensible-enum': true, 'x-enum-varnames': names };
}

function constant(words: string): string {
  return words.replace(/\W+/g, '_').toUpperCase();
}

function named(node: Node, names: ReadonlyMap<string, string>): Node {
  const { type, enum: words, ...rest } = node;
  const name = Array.isArray(words) ? names.get(keyOf(words)) : undefined;
  if (name !== undefined)
    return [type].flat().includes('null') ? { ...rest, anyOf: [schemaRef(name), NULL] } : { ...rest, ...schemaRef(name) };
  const properties = (node.properties ?? {}) as Record<string, Node>;
  for (const [field, schema] of Object.entries(properties)) {
    if (field.endsWith('_at')) properties[field] = moment(schema);
    if (field === 'metadata' && [schema.type].flat().includes('object')) properties[field] = metadata(schema);
  }
  return node;
}

/** Unix seconds, perhaps null; a moment with bounds of its own keeps them. */
function moment({ type, description, ...rest }: Node): Node {
  const isPlain = [type].flat()[0] === 'integer' && Object.keys(rest).length === 0;
  if (!isPlain) return { type, description, ...rest };
  const more = describedBeside(description);
  const extras = more === undefined ? {} : { description: more };
  return Array.isArray(type) ? { ...extras, anyOf: [schemaRef('Timestamp'), NULL] } : { ...extras, ...schemaRef('Timestamp') };
}

/** That it is in Unix seconds the schema of moments says. */
function describedBeside(description: unknown): string | undefined {
  if (typeof description !== 'string' || description === 'Unix seconds') return undefined;
  return description.replace(/^Unix seconds[:;] (.)/, (_start, first: string) => first.toUpperCase());
}

/** What a request says of it beside its type stays. */
function metadata({ type, description, example }: Node): Node {
  const extras = { ...(description !== undefined && { description }), ...(example !== undefined && { example }) };
  return Array.isArray(type) ? { ...extras, anyOf: [schemaRef('Metadata'), NULL] } : { ...extras, ...schemaRef('Metadata') };
}

function keyOf(words: readonly unknown[]): string {
  return JSON.stringify(words.filter((word) => word !== null));
}
