import { IsBoolean, IsInt, IsOptional, IsString, IsUrl, Max, Min } from 'class-validator';
import { HTTP_URL, IsDatabaseUrl, IsNotDevelopmentSecret, loadConfig, withOwnDatabaseUrl } from '#service';
import { DEFAULT_VERIFICATION_RULES } from './verification/decide/rules';
import { ProvidersConfig } from './providers/providers-config';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The variables of the kyc service, beside those of every process. Times in milliseconds. */
export class KycConfig extends ProvidersConfig {
  /** The database as the role of this service reaches it, `hundi_kyc`; DATABASE_URL unless given. */
  @IsOptional()
  @IsDatabaseUrl()
  kycDatabaseUrl?: string;

  /** The password of that URL, as it is. */
  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  kycDatabasePassword?: string;

  /** Where customers reach the gateway: base of the sandbox's consent page. */
  @IsUrl(HTTP_URL)
  publicUrl: string = 'http://localhost:4000';

  /** Internal address of the payments service, which is asked for events that did not arrive and for customers that are erased. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  paymentsUrl?: string;

  /** How long a verification waits for the register or the customer, and how long its vault keeps what it needs. */
  @IsInt()
  @Min(MINUTE_MS)
  @Max(30 * DAY_MS)
  kycSessionWindowMs: number = DEFAULT_VERIFICATION_RULES.sessionWindowMs;

  /** After how long a verified customer has to be verified again: `expires_at` of a verification. */
  @IsInt()
  @Min(DAY_MS)
  @Max(36_500 * DAY_MS)
  kycValidForMs: number = DEFAULT_VERIFICATION_RULES.validForMs;

  /** How long what identifies the person is kept after it was verified; then it is redacted. 5 years, as of the PMLA. */
  @IsInt()
  @Min(DAY_MS)
  @Max(36_500 * DAY_MS)
  kycKeepVerifiedMs: number = 1_825 * DAY_MS;

  /** The same for a verification that failed, expired or was cancelled. */
  @IsInt()
  @Min(DAY_MS)
  @Max(36_500 * DAY_MS)
  kycKeepOthersMs: number = 180 * DAY_MS;

  /** Whether withdrawing consent erases what was verified. No for those whom a law has it kept; then it goes with its time. */
  @IsBoolean()
  kycEraseOnWithdrawal: boolean = DEFAULT_VERIFICATION_RULES.erasesOnWithdrawal;

  /** Between two looks for what is to be erased or held; after a look that found as much as it takes, ten seconds at most. */
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  kycErasureEveryMs: number = 60_000;

  /** Between two comparisons of erased customers with payments. */
  @IsInt()
  @Min(100)
  @Max(7 * DAY_MS)
  kycCompareErasedEveryMs: number = DAY_MS;

  /** Verifications of the same document in one day (UTC), live mode only. */
  @IsInt()
  @Min(1)
  @Max(1_000)
  kycTriesPerDay: number = 3;

  /** Whether a keyed hash of Aadhaar numbers may be kept, to recognize a second customer with the same one. Not as an OVSE. */
  @IsBoolean()
  kycKeepAadhaarHash: boolean = false;

  /** Whether test mode refuses Aadhaar numbers that may have been issued: those that pass every check and are not of the series 9999. */
  @IsBoolean()
  sandboxRefuseRealLooking: boolean = false;
}

/**
 * From the environment of a process of its own.
 *
 * @param task see `withOwnDatabaseUrl`.
 * @throws ConfigError with all violations at once.
 */
export function readKycConfig(task?: string): Readonly<KycConfig> {
  return loadConfig(KycConfig, withOwnDatabaseUrl(process.env, 'KYC_DATABASE_URL', task), ['kafkaBrokers']);
}
