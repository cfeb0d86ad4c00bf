import { ApiProperty, ApiPropertyOptional } from '../api-property';
import { IsOptional } from 'class-validator';
import { Required } from '../checks/field-checks';
import { SANDBOX_WORD, SandboxWord } from '../checks/sandbox-word';

/** The body of `POST /v1/test_helpers/kyc_verifications/{id}/simulate`. */
export class SimulateVerificationDto {
  @ApiProperty({
    type: String,
    pattern: SANDBOX_WORD.source,
    description:
      '`approve`: the customer does what is asked of them. Else a status (`verified`, `failed`, `expired` …) or a reason code: `watchlist_hit`, `provider_unavailable`, `otp_required` …',
    example: 'verified',
  })
  @Required()
  @SandboxWord()
  outcome!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: SANDBOX_WORD.source,
    description: 'Why it fails; only with `outcome: failed`.',
    example: 'name_mismatch',
  })
  @IsOptional()
  @SandboxWord()
  reason?: string | null;
}
