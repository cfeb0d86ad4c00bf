import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { FieldProblem } from '../errors';
import { Required } from '../checks/field-checks';
import { SANDBOX_WORD, SandboxWord } from '../checks/sandbox-word';
import type { SimulateVerificationPayload } from './commands';

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

/** A reason says why something failed; beside any other outcome it says nothing. */
export function validateSimulateVerification({ outcome, reason }: SimulateVerificationDto): FieldProblem[] {
  if (!reason || typeof outcome !== 'string' || outcome === 'failed') return [];
  return [{ param: 'reason', code: 'parameters_exclusive', message: `does not go with outcome ${outcome}; only with failed.` }];
}

/** The command payload of a simulation: the sandbox knows reasons as outcomes of their own. */
export function toSimulateVerificationPayload({ outcome, reason }: SimulateVerificationDto): SimulateVerificationPayload {
  return { outcome: reason ?? outcome };
}
