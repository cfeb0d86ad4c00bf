import { ApiProperty } from '../api-property';
import { DOCUMENT_TYPES, type DocumentType } from './document-type';
import {
  CHECK_NAMES,
  CHECK_RESULTS,
  VERIFICATION_METHODS,
  VERIFICATION_STATUSES,
  type CheckName,
  type CheckResult,
  type VerificationMethod,
  type VerificationStatus,
} from './verification';
import { ExampleFrom, ExampleOf } from '../examples';

const text = (example?: string) => ({ type: String, nullable: true, ...(example && { example }) });
const seconds = { type: 'integer', nullable: true, description: 'Unix seconds' } as const;

/** What the customer has to do next. Fields that the type does not use are null. */
export class VerificationNextAction {
  @ApiProperty({ type: String, enum: ['otp', 'redirect', 'details'] }) type!: 'otp' | 'redirect' | 'details';
  @ApiProperty({ ...text(), description: 'redirect: where the customer gives consent.' }) url!: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'details: what to submit, by the names of document_details.' })
  missing!: string[] | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'otp: tries that are left.' }) tries_left!: number | null;
  @ApiProperty({ ...seconds, description: 'otp: from when another OTP can be requested, Unix seconds.' }) resend_after_at!: number | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) expires_at!: number;
}

/** One thing that was looked at. */
export class VerificationCheck {
  @ApiProperty({ type: String, enum: CHECK_NAMES }) name!: CheckName;
  @ApiProperty({ type: String, enum: CHECK_RESULTS }) result!: CheckResult;
}

/** The customer's consent as it was sent in, and what became of it. */
export class VerificationConsent {
  @ApiProperty({ type: String }) text_version!: string;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) captured_at!: number;
  @ApiProperty(text()) purpose!: string | null;
  @ApiProperty(text('web')) channel!: string | null;
  @ApiProperty(text('hi-IN')) language!: string | null;
  @ApiProperty(seconds) withdrawn_at!: number | null;
}

/** What an event says of a verification: no name, birth date, number or mask. */
@ExampleOf('kyc.verification.verified')
export class ThinVerification {
  @ApiProperty({ type: String, pattern: '^kyc_[0-9A-Za-z]{24}$' }) id!: string;
  @ApiProperty({ type: String, enum: ['kyc.verification'] }) object!: 'kyc.verification';
  @ApiProperty({ type: Boolean }) livemode!: boolean;
  @ApiProperty({ type: String, pattern: '^cust_[0-9A-Za-z]{24}$' }) customer_id!: string;
  @ApiProperty({ type: String, enum: DOCUMENT_TYPES }) document_type!: DocumentType;
  @ApiProperty({ type: String, enum: VERIFICATION_STATUSES, description: 'Anything but `verified` is not verified.' })
  status!: VerificationStatus;
  @ApiProperty({ ...text('The name differs from the one in the register.'), description: 'Why it is not verified; null when it is.' })
  verification_reason!: string | null;
  @ApiProperty({ ...text('name_mismatch'), description: 'The same as a word to branch on.' }) verification_reason_code!: string | null;
  @ApiProperty({ ...seconds, description: 'Open: until when somebody can still act. Verified: when it has to be done again. Else null.' })
  expires_at!: number | null;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) created_at!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds' }) updated_at!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Public events so far.' }) sequence!: number;
}

/** An identity verification as the API shows it. Every field is always present, null when empty. */
@ExampleFrom<VerificationResource>('kyc.verification.verified', ({ data }) => ({
  ...(data.object as ThinVerification),
  document_number: 'XXXX-XXXX-9012',
  verify_address: false,
  customer_name: 'Asha Verma',
  date_of_birth: '1990-01-01',
  address: null,
  address_verified: null,
  name_match_score: 100,
  method: 'otp',
  next_action: null,
  checks: [{ name: 'name_match', result: 'passed' }],
  warnings: [],
  attempts: 1,
  redirect_url: null,
  provider: 'sandbox',
  provider_reference: 'sbx_kyc_1',
  metadata: {},
  consent: null,
  verified_at: 1_795_219_202,
  redacted_at: null,
}))
export class VerificationResource extends ThinVerification {
  @ApiProperty({ ...text('XXXX-XXXX-9012'), description: 'Masked. The number itself is not kept.' }) document_number!: string | null;
  @ApiProperty({ type: Boolean }) verify_address!: boolean;
  @ApiProperty({ ...text('Asha Verma'), description: 'As the register has it; only when verified.' }) customer_name!: string | null;
  @ApiProperty({ ...text('1990-01-01'), description: 'As the register has it, YYYY-MM-DD; only when verified.' })
  date_of_birth!: string | null;
  @ApiProperty({ ...text(), description: 'As the register has it; only when verified with `verify_address`.' }) address!: string | null;
  @ApiProperty({ type: Boolean, nullable: true, description: 'Null unless the address was to be verified.' })
  address_verified!: boolean | null;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, maximum: 100 }) name_match_score!: number | null;
  @ApiProperty({ type: String, enum: VERIFICATION_METHODS }) method!: VerificationMethod;
  @ApiProperty({ type: () => VerificationNextAction, nullable: true }) next_action!: VerificationNextAction | null;
  @ApiProperty({ type: () => VerificationCheck, isArray: true }) checks!: VerificationCheck[];
  @ApiProperty({ type: [String], description: 'Worth knowing; they never change the status.' }) warnings!: string[];
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Questions put to providers so far, wrong OTPs among them. It stays when the verification has ended.',
  })
  attempts!: number;
  @ApiProperty({ ...text(), description: 'Where the customer comes back to after giving consent.' }) redirect_url!: string | null;
  @ApiProperty(text('sandbox')) provider!: string | null;
  @ApiProperty(text()) provider_reference!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } })
  metadata!: Record<string, string | number | boolean>;
  @ApiProperty({ type: () => VerificationConsent, nullable: true, description: 'Kept beyond a redaction, as the proof that it was given.' })
  consent!: VerificationConsent | null;
  @ApiProperty(seconds) verified_at!: number | null;
  @ApiProperty(seconds) redacted_at!: number | null;
}
