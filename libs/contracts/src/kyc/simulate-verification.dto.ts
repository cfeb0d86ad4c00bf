import { ApiProperty } from '../api-property';
import { Required } from '../checks/field-checks';
import { OptionalField } from '../checks/optional-field';
import { SandboxWord } from '../checks/sandbox-word';
import { RequestExamples } from '../examples';

/** The body of `POST /v1/test_helpers/kyc_verifications/{id}/simulate`. */
@RequestExamples({ verified: { summary: 'Verified', value: { outcome: 'verified' } } })
export class SimulateVerificationDto {
  @ApiProperty({
    description:
      '`approve`: the customer does what is asked of them. Else a status (`verified`, `failed`, `expired` …) or a reason code: `watchlist_hit`, `provider_unavailable`, `otp_required` …',
    example: 'verified',
  })
  @Required()
  @SandboxWord()
  outcome!: string;

  @OptionalField({ description: 'Why it fails; only with `outcome: failed`.', example: 'name_mismatch' })
  @SandboxWord()
  reason?: string | null;
}
