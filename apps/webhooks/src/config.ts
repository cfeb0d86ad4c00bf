import { IsBoolean, IsInt, IsOptional, IsString, IsUrl, Max, Min } from 'class-validator';
import { DestinationConfig, HTTP_URL, IsDatabaseUrl, IsNotDevelopmentSecret, loadConfig, withOwnDatabaseUrl } from '#service';

/** The variables of the webhooks service: those of every process, where webhooks may go, how many at once, and the bounds of replays. */
export class WebhooksConfig extends DestinationConfig {
  /** The database as the role of this service reaches it, `hundi_webhooks`; DATABASE_URL unless given. */
  @IsOptional()
  @IsDatabaseUrl()
  webhooksDatabaseUrl?: string;

  /** The password of that URL, as it is. */
  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  webhooksDatabasePassword?: string;

  /** Internal address of the payments service, which is asked for events that did not arrive. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  paymentsUrl?: string;

  /** Internal address of the kyc service, as that of payments. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  kycUrl?: string;

  /** Internal address of the gateway, which publishes the events of accounts; as that of payments. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  gatewayInternalUrl?: string;

  /** Whether this process delivers. One that does not takes events and answers queries; its deliveries wait for another. */
  @IsBoolean()
  webhooksDispatcherEnabled: boolean = true;

  /** Requests to receivers that this process has under way at once. */
  @IsInt()
  @Min(8)
  @Max(4_096)
  webhooksMaxInFlight: number = 256;

  /** `http://[user:password@]host:port` of a proxy that tunnels (CONNECT), when that is the only way out. */
  @IsOptional()
  @IsUrl({ protocols: ['http'], require_protocol: true, require_tld: false })
  webhooksEgressProxyUrl?: string;

  /** How many days back a replay may reach; events are kept for 90. */
  @IsInt()
  @Min(1)
  @Max(90)
  webhooksReplayWindowDays: number = 30;

  /** Deliveries that one replay adds to the queue in a second, so that live traffic is not disturbed. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  webhooksReplayRatePerSecond: number = 20_000;
}

/**
 * From the environment of a process of its own.
 *
 * @param task see `withOwnDatabaseUrl`.
 * @throws ConfigError with all violations at once.
 */
export function readWebhooksConfig(task?: string): Readonly<WebhooksConfig> {
  return loadConfig(WebhooksConfig, withOwnDatabaseUrl(process.env, 'WEBHOOKS_DATABASE_URL', task), [
    'kafkaBrokers',
    'paymentsUrl',
    'kycUrl',
    'gatewayInternalUrl',
  ]);
}
