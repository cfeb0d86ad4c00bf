import { ApiProperty } from '../api-property';
import { IdOf, IntegerWithin, OneOf, Required, Text, TrueOrFalse, WebUrl } from '../checks/field-checks';
import { Metadata } from '../checks/metadata-checks';
import { METADATA_SCHEMA } from '../checks/metadata-schema';
import { Nested } from '../checks/nested';
import { DocumentNumberText } from './document-text';
import { DOCUMENT_TYPES } from './document-type';
import { SHARE_CODE, ShortCode } from '../checks/short-code';
import { OptionalField } from '../checks/optional-field';
import { VERIFICATION_METHODS, type VerificationMethod } from './verification';
import { EXAMPLE_IDS, RequestExamples } from '../examples';

/** Unix seconds of the year 5138: whatever is beyond is no time. */
const CONSENT_SECONDS_MAX = 99_999_999_999;

/** The customer's consent (docs/reference/identity-documents.md, Consent and retention): required in live mode. */
export class ConsentDto {
  @ApiProperty({ enum: [true], description: 'Must be true.' })
  @Required()
  @TrueOrFalse()
  given!: boolean;

  @ApiProperty({ description: 'Which text the customer agreed to.', example: '2026-04' })
  @Required()
  @Text(64)
  text_version!: string;

  @ApiProperty({ description: 'When the customer agreed, Unix seconds.', example: 1795253400 })
  @Required()
  @IntegerWithin(0, CONSENT_SECONDS_MAX)
  captured_at!: number;

  @OptionalField({ description: 'What the data are used for.' })
  @Text(200)
  purpose?: string | null;

  @OptionalField({ example: 'web' })
  @Text(64)
  channel?: string | null;

  @OptionalField({ description: 'In which the text was shown.', example: 'hi-IN' })
  @Text(35)
  language?: string | null;
}

/** What some documents need beside their number; what is missing gives `requires_input` in live mode, to be submitted. */
export class DocumentDetailsDto {
  @OptionalField({ description: 'As on the document.', example: 'Asha Verma' })
  @Text(100)
  full_name?: string | null;

  @OptionalField({ format: 'date', example: '1990-01-01' })
  @Text(10)
  date_of_birth?: string | null;

  @OptionalField({ description: 'passport: file number on the last page.', example: 'ZZ1000000000001' })
  @DocumentNumberText()
  file_number?: string | null;

  @OptionalField({ description: 'bank_account: the branch.', example: 'SBOX0000001' })
  @DocumentNumberText()
  ifsc?: string | null;

  @OptionalField({ description: 'offline_xml: the code that opens the file.' })
  @ShortCode(SHARE_CODE, 'must be 4 letters or digits.')
  share_code?: string | null;

  @OptionalField({ type: String, enum: [...VERIFICATION_METHODS, null], description: 'The usual one of the document unless given.' })
  @OneOf(VERIFICATION_METHODS)
  method?: VerificationMethod | null;

  @OptionalField({ description: 'Where the customer comes back to after giving consent.' })
  @WebUrl()
  redirect_url?: string | null;
}

/** The body of `POST /v1/kyc/verifications`. `validateCreateVerification` judges what spans several fields. */
@RequestExamples({
  plain: {
    summary: 'The smallest verification: verified at once in test mode',
    value: {
      customer_id: EXAMPLE_IDS.customer,
      document_type: 'aadhaar',
      document_number: '1234-5678-9012',
      verify_address: false,
    },
  },
  otp: {
    summary: 'Asks for an OTP; submit 111000',
    value: { customer_id: EXAMPLE_IDS.customer, document_type: 'aadhaar', document_number: '9999-0004-0006' },
  },
  bank_account: {
    summary: 'A bank account',
    value: {
      customer_id: EXAMPLE_IDS.customer,
      document_type: 'bank_account',
      document_number: '00000000000001',
      document_details: { ifsc: 'SBOX0000001' },
    },
  },
})
export class CreateVerificationDto {
  @ApiProperty()
  @Required()
  @IdOf('cust')
  customer_id!: string;

  @ApiProperty({ enum: DOCUMENT_TYPES, example: 'aadhaar' })
  @Required()
  @Text(64)
  document_type!: string;

  @ApiProperty({
    minLength: 1,
    maxLength: 300,
    pattern: '^[^\\u0000]*[0-9A-Za-z][^\\u0000]*$',
    description: 'Separators are ignored. It is not kept; answers show a mask.',
    example: '1234-5678-9012',
  })
  @Required()
  @DocumentNumberText()
  document_number!: string;

  @OptionalField({ description: 'Also verify the address. Not for pan, bank_account and vpa.' })
  @TrueOrFalse()
  verify_address?: boolean | null;

  @OptionalField()
  @Nested(() => DocumentDetailsDto)
  document_details?: DocumentDetailsDto | null;

  @OptionalField({ description: 'Required in live mode.' })
  @Nested(() => ConsentDto)
  consent?: ConsentDto | null;

  @OptionalField({ description: `${METADATA_SCHEMA.description} No document numbers.` })
  @Metadata()
  metadata?: Record<string, string | number | boolean> | null;
}
