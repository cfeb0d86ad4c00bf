import { IsArray, IsInt, IsOptional, IsString, IsUrl, Max, Min, MinLength } from 'class-validator';
import { ComesWith, configRule, IsHttpsInProduction } from '#partner-http';
import { HTTP_URL, IsNotDevelopmentSecret, ProcessConfig } from '#service';
import { parseKycRoutes } from './routing/routes';

/** The variables of the identity providers. None is needed: without them live mode answers 503. */
export class ProvidersConfig extends ProcessConfig {
  /** Client id of Cashfree Secure ID, `x-client-id`. */
  @IsOptional()
  @MinLength(8)
  @ComesWith('cashfreeSecureIdClientSecret', 'CASHFREE_SECURE_ID_CLIENT_SECRET')
  cashfreeSecureIdClientId?: string;

  /** Client secret of Cashfree Secure ID. */
  @IsOptional()
  @MinLength(8)
  @IsNotDevelopmentSecret()
  @ComesWith('cashfreeSecureIdClientId', 'CASHFREE_SECURE_ID_CLIENT_ID')
  cashfreeSecureIdClientSecret?: string;

  /** Further secrets that may have signed a webhook of Cashfree Secure ID: the client secret before, while it is replaced. */
  @IsOptional()
  @IsArray()
  @MinLength(8, { each: true })
  cashfreeSecureIdWebhookSecrets?: string[];

  /** Where Cashfree Secure ID's API is. */
  @IsUrl(HTTP_URL)
  @IsHttpsInProduction()
  cashfreeSecureIdApiUrl: string = 'https://api.cashfree.com/verification';

  /** Client id of Setu, `x-client-id`. */
  @IsOptional()
  @MinLength(8)
  @ComesWith('setuClientSecret', 'SETU_CLIENT_SECRET')
  setuClientId?: string;

  /** Client secret of Setu. */
  @IsOptional()
  @MinLength(8)
  @IsNotDevelopmentSecret()
  @ComesWith('setuClientId', 'SETU_CLIENT_ID')
  setuClientSecret?: string;

  /** Where Setu's API is. */
  @IsUrl(HTTP_URL)
  @IsHttpsInProduction()
  setuApiUrl: string = 'https://dg.setu.co';

  /** Product instance id of Setu's PAN verification; without it Setu is not asked about PANs. */
  @IsOptional()
  @MinLength(8)
  @ComesWith('setuClientId', 'SETU_CLIENT_ID')
  setuPanProductId?: string;

  /** Of its bank account verification, which verifies VPAs too. */
  @IsOptional()
  @MinLength(8)
  @ComesWith('setuClientId', 'SETU_CLIENT_ID')
  setuBankProductId?: string;

  /** Of its GST verification. */
  @IsOptional()
  @MinLength(8)
  @ComesWith('setuClientId', 'SETU_CLIENT_ID')
  setuGstProductId?: string;

  /** Of DigiLocker, for Aadhaar. */
  @IsOptional()
  @MinLength(8)
  @ComesWith('setuClientId', 'SETU_CLIENT_ID')
  setuDigilockerProductId?: string;

  /** Whom to ask about which document, in order: `aadhaar=cashfree/otp>setu/digilocker; pan=setu>cashfree`. */
  @IsString()
  @AreUsableKycRoutes()
  kycRoutes: string = '';

  /** How long one call to an identity provider may take, milliseconds. */
  @IsInt()
  @Min(100)
  @Max(25_000)
  kycProviderTimeoutMs: number = 25_000;

  /** Until the second question about what a provider works on, milliseconds; doubled with each up to KYC_POLL_INTERVAL_MS. */
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  kycPollStartMs: number = 2_000;

  /** Between two such questions, at most, milliseconds. */
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  kycPollIntervalMs: number = 60_000;

  /** Wait after the first call without a reply, when no other provider can be called, milliseconds; doubled each time up to five minutes. */
  @IsInt()
  @Min(100)
  @Max(300_000)
  kycProviderRetryMs: number = 2_000;

  /** From which score on a name is taken as the same, 0 to 100; where a provider names a band, its word decides. */
  @IsInt()
  @Min(1)
  @Max(100)
  kycNamePassScore: number = 80;

  /** From which score on a person decides, 0 to 100. */
  @IsInt()
  @Min(1)
  @Max(100)
  kycNameReviewScore: number = 65;
}

/** Names of the providers that are configured, in the order in which they are tried without a rule. */
export function configuredProviders({ cashfreeSecureIdClientId, setuClientId }: Partial<ProvidersConfig>): string[] {
  return [...(cashfreeSecureIdClientId === undefined ? [] : ['cashfree']), ...(setuClientId === undefined ? [] : ['setu'])];
}

function AreUsableKycRoutes(): PropertyDecorator {
  const isFine = (value: unknown, config: Partial<ProvidersConfig>): boolean => {
    const known = configuredProviders(config);
    try {
      return parseKycRoutes(String(value)).every(({ stops }) => stops.every(({ provider }) => known.includes(provider)));
    } catch {
      return false;
    }
  };
  return configRule(
    'areUsableKycRoutes',
    isFine,
    (property) => `${property} must be rules like aadhaar=cashfree/otp>setu/digilocker, separated by ;, of providers that are configured`,
  );
}
