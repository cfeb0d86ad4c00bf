import { createPaymentRules } from './create-payment-rules';

type Schema = Record<string, unknown>;

/** Every text is refused when it holds this, because no database can keep it. */
const WITHOUT_NUL = '^[^\\u0000]*$';
/** Component name of the schema of whatever a body may hold beyond the fields we know. */
const ANY_JSON = 'AnyJson';
const ANY_JSON_REF = { $ref: `#/components/schemas/${ANY_JSON}` };
const REQUEST_BODIES = ['CreatePaymentDto', 'PaymentCustomerDto', 'UpiInstrumentDto', 'CardInstrumentDto', 'NetbankingInstrumentDto'];

/** Adds to the schemas of request bodies what holds for all of their texts, and what holds across their fields. */
export function refineRequests(schemas: Record<string, Schema>): void {
  schemas[ANY_JSON] = anyJson();
  for (const name of REQUEST_BODIES) {
    const body = schemas[name];
    if (body === undefined) throw new Error(`${name} is not in the document`);
    for (const property of Object.values(body.properties as Record<string, Schema>)) refuseNul(property);
    body.propertyNames = { pattern: WITHOUT_NUL };
    body.additionalProperties = ANY_JSON_REF;
  }
  const payment = schemas.CreatePaymentDto;
  if (payment === undefined) return;
  payment.anyOf = createPaymentRules();
}

function anyJson(): Schema {
  return {
    description: 'Any JSON value. It is ignored, and named in `Ignored-Parameters`.',
    anyOf: [
      { type: ['null', 'boolean', 'number'] },
      { type: 'string', pattern: WITHOUT_NUL },
      { type: 'array', items: ANY_JSON_REF },
      { type: 'object', propertyNames: { pattern: WITHOUT_NUL }, additionalProperties: ANY_JSON_REF },
    ],
  };
}

function refuseNul(schema: Schema): void {
  const isText = [schema.type].flat().includes('string');
  if (isText && schema.enum === undefined && schema.pattern === undefined && schema.format === undefined) schema.pattern = WITHOUT_NUL;
  const { additionalProperties } = schema;
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return;
  schema.propertyNames ??= { minLength: 1, maxLength: 40, pattern: WITHOUT_NUL };
  schema.maxProperties ??= 50;
  for (const choice of ((additionalProperties as Schema).oneOf as Schema[] | undefined) ?? []) refuseNul(choice);
}
