import { API_VERSION, PAYMENT_EVENT_TYPES, PaymentResource, type PaymentEventType } from '#contracts';
import { exampleOf } from './examples';
import { orNull, type JsonSchema } from './json-schema';
import { schemaOfClass } from './schema-of-class';

/** What happened, in one sentence for each type. */
const MEANING: Record<PaymentEventType, string> = {
  'payment.created': 'A payment was created.',
  'payment.requires_action': 'The payer has to do something: see next_action.',
  'payment.processing': 'The processor was asked and has not decided yet.',
  'payment.authorized': 'The money is reserved.',
  'payment.captured': 'The money is taken: the payment succeeded.',
  'payment.failed': 'An attempt was declined: see last_error. The payer may try again until expires_at.',
  'payment.late_authorized': 'Money turned up after the payment had ended.',
  'payment.cancelled': 'The payment was cancelled, by the merchant or because the capture window closed.',
  'payment.expired': 'Nobody paid in time.',
  'payment.refunded': 'The whole captured amount was refunded.',
  'payment.partially_refunded': 'A part of the captured amount was refunded.',
  'payment.updated': 'Something other than the status changed: see previous_attributes.',
  'attempt.started': 'Another processor is tried within the same payment.',
  'attempt.failed': 'One attempt was declined, and the payment goes on.',
  'attempt.succeeded': 'An earlier attempt turned out paid; its money goes back.',
};

const text: JsonSchema = { type: 'string' };

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The envelope of every public event (libs/contracts, PublicEvent) around one resource. */
function envelope(type: string, resourceType: string, resource: JsonSchema): JsonSchema {
  return closed({
    id: { type: 'string', pattern: '^evt_[0-9A-Za-z]{24}$', description: 'The same on every delivery: drop what you have seen.' },
    object: { const: 'event' },
    type: { const: type },
    api_version: { ...text, description: 'Date version of this shape.' },
    created_at: { type: 'integer', description: 'Unix seconds.' },
    timestamp: { ...text, format: 'date-time', description: 'The same instant, RFC 3339 UTC.' },
    livemode: { type: 'boolean' },
    account_id: text,
    resource: closed({ type: { const: resourceType }, id: text }),
    sequence: { type: 'integer', minimum: 1, description: 'Dense per resource, from 1.' },
    data: closed({
      object: { ...resource, description: 'The whole resource right after the event.' },
      previous_attributes: { type: ['object', 'null'], description: 'What changed, with the values before; null at creation.' },
    }),
    request: {
      ...orNull(closed({ id: text, idempotency_key: orNull(text) })),
      description: 'The API request behind the event; null when nobody asked.',
    },
    correlation_id: { ...text, description: 'Ties a whole operation together.' },
    causation_id: { ...orNull(text), description: 'The command or event that caused this one.' },
  });
}

/** One JSON Schema for each public event type, with an example. */
export function eventSchemas(): Map<string, JsonSchema> {
  const payment = schemaOfClass(PaymentResource);
  return new Map(
    PAYMENT_EVENT_TYPES.map((type) => [
      type,
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `urn:hundi:event:${type}:${API_VERSION}`,
        title: type,
        description: MEANING[type],
        ...envelope(type, 'payment', payment),
        examples: [exampleOf(type)],
      },
    ]),
  );
}
