import { Nested } from '../checks/nested';
import { DocumentDetailsDto } from './create-verification.dto';
import { OptionalField } from '../checks/optional-field';
import { OTP, SHARE_CODE, ShortCode } from '../checks/short-code';
import { RequestExamples } from '../examples';

/** The body of `POST /v1/kyc/verifications/{id}/submit`: exactly one of the three. */
@RequestExamples({ otp: { summary: 'The right one of the sandbox', value: { otp: '111000' } } })
export class SubmitVerificationDto {
  @OptionalField({ description: 'The OTP that the customer received.', example: '111000' })
  @ShortCode(OTP, 'must be 4 to 8 digits.')
  otp?: string | null;

  @OptionalField({ description: 'The code that opens the offline document.' })
  @ShortCode(SHARE_CODE, 'must be 4 letters or digits.')
  share_code?: string | null;

  @OptionalField({ description: 'What `next_action.missing` names, all of it. The method stays as it is.' })
  @Nested(() => DocumentDetailsDto)
  document_details?: DocumentDetailsDto | null;
}
