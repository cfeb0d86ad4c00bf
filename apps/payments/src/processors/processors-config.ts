import { IsArray, IsBoolean, IsOptional, IsString, IsUrl, Matches, MinLength } from 'class-validator';
import { MANDATE_METHODS } from '#contracts';
import { ComesWith, configRule, IsHttpsInProduction } from '#partner-http';
import { HTTP_URL, IsNotDevelopmentSecret, ProcessConfig } from '#service';
import { parseRoutes } from './routing/routes';

/** The variables of the processors behind a network. None is needed: without them live mode answers 503. */
export class ProcessorsConfig extends ProcessConfig {
  /** Key id of Razorpay, `rzp_live_…`. */
  @IsOptional()
  @Matches(/^rzp_(?:live|test)_[0-9A-Za-z]{6,40}$/, { message: 'razorpayKeyId must begin with rzp_live_' })
  @IsLiveKey()
  @ComesWith('razorpayKeySecret', 'RAZORPAY_KEY_SECRET')
  razorpayKeyId?: string;

  /** Key secret of Razorpay. */
  @IsOptional()
  @MinLength(8)
  @IsNotDevelopmentSecret()
  @ComesWith('razorpayKeyId', 'RAZORPAY_KEY_ID')
  razorpayKeySecret?: string;

  /** Secrets of Razorpay's webhook: two while one replaces another. Without one no webhook of Razorpay is believed. */
  @IsOptional()
  @IsArray()
  @MinLength(8, { each: true })
  razorpayWebhookSecrets?: string[];

  /** Where Razorpay's API is. */
  @IsUrl(HTTP_URL)
  @IsHttpsInProduction()
  razorpayApiUrl: string = 'https://api.razorpay.com';

  /** Whether Razorpay has opened its server-to-server API to this key. Otherwise customers pay on Razorpay's page. */
  @IsBoolean()
  razorpayDirectEnabled: boolean = false;

  /** Client id of Cashfree Payments, `x-client-id`. */
  @IsOptional()
  @MinLength(8)
  @ComesWith('cashfreeClientSecret', 'CASHFREE_CLIENT_SECRET')
  cashfreeClientId?: string;

  /** Client secret of Cashfree Payments; it signs the webhooks too. */
  @IsOptional()
  @MinLength(8)
  @IsNotDevelopmentSecret()
  @ComesWith('cashfreeClientId', 'CASHFREE_CLIENT_ID')
  cashfreeClientSecret?: string;

  /** Further secrets that may have signed a webhook of Cashfree: the one before, while it is replaced. */
  @IsOptional()
  @IsArray()
  @MinLength(8, { each: true })
  cashfreeWebhookSecrets?: string[];

  /** Where Cashfree's API is. */
  @IsUrl(HTTP_URL)
  @IsHttpsInProduction()
  cashfreeApiUrl: string = 'https://api.cashfree.com/pg';

  /** Whether Cashfree has opened its server-to-server API to this client. Otherwise customers pay on Cashfree's page. */
  @IsBoolean()
  cashfreeDirectEnabled: boolean = false;

  /** Which processor takes what, in order: `upi=cashfree>razorpay; card/USD=razorpay; acct_…:*=cashfree`. */
  @IsString()
  @AreUsableRoutes()
  paymentRoutes: string = '';

  /** Which processor registers mandates on what, in order: `upi=cashfree>razorpay; acct_…:enach=cashfree`. */
  @IsString()
  @AreUsableRoutes(MANDATE_METHODS)
  mandateRoutes: string = '';
}

/** Names of the processors that are configured, in the order in which they are tried without a rule. */
export function configuredProcessors({ razorpayKeyId, cashfreeClientId }: Partial<ProcessorsConfig>): string[] {
  return [...(razorpayKeyId === undefined ? [] : ['razorpay']), ...(cashfreeClientId === undefined ? [] : ['cashfree'])];
}

/** A key of Razorpay's test mode would report payments as paid that were not. */
function IsLiveKey(): PropertyDecorator {
  const isFine = (value: unknown, { nodeEnv }: ProcessorsConfig): boolean =>
    nodeEnv !== 'production' || !String(value).startsWith('rzp_test_');
  return configRule<ProcessorsConfig>('isLiveKey', isFine, (property) => `${property} is a key of Razorpay's test mode`);
}

function AreUsableRoutes(methods?: readonly string[]): PropertyDecorator {
  const isFine = (value: unknown, config: ProcessorsConfig): boolean => {
    const known = configuredProcessors(config);
    try {
      return parseRoutes(String(value), methods).every(({ processors }) => processors.every((name) => known.includes(name)));
    } catch {
      return false;
    }
  };
  return configRule<ProcessorsConfig>(
    'areUsableRoutes',
    isFine,
    (property) => `${property} must be rules like upi=cashfree>razorpay, separated by ;, of processors that are configured`,
  );
}
