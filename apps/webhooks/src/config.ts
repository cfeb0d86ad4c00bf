import { DestinationConfig, loadConfig } from '#service';

/** The variables of the webhooks service: those of every process, and where webhooks may go. */
export class WebhooksConfig extends DestinationConfig {}

/** From the environment of a process of its own. @throws ConfigError with all violations at once. */
export function readWebhooksConfig(): Readonly<WebhooksConfig> {
  return loadConfig(WebhooksConfig, process.env, ['kafkaBrokers']);
}
