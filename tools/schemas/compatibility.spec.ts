import { breaches, requireWhatAlwaysWas } from './compatibility';
import { openEnum, type JsonSchema } from './json-schema';

const PUBLISHED: JsonSchema = {
  type: 'object',
  description: 'A payment.',
  properties: {
    amount: { type: 'integer', minimum: 0 },
    status: openEnum(['created', 'captured']),
    object: { const: 'payment' },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
    methods: { type: 'array', items: openEnum(['upi']) },
    customer: { type: ['object', 'null'], properties: { name: { type: 'string' } }, required: ['name'] },
    payment: { $ref: 'urn:hundi:resource:payment:2026-11-21' },
  },
  required: ['amount', 'status', 'object', 'metadata', 'methods', 'customer'],
};

function changed(change: (schema: JsonSchema, properties: Record<string, JsonSchema>) => void): JsonSchema {
  const next = structuredClone(PUBLISHED);
  change(next, next.properties ?? {});
  return next;
}

describe('breaches', () => {
  it.each<[string, JsonSchema]>([
    ['nothing', PUBLISHED],
    ['a new optional field', changed((_, properties) => (properties.fee = { type: 'integer' }))],
    ['a new known value', changed((_, properties) => (properties.status = openEnum(['created', 'captured', 'failed'])))],
    ['a new known value in a list', changed((_, properties) => (properties.methods!.items = openEnum(['upi', 'card'])))],
    [
      'another version of a resource, which is compared by itself',
      changed((_, properties) => (properties.payment = { $ref: 'urn:hundi:resource:payment:2027-01-01' })),
    ],
    ['another description', changed((schema) => (schema.description = 'What somebody pays.'))],
  ])('accepts %s', (_name, next) => {
    expect(breaches(PUBLISHED, next)).toEqual([]);
  });

  it.each<[string, JsonSchema, string]>([
    [
      'another resource',
      changed((_, properties) => (properties.payment = { $ref: 'urn:hundi:resource:refund:2026-11-21' })),
      'payment: it is another resource',
    ],
    ['a removed field', changed((_, properties) => delete properties.amount), 'amount: removed'],
    [
      'a field that is no longer always there',
      changed((schema) => schema.required!.shift()),
      'the event: amount is no longer always present',
    ],
    [
      'a required field that earlier events lack',
      changed((schema) => schema.required!.push('fee')),
      'the event: fee is required, but earlier events lack it',
    ],
    ['a narrowed type', changed((_, properties) => (properties.customer!.type = 'object')), 'customer: type changed'],
    ['a widened type', changed((_, properties) => (properties.amount!.type = ['integer', 'null'])), 'amount: type changed'],
    ['a narrowed bound', changed((_, properties) => (properties.amount!.minimum = 1)), 'amount: minimum changed'],
    [
      'a value that is gone',
      changed((_, properties) => (properties.status = openEnum(['created']))),
      'status: the value "captured" is gone',
    ],
    [
      'a choice that may be null now',
      changed((_, properties) => properties.status!.anyOf!.push({ type: 'null' })),
      'status: its types changed',
    ],
    ['another constant', changed((_, properties) => (properties.object!.const = 'order')), 'object: const changed'],
    [
      'other further fields',
      changed((_, properties) => (properties.metadata!.additionalProperties = false)),
      'metadata: what further fields may be changed',
    ],
    [
      'a field removed inside an object',
      changed((_, properties) => delete properties.customer!.properties!.name),
      'customer.name: removed',
    ],
    ['another type in a list', changed((_, properties) => (properties.methods!.items = { type: 'integer' })), 'methods[]: type changed'],
  ])('refuses %s', (_name, next, sentence) => {
    expect(breaches(PUBLISHED, next)).toContain(sentence);
  });
});

describe('requireWhatAlwaysWas', () => {
  it('leaves a field optional that was added after the first publication, at every depth', () => {
    const next = changed((schema, properties) => {
      properties.fee = { type: 'integer' };
      schema.required!.push('fee');
      properties.customer!.properties!.email = { type: 'string' };
      properties.customer!.required!.push('email');
    });
    const published = requireWhatAlwaysWas(PUBLISHED, next);
    expect(published.required).toEqual(PUBLISHED.required);
    expect(published.properties?.customer?.required).toEqual(['name']);
    expect(breaches(PUBLISHED, published)).toEqual([]);
  });

  it('requires everything at the first publication', () => {
    expect(requireWhatAlwaysWas(undefined, PUBLISHED)).toEqual(PUBLISHED);
  });
});
