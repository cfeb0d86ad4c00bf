import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { FieldProblem } from '../errors';
import { Judged } from '../checks/judged';

const OTP = /^[0-9]{4,8}$/;
const SHARE_CODE = /^[0-9A-Za-z]{4}$/;

function Matching(pattern: RegExp, message: string): PropertyDecorator {
  return Judged((value) => (typeof value === 'string' && pattern.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', reason: 'invalid_format', message },
  });
}

/** The body of `POST /v1/kyc/verifications/{id}/submit`: exactly one of the two. */
export class SubmitVerificationDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: OTP.source,
    description: 'The OTP that the customer received.',
    example: '111000',
  })
  @IsOptional()
  @Matching(OTP, 'must be 4 to 8 digits.')
  otp?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: SHARE_CODE.source,
    description: 'The code that opens the offline document.',
  })
  @IsOptional()
  @Matching(SHARE_CODE, 'must be 4 letters or digits.')
  share_code?: string | null;
}

/** Exactly one thing is handed in. */
export function validateSubmitVerification({ otp, share_code: shareCode }: SubmitVerificationDto): FieldProblem[] {
  if (otp == null && shareCode == null) return [{ param: 'otp', code: 'parameter_missing', message: 'is required.' }];
  if (otp == null || shareCode == null) return [];
  return [{ param: 'otp', code: 'parameters_exclusive', message: 'excludes share_code: send one of them.' }];
}
