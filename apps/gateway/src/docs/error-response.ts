import { ApiProperty } from '@nestjs/swagger';
import { ERRORS, Example, EXAMPLE_IDS } from '#contracts';

const CODES = Object.keys(ERRORS);
const TYPES = [...new Set(Object.values(ERRORS).map((row) => row.type))];
const text = (description: string) => ({ type: String, nullable: true, description });

/** One problem with one field. */
export class FieldProblemBody {
  @ApiProperty({ type: String, description: 'Dotted path of the field.', example: 'customer.phone' }) param!: string;
  @ApiProperty({ type: String, enum: CODES }) code!: string;
  @ApiProperty({ type: String }) message!: string;
  @ApiProperty(text('A finer machine word where one exists.')) reason!: string | null;
}

/** What went wrong. Every member is always present, null when empty (docs/reference/api-conventions.md, Errors). */
export class ErrorDescription {
  @ApiProperty({ type: String, enum: TYPES, description: 'The class of the error, to branch on.' }) type!: string;
  @ApiProperty({ type: String, enum: CODES, description: 'The error itself.' }) code!: string;
  @ApiProperty({ type: String, description: 'For people. May change any day.' }) message!: string;
  @ApiProperty(text('The parameter that caused it.')) param!: string | null;
  @ApiProperty(text('With payment_declined: why.')) decline_code!: string | null;
  @ApiProperty(text('Payment failures: who.')) source!: string | null;
  @ApiProperty(text('Payment failures: in which step.')) step!: string | null;
  @ApiProperty(text('A finer machine word.')) reason!: string | null;
  @ApiProperty({ type: Boolean, description: 'Whether the same request with the same Idempotency-Key may succeed later.' })
  retryable!: boolean;
  @ApiProperty(text('What may help.')) hint!: string | null;
  @ApiProperty({ type: String, description: 'Where this code is explained.' }) doc_url!: string;
  @ApiProperty({ type: String, pattern: '^req_[0-9A-Za-z]{24}$' }) request_id!: string;
  @ApiProperty(text('The payment concerned, when there is one.')) payment_id!: string | null;
  @ApiProperty(text('With resource_already_exists: the object that stands in the way.')) existing_id!: string | null;
  @ApiProperty(text('With state_conflict: the state that stood in the way.')) current_status!: string | null;
  @ApiProperty({ type: String, isArray: true, nullable: true, description: 'With state_conflict: from which states it is allowed.' })
  allowed_from!: string[] | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'With refund_amount_exceeds_available: what is left, in minor units.' })
  amount_available!: number | null;
  @ApiProperty({ type: () => FieldProblemBody, isArray: true, description: 'Every problem with a field, at once.' })
  errors!: FieldProblemBody[];
}

/** The body of every error. */
@Example<ErrorResponse>({
  error: {
    type: 'invalid_request_error',
    code: 'phone_invalid',
    message: 'customer.phone must be a phone number in E.164, for example +919876543210.',
    param: 'customer.phone',
    decline_code: null,
    source: null,
    step: null,
    reason: null,
    retryable: false,
    hint: null,
    doc_url: 'https://api.example.com/docs/errors#phone_invalid',
    request_id: EXAMPLE_IDS.requestLog,
    payment_id: null,
    existing_id: null,
    current_status: null,
    allowed_from: null,
    amount_available: null,
    errors: [{ param: 'customer.phone', code: 'phone_invalid', message: 'must be a phone number in E.164.', reason: null }],
  },
})
export class ErrorResponse {
  @ApiProperty({ type: () => ErrorDescription }) error!: ErrorDescription;
}
