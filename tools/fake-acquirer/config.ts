import { IsInt, IsString, IsUrl, Max, Min, MinLength } from 'class-validator';
import { HTTP_URL, loadConfig } from '#service';

/** The variables of `npm run acquirer`. The key and the secret are those that the payments service is given. */
export class FakeAcquirerConfig {
  /** Port on 127.0.0.1; 0 takes a free one. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  acquirerPort: number = 4600;

  /** Where it tells what happened: a Hundi's gateway. */
  @IsUrl(HTTP_URL)
  acquirerCallbackUrl: string = 'http://localhost:4000/v1/processor_webhooks/acquirer';

  /** What Hundi authenticates with. */
  @IsString()
  @MinLength(16)
  acquirerKey: string = 'development-only-acquirer-key';

  /** Signs its callbacks. */
  @IsString()
  @MinLength(16)
  acquirerWebhookSecret: string = 'development-only-acquirer-secret';
}

/** @throws ConfigError with all violations at once. */
export function readFakeAcquirerConfig(): Readonly<FakeAcquirerConfig> {
  return loadConfig(FakeAcquirerConfig, process.env);
}
