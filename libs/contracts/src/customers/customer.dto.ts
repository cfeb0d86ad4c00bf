import { Gstin } from '../checks/gstin';
import { METADATA_CHANGE_SCHEMA, METADATA_SCHEMA } from '../checks/metadata-schema';
import { Nested } from '../checks/nested';
import { CountryCode, IdOf, OneOf, Text } from '../checks/field-checks';
import { Metadata, MetadataPatch } from '../checks/metadata-checks';
import { PersonDto } from '../checks/person.dto';
import { OptionalField } from '../checks/optional-field';
import { GST_CATEGORIES, type GstCategory } from './commands';
import { NOT_ERASED } from './customer.resource';
import { RequestExamples } from '../examples';

/** Where a customer lives or is billed, as sent. */
export class CustomerAddressDto {
  @OptionalField({ example: '12 MG Road' })
  @Text(200)
  line1?: string | null;

  @OptionalField()
  @Text(200)
  line2?: string | null;

  @OptionalField({ example: 'Bengaluru' })
  @Text(100)
  city?: string | null;

  @OptionalField({
    description:
      'In India: the GST code, the ISO 3166-2 letters (`KA`, `IN-KA`) or the English name; kept as the GST code. Tax is charged by it unless there is a GSTIN.',
    example: 'Karnataka',
  })
  @Text(100)
  state?: string | null;

  @OptionalField({
    description: 'Sent with `country` IN: a PIN code, six digits of which the first is 1 to 9; blanks are taken out.',
    example: '560038',
  })
  @Text(16)
  postal_code?: string | null;

  @OptionalField({ description: 'ISO 3166-1, two letters.', example: 'IN' })
  @CountryCode()
  country?: string | null;
}

/** What creating and changing a customer have in common. */
class CustomerFieldsDto extends PersonDto {
  @OptionalField({ description: 'Of a regular taxpayer.', example: '29AAGCB7383J1Z4' })
  @Gstin()
  gstin?: string | null;

  @OptionalField({
    description: 'A buyer in a special economic zone is `sez`: integrated tax in every state. `regular` unless given.',
    example: 'regular',
  })
  @OneOf(GST_CATEGORIES)
  gst_category?: GstCategory | null;

  @OptionalField()
  @Nested(() => CustomerAddressDto)
  address?: CustomerAddressDto | null;

  @OptionalField()
  @Text(500)
  description?: string | null;

  @OptionalField({ description: `Your own number of the customer; unique in each mode. ${NOT_ERASED}` })
  @Text(64)
  reference_id?: string | null;
}

/** The body of `POST /v1/customers`: at least one of name, email, phone and reference_id. */
@RequestExamples({
  smallest: { summary: 'One of name, email, phone and reference_id is enough', value: { email: 'asha@example.com' } },
  whole: {
    summary: 'Everything',
    value: {
      name: 'Asha Verma',
      email: 'asha@example.com',
      phone: '+919876543210',
      gstin: '29AAGCB7383J1Z4',
      address: { line1: '12 MG Road', city: 'Bengaluru', state: 'Karnataka', postal_code: '560038', country: 'IN' },
      reference_id: 'user-1001',
      metadata: { tier: 'gold' },
    },
  },
})
export class CreateCustomerDto extends CustomerFieldsDto {
  @OptionalField({ description: 'In test mode: the clock by which everything of this customer goes.' })
  @Text(64)
  test_clock_id?: string | null;

  @OptionalField({ description: `${METADATA_SCHEMA.description} ${NOT_ERASED}`, example: { tier: 'gold' } })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}

/**
 * The body of `PATCH /v1/customers/{id}`: what is left out stays, null empties; address and metadata are merged. One of name,
 * email, phone and reference_id has to be left.
 */
@RequestExamples({
  contact: { summary: 'A new phone number; the city of the address', value: { phone: '+919876543210', address: { city: 'Mysuru' } } },
})
export class UpdateCustomerDto extends CustomerFieldsDto {
  @OptionalField({ description: `${METADATA_CHANGE_SCHEMA.description} ${NOT_ERASED}`, example: { tier: 'gold', coupon: null } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;

  @OptionalField({ description: 'One of the saved instruments of this customer.' })
  @IdOf('pm')
  default_payment_method_id?: string | null;
}
