import { SEALED_FIELDS, sensitivityOf } from '#contracts';
import { describedDocuments } from '../../../test/gateway-to-describe';
import type { Document, Node } from './open-api';

describe('O16 what must not be printed is marked', () => {
  let document: Document;
  let strict: Document;

  beforeAll(async () => {
    ({ document, strict } = await describedDocuments());
  });

  const marks = (): Map<string, Node> => {
    const fields = Object.entries(document.components.schemas).flatMap(([holder, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, Node>).map(([name, schema]): [string, Node] => [`${holder}.${name}`, schema]),
    );
    return new Map(fields);
  };
  const isMarked = (schema: Node | undefined): boolean => schema?.['x-personal'] === true || schema?.writeOnly === true;

  it('every field under which something is sealed is marked somewhere, and so is what a decorator calls personal', () => {
    const marked = new Set([...marks()].flatMap(([path, schema]) => (isMarked(schema) ? [path.split('.')[1]] : [])));
    expect([...new Set<string>(Object.values(SEALED_FIELDS))].filter((name) => !marked.has(name))).toEqual([]);
    const decorated = Object.entries(strict.components.schemas).flatMap(([holder, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, Node>).flatMap(([name, schema]) =>
        schema['x-personal'] === true || schema.writeOnly === true ? [[name, holder] as const] : [],
      ),
    );
    expect(decorated.length).toBeGreaterThan(8);
    expect(decorated.filter(([name, holder]) => sensitivityOf(name, holder) === undefined)).toEqual([]);
  });

  it('every field with such a name is marked, but those that mean something else', () => {
    const NAMES =
      /(^|_)(name|email|phone|gstin|address|line1|line2|city|postal_code|vpa|date_of_birth|otp|cvv|share_code|secret)$|document_number|customer_name|file_number|match_score/;
    const unmarked = [...marks()].flatMap(([path, schema]) => (NAMES.test(path.split('.')[1] ?? '') && !isMarked(schema) ? [path] : []));
    const OTHERS = ['OfferedBank.name', 'EventTypeResource.name', 'VerificationCheck.name', 'CreateVerificationDto.verify_address'];
    /** The seller's, as every invoice bears it. */
    const SELLERS = ['legal_name', 'address'].flatMap((name) => [`TaxSettingsResource.${name}`, `UpdateTaxSettingsDto.${name}`]);
    const expected = [
      ...OTHERS,
      // Of a machine.
      'ApiKeyResource.last_used_address',
      'VerificationResource.verify_address',
      ...SELLERS,
      'AccountResource.legal_name',
      // Of a business.
      ...['AccountBranding.display_name', 'AccountBrandingDto.display_name'],
      'AuditEntryResource.address',
      'RequestLogResource.address',
      'InvoiceSeller.address',
      'SellerAddressDto.city',
      'TaxSettingsAddress.city',
    ];
    expect(unmarked.toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ['CardInstrumentDto.number', 'writeOnly'],
    ['CardInstrumentDto.cvv', 'writeOnly'],
    ['SubmitOtpDto.otp', 'writeOnly'],
    ['SubmitVerificationDto.otp', 'writeOnly'],
    ['CreateVerificationDto.document_number', 'x-personal'],
    ['VerificationResource.document_number', 'x-personal'],
    ['VerificationResource.name_match_score', 'x-personal'],
    ['UpiDetails.vpa', 'x-personal'],
    ['SavedUpi.vpa', 'x-personal'],
    ['CustomerResource.address', 'x-personal'],
    ['CreateCustomerDto.phone', 'x-personal'],
    ['PaymentResource.customer', 'x-personal'],
    ['CreateSubscriptionDto.customer', 'x-personal'],
    ['PaymentResource.client_secret', 'x-personal'],
    ['WebhookEndpointResource.secret', 'x-personal'],
    ['AttemptRequestResource.body', 'x-personal'],
  ])('%s is %s', (path, word) => {
    expect(marks().get(path)).toHaveProperty([word], true);
  });
});
