import { ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { Nested } from '../checks/nested';
import { DocumentDetailsDto } from './create-verification.dto';
import { OTP, SHARE_CODE, ShortCode } from './short-code';

/** The body of `POST /v1/kyc/verifications/{id}/submit`: exactly one of the three. */
export class SubmitVerificationDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: OTP.source,
    description: 'The OTP that the customer received.',
    example: '111000',
  })
  @IsOptional()
  @ShortCode(OTP, 'must be 4 to 8 digits.')
  otp?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: SHARE_CODE.source,
    description: 'The code that opens the offline document.',
  })
  @IsOptional()
  @ShortCode(SHARE_CODE, 'must be 4 letters or digits.')
  share_code?: string | null;

  @ApiPropertyOptional({
    type: () => DocumentDetailsDto,
    nullable: true,
    description: 'What `next_action.missing` names, all of it. The method stays as it is.',
  })
  @IsOptional()
  @Nested(() => DocumentDetailsDto)
  document_details?: DocumentDetailsDto | null;
}
