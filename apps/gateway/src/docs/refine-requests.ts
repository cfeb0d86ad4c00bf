import { CUSTOM_HEADER_NAME, METADATA_KEY_LENGTH_MAX, toSeconds } from '#contracts';
import { confirmPaymentRules, createPaymentRules } from './create-payment-rules';
import {
  ADDRESS_RULES,
  CAPTURE_WINDOW_RULES,
  CARD_FIELDS,
  CARD_RULES,
  CUSTOMER_RULES,
  EMAIL_PATTERN,
  NETBANKING_FIELDS,
  PHONE_PATTERN,
  SAVED_INSTRUMENT_RULES,
  SAVING_RULES,
  UPI_RULES,
  URL_PATTERN,
} from './instrument-rules';
import { WITHOUT_NUL } from './open-text';
import { SUBMISSION_RULES, VERIFICATION_RULES } from './verification-rules';

type Schema = Record<string, unknown>;

/** What is sent is called a DTO, what is answered a resource. */
const REQUEST_BODY = /Dto$/;

/** Adds to the schemas of request bodies what holds for all of their texts, and what holds across their fields. */
export function refineRequests(schemas: Record<string, Schema>, nowMs: number): void {
  for (const [name, body] of Object.entries(schemas)) {
    if (!REQUEST_BODY.test(name)) continue;
    for (const property of Object.values((body.properties ?? {}) as Record<string, Schema>)) refuseNul(property);
    // The words of other APIs that some bodies take as well are in no document.
    body.additionalProperties = false;
  }
  refineFields(schemas);
  const payment = schemas.CreatePaymentDto?.properties as Record<string, Schema>;
  payment.expires_at = expiryWithinReach(nowMs);
  for (const [name, rules] of Object.entries(crossFieldRules())) Object.assign(schemas[name] ?? {}, rules);
}

/** Which fields of a body go together, by the name of its schema. */
function crossFieldRules(): Record<string, Schema> {
  return {
    CreatePaymentDto: { anyOf: createPaymentRules(), allOf: [{ anyOf: SAVING_RULES }, { anyOf: CAPTURE_WINDOW_RULES }] },
    ConfirmPaymentDto: { anyOf: confirmPaymentRules() },
    UpiInstrumentDto: { anyOf: UPI_RULES },
    CardInstrumentDto: { anyOf: CARD_RULES },
    CreateCustomerDto: { anyOf: CUSTOMER_RULES },
    CustomerAddressDto: { anyOf: ADDRESS_RULES },
    SavePaymentMethodDto: { oneOf: SAVED_INSTRUMENT_RULES },
    CreateVerificationDto: { anyOf: VERIFICATION_RULES },
    SubmitVerificationDto: { anyOf: SUBMISSION_RULES },
  };
}

/** A text, or null. */
const text = (pattern: string, more: Schema = {}): Schema => ({ type: ['string', 'null'], pattern, ...more });

/** How a customer is reached. */
function reachFields(): Record<string, Schema> {
  const phone = {
    maxLength: 16,
    description: 'E.164; bare ten digits mean +91. Indian numbers must be mobile numbers.',
    example: '+919876543210',
  };
  return { email: text(EMAIL_PATTERN, { maxLength: 254, example: 'asha@example.com' }), phone: text(PHONE_PATTERN, phone) };
}

/** What the declaration of a field leaves open and its check does not. */
function refineFields(schemas: Record<string, Schema>): void {
  const fieldsOf = (name: string): Record<string, Schema> => (schemas[name]?.properties ?? {}) as Record<string, Schema>;
  const payment = fieldsOf('CreatePaymentDto');
  // Mandates come with subscriptions: nothing can be referred to yet.
  Object.assign(payment, {
    mandate_id: { type: 'null' },
    processor: text('^[a-z0-9_]{0,40}$', {
      description:
        'Routing hint: the processor to try first. Test mode answers with `sandbox` unless it says otherwise; a name that is not configured is refused.',
    }),
    return_url: text(URL_PATTERN, { maxLength: 2048 }),
  });
  fieldsOf('ConfirmPaymentDto').return_url = text(URL_PATTERN, { maxLength: 2048 });
  for (const name of ['PaymentCustomerDto', 'CreateCustomerDto', 'UpdateCustomerDto']) Object.assign(fieldsOf(name), reachFields());
  for (const name of ['CreateWebhookEndpointDto', 'UpdateWebhookEndpointDto']) {
    Object.assign(fieldsOf(name).headers ?? {}, { propertyNames: { pattern: CUSTOM_HEADER_NAME.source } });
  }
  Object.assign(fieldsOf('CardInstrumentDto'), CARD_FIELDS);
  Object.assign(fieldsOf('NetbankingInstrumentDto'), NETBANKING_FIELDS);
}

/** How far ahead a payment may expire, less a day; and an hour for a reader of this document to act on it. */
const EXPIRY_DAYS_MAX = 44;
const HOUR_SECONDS = 3_600;

/** The one bound that moves: the document is made anew often enough for it (openapi-document.ts). */
function expiryWithinReach(nowMs: number): Schema {
  const nowSeconds = toSeconds(nowMs);
  return {
    type: ['integer', 'null'],
    description: 'Unix seconds, in the future and at most 45 days ahead. The bounds here are those of the hour this document was made in.',
    minimum: nowSeconds + HOUR_SECONDS,
    maximum: nowSeconds + EXPIRY_DAYS_MAX * 24 * HOUR_SECONDS,
  };
}

function refuseNul(schema: Schema): void {
  if (isOpenText(schema)) schema.pattern = WITHOUT_NUL;
  const { additionalProperties } = schema;
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return;
  schema.propertyNames ??= { minLength: 1, maxLength: METADATA_KEY_LENGTH_MAX, pattern: WITHOUT_NUL };
  for (const choice of ((additionalProperties as Schema).oneOf as Schema[] | undefined) ?? []) refuseNul(choice);
}

function isOpenText({ type, enum: words, pattern, format }: Schema): boolean {
  return [type].flat().includes('string') && [words, pattern, format].every((rule) => rule === undefined);
}
