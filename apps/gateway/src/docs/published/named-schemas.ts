import {
  CANCELLATION_REASONS,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  DOCUMENT_TYPES,
  ERRORS,
  EVENT_FILTERS,
  EVENT_TYPES,
  LAUNCH_CURRENCIES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_REASONS,
  REFUND_STATUSES,
  REPLAY_STATUSES,
  VERIFICATION_METHODS,
  VERIFICATION_STATUSES,
} from '#contracts';
import { mapped, schemaName, schemaRef, type Document, type Node } from './open-api';

/** Enumerations that more than one place uses, by the name they have in client libraries. */
const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  PaymentStatus: PAYMENT_STATUSES,
  PaymentMethodType: PAYMENT_METHODS,
  Currency: LAUNCH_CURRENCIES,
  RefundStatus: REFUND_STATUSES,
  RefundReason: REFUND_REASONS,
  VerificationStatus: VERIFICATION_STATUSES,
  VerificationMethod: VERIFICATION_METHODS,
  DocumentType: DOCUMENT_TYPES,
  EventType: EVENT_TYPES,
  EventFilter: EVENT_FILTERS,
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
  description: 'Your own keys and values; flat.',
  additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
};

/** One schema for one resource: what some answers have more is a field that others leave out. */
const FOLDED: Readonly<Record<string, string>> = {
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
  Object.assign(
    document,
    mapped(document, (node) => named(node, names)),
  );
  const enumerations = Object.entries(ENUMERATIONS).map(([name, words]) => [
    name,
    { type: 'string', enum: words, 'x-extensible-enum': true },
  ]);
  Object.assign(document.components.schemas, Object.fromEntries(enumerations), { Timestamp: TIMESTAMP, Metadata: METADATA });
}

function named(node: Node, names: ReadonlyMap<string, string>): Node {
  const { type, enum: words, ...rest } = node;
  const name = Array.isArray(words) ? names.get(keyOf(words)) : undefined;
  if (name !== undefined)
    return [type].flat().includes('null') ? { ...rest, anyOf: [schemaRef(name), NULL] } : { ...rest, ...schemaRef(name) };
  const properties = (node.properties ?? {}) as Record<string, Node>;
  for (const [field, schema] of Object.entries(properties)) {
    if (field.endsWith('_at')) properties[field] = moment(schema);
    if (field === 'metadata' && schema.type === 'object') properties[field] = schemaRef('Metadata');
  }
  return node;
}

/** Unix seconds, perhaps null; a moment with bounds of its own keeps them. */
function moment({ type, description, ...rest }: Node): Node {
  const isPlain = [type].flat()[0] === 'integer' && Object.keys(rest).length === 0;
  if (!isPlain) return { type, description, ...rest };
  const said = description === undefined || description === 'Unix seconds' ? {} : { description };
  return Array.isArray(type) ? { ...said, anyOf: [schemaRef('Timestamp'), NULL] } : { ...said, ...schemaRef('Timestamp') };
}

function keyOf(words: readonly unknown[]): string {
  return JSON.stringify(words.filter((word) => word !== null));
}
