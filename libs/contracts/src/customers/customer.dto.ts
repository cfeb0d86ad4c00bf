import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { CHECK_SENTENCE, readDocumentNumber } from '../kyc';
import { METADATA_CHANGE_SCHEMA, METADATA_SCHEMA } from '../checks/metadata-schema';
import { Nested } from '../checks/nested';
import { IdOf, Text } from '../checks/field-checks';
import { Constraint } from '../checks/constraint';
import { Metadata, MetadataPatch } from '../checks/metadata-checks';
import { PersonDto } from '../checks/person.dto';
import { NOT_ERASED } from './customer.resource';

const CUSTOMER_METADATA = {
  ...METADATA_SCHEMA,
  description: `${METADATA_SCHEMA.description} ${NOT_ERASED}`,
  example: { tier: 'gold' },
};

/** The GSTIN of a regular taxpayer, with its checksum (docs/reference/identity-documents.md, GSTIN). */
function Gstin(): PropertyDecorator {
  const isGood = (value: unknown): boolean => {
    const verdict = typeof value === 'string' ? readDocumentNumber('gstin', value) : undefined;
    return verdict !== undefined && 'document' in verdict && verdict.document.failedCheck === null;
  };
  return Constraint((value) => (isGood(value) ? undefined : 'gstin'), {
    gstin: {
      code: 'document_number_invalid',
      reason: 'invalid_gstin',
      message: `${CHECK_SENTENCE.invalid_format.replace('a number of this kind of document', 'the GSTIN of a regular taxpayer')}`,
    },
  });
}

/** Two letters of ISO 3166-1, any case. */
function CountryCode(): PropertyDecorator {
  return Constraint((value) => (typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? undefined : 'country'), {
    country: { code: 'parameter_invalid', message: 'must be a country code of two letters (ISO 3166-1).' },
  });
}

/** Where a customer lives or is billed, as sent. */
export class CustomerAddressDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200, example: '12 MG Road' })
  @IsOptional()
  @Text(200)
  line1?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  @IsOptional()
  @Text(200)
  line2?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, example: 'Bengaluru' })
  @IsOptional()
  @Text(100)
  city?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, example: 'Karnataka' })
  @IsOptional()
  @Text(100)
  state?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 16,
    description: 'Sent with `country` IN: a PIN code, six digits of which the first is 1 to 9; blanks are taken out.',
    example: '560038',
  })
  @IsOptional()
  @Text(16)
  postal_code?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1, two letters.', example: 'IN' })
  @IsOptional()
  @CountryCode()
  country?: string | null;
}

/** What creating and changing a customer have in common. */
class CustomerFieldsDto extends PersonDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 20, description: 'Of a regular taxpayer.', example: '29AAGCB7383J1Z4' })
  @IsOptional()
  @Gstin()
  gstin?: string | null;

  @ApiPropertyOptional({ type: () => CustomerAddressDto, nullable: true })
  @IsOptional()
  @Nested(() => CustomerAddressDto)
  address?: CustomerAddressDto | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500 })
  @IsOptional()
  @Text(500)
  description?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 64,
    description: `Your own number of the customer; unique in each mode. ${NOT_ERASED}`,
  })
  @IsOptional()
  @Text(64)
  reference_id?: string | null;
}

/** The body of `POST /v1/customers`: at least one of name, email, phone and reference_id. */
export class CreateCustomerDto extends CustomerFieldsDto {
  @ApiPropertyOptional(CUSTOMER_METADATA)
  @IsOptional()
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}

/**
 * The body of `PATCH /v1/customers/{id}`: what is left out stays, null empties; address and metadata are merged. One of name,
 * email, phone and reference_id has to be left.
 */
export class UpdateCustomerDto extends CustomerFieldsDto {
  @ApiPropertyOptional({
    ...METADATA_CHANGE_SCHEMA,
    maxProperties: 100,
    description: `Merged key by key: a value of null removes its key, null for the whole removes all. At most 50 keys afterwards. ${NOT_ERASED}`,
    example: { tier: 'gold', coupon: null },
  })
  @IsOptional()
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^pm_[0-9A-Za-z]{24}$',
    description: 'One of the saved instruments of this customer.',
  })
  @IsOptional()
  @IdOf('pm')
  default_payment_method_id?: string | null;
}
