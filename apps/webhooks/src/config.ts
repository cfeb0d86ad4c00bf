import { ProcessConfig, loadConfig } from '#service';

/** The variables of the webhooks service. It needs none beyond those of every process. */
export class WebhooksConfig extends ProcessConfig {}

/** From the environment of a process of its own. @throws ConfigError with all violations at once. */
export function readWebhooksConfig(): Readonly<WebhooksConfig> {
  return loadConfig(WebhooksConfig, process.env, ['kafkaBrokers']);
}
