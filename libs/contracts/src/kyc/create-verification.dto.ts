import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { IdOf, IntegerWithin, OneOf, Required, Text, TrueOrFalse, WebUrl } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { METADATA_SCHEMA } from '../checks/metadata-schema';
import { Nested } from '../checks/nested';
import { DocumentNumberText } from './document-text';
import { DOCUMENT_TYPES } from './document-type';
import { SHARE_CODE, ShortCode } from './short-code';
import { VERIFICATION_METHODS, type VerificationMethod } from './verification';

/** Unix seconds of the year 5138: whatever is beyond is no time. */
const CONSENT_SECONDS_MAX = 99_999_999_999;

/** The customer's consent (docs/reference/identity-documents.md, Consent and retention): required in live mode. */
export class ConsentDto {
  @ApiProperty({ type: Boolean, enum: [true], description: 'Must be true.' })
  @Required()
  @TrueOrFalse()
  given!: boolean;

  @ApiProperty({ type: String, maxLength: 64, description: 'Which text the customer agreed to.', example: '2026-04' })
  @Required()
  @Text(64)
  text_version!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: CONSENT_SECONDS_MAX,
    description: 'When the customer agreed, Unix seconds.',
    example: 1795253400,
  })
  @Required()
  @IntegerWithin(0, CONSENT_SECONDS_MAX)
  captured_at!: number;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200, description: 'What the data are used for.' })
  @IsOptional()
  @Text(200)
  purpose?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 64, example: 'web' })
  @IsOptional()
  @Text(64)
  channel?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 35, description: 'In which the text was shown.', example: 'hi-IN' })
  @IsOptional()
  @Text(35)
  language?: string | null;
}

/** What some documents need beside their number; what is missing gives `requires_input` in live mode, to be submitted. */
export class DocumentDetailsDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, description: 'As on the document.', example: 'Asha Verma' })
  @IsOptional()
  @Text(100)
  full_name?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date', example: '1990-01-01' })
  @IsOptional()
  @Text(10)
  date_of_birth?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'passport: file number on the last page.', example: 'ZZ1000000000001' })
  @IsOptional()
  @DocumentNumberText()
  file_number?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'bank_account: the branch.', example: 'SBOX0000001' })
  @IsOptional()
  @DocumentNumberText()
  ifsc?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: SHARE_CODE.source,
    description: 'offline_xml: the code that opens the file.',
  })
  @IsOptional()
  @ShortCode(SHARE_CODE, 'must be 4 letters or digits.')
  share_code?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    enum: [...VERIFICATION_METHODS, null],
    description: 'The usual one of the document unless given.',
  })
  @IsOptional()
  @OneOf(VERIFICATION_METHODS)
  method?: VerificationMethod | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 2048,
    format: 'uri',
    pattern: '^https?://',
    description: 'Where the customer comes back to after giving consent.',
  })
  @IsOptional()
  @WebUrl()
  redirect_url?: string | null;
}

/** The body of `POST /v1/kyc/verifications`. `validateCreateVerification` judges what spans several fields. */
export class CreateVerificationDto {
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' })
  @Required()
  @IdOf('cust')
  customer_id!: string;

  @ApiProperty({ type: String, enum: DOCUMENT_TYPES, example: 'aadhaar' })
  @Required()
  @Text(64)
  document_type!: string;

  @ApiProperty({
    type: String,
    minLength: 1,
    maxLength: 300,
    // More than separators, and no NUL.
    pattern: '^[^\\u0000]*[0-9A-Za-z][^\\u0000]*$',
    description: 'Separators are ignored. It is not kept; answers show a mask.',
    example: '1234-5678-9012',
  })
  @Required()
  @DocumentNumberText()
  document_number!: string;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'Also verify the address. Not for pan, bank_account and vpa.' })
  @IsOptional()
  @TrueOrFalse()
  verify_address?: boolean | null;

  @ApiPropertyOptional({ type: () => DocumentDetailsDto, nullable: true })
  @IsOptional()
  @Nested(() => DocumentDetailsDto)
  document_details?: DocumentDetailsDto | null;

  @ApiPropertyOptional({ type: () => ConsentDto, nullable: true, description: 'Required in live mode.' })
  @IsOptional()
  @Nested(() => ConsentDto)
  consent?: ConsentDto | null;

  @ApiPropertyOptional({ ...METADATA_SCHEMA, description: `${METADATA_SCHEMA.description} No document numbers.` })
  @IsOptional()
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}
