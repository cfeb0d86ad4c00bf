import { IsOptional, IsUrl, MinLength } from 'class-validator';
import { HTTP_URL, type Logger, type Metrics } from '#service';
import { createAcquirer } from './acquirer/acquirer';
import { watchProcessor, type LiveProcessors } from './live-processors';
import { ProcessorsConfig } from './processors-config';
import { ProcessorRegistry } from './routing/registry';

/** The variables of the processors that test mode has beside the sandbox. */
export class TestProcessorsConfig extends ProcessorsConfig {
  /** Where the fake acquirer of `npm run acquirer` is; without it test mode has the sandbox alone. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  acquirerUrl?: string;

  /** What the fake acquirer is called with. At least 16 characters. */
  @MinLength(16)
  acquirerKey: string = 'development-only-acquirer-key';

  /** Signs what the fake acquirer tells. At least 16 characters. */
  @MinLength(16)
  acquirerWebhookSecret: string = 'development-only-acquirer-secret';
}

/** Opens what the configuration names for test mode; nothing is connected to before the first payment. */
export function openTestProcessors(config: TestProcessorsConfig, watchers: { logger: Logger; metrics: Metrics }): LiveProcessors {
  const { acquirerUrl: apiUrl, acquirerKey: key, acquirerWebhookSecret: webhookSecret } = config;
  if (apiUrl === undefined) return { registry: new ProcessorRegistry([]), close: () => Promise.resolve() };
  const { processor, close } = createAcquirer({ apiUrl, key, webhookSecret, ...watchProcessor('acquirer', watchers) });
  return { registry: new ProcessorRegistry([processor]), close };
}
