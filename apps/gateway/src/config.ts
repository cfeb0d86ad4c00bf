import { IsArray, IsBoolean, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength, ValidateIf } from 'class-validator';
import { HTTP_URL, IsDatabaseUrl, IsNotDevelopmentSecret, loadConfig, withOwnDatabaseUrl } from '#service';
import { PeopleConfig } from './people-config';
import { IsTlsFile } from './tls/tls-files';

const ADDRESS_OR_NAME = /^(?:loopback|linklocal|uniquelocal|[0-9a-fA-F:.]{2,45}(?:\/\d{1,3})?)$/;

const ADDRESS_RANGE = /^[0-9a-fA-F:.]{2,45}(?:\/\d{1,3})?$/;

const hasTlsFile = ({ tlsCertFile, tlsKeyFile }: { tlsCertFile?: string; tlsKeyFile?: string }): boolean =>
  tlsCertFile !== undefined || tlsKeyFile !== undefined;

/** Every setting of the gateway. The only reader of its environment. */
export class GatewayConfig extends PeopleConfig {
  /** The database as the role of this service reaches it, `hundi_gateway`; DATABASE_URL unless given. */
  @IsOptional()
  @IsDatabaseUrl()
  gatewayDatabaseUrl?: string;

  /** The password of that URL, as it is. */
  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  gatewayDatabasePassword?: string;

  /** Public port; 0 takes a free one. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 4000;

  /** Address callers use, without a slash at the end: in error bodies and the OpenAPI document. Default: what it listens on. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  publicUrl?: string;

  /** Internal address of the payments service. */
  @IsUrl(HTTP_URL)
  paymentsUrl!: string;

  /** Internal address of the kyc service. */
  @IsUrl(HTTP_URL)
  kycUrl!: string;

  /** Internal address of the webhooks service. */
  @IsUrl(HTTP_URL)
  webhooksUrl!: string;

  /** Secret under which API keys are digested; or `1:<pepper>,2:<pepper>` while one replaces another. At least 16 characters. */
  @IsString()
  @MinLength(16)
  @IsNotDevelopmentSecret()
  apiKeyPepper!: string;

  /** Off switch of every rate and concurrency limit, for self-hosters and benchmarks. */
  @IsBoolean()
  rateLimitEnabled: boolean = true;

  /** Writes a second of one account in live mode; twice that for one second. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitLiveWrites: number = 100;

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitLiveReads: number = 200;

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitTestWrites: number = 25;

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitTestReads: number = 50;

  /** Searches a second of one account and mode. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitSearches: number = 20;

  /** Changes of one object in an hour. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitObjectUpdatesPerHour: number = 1_000;

  /** New identity verifications of one account and mode in a minute. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitVerificationsPerMinute: number = 10;

  /** Refused requests (wrong key, unknown route) a second from one address. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitRefusals: number = 100;

  /** Requests a second from one address without a key or with a publishable one: hosted pages, docs, portal. Many customers may share one. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitOpenRequests: number = 100;

  /** Requests of one account and mode that may be under way at once. */
  @IsInt()
  @Min(1)
  @Max(100_000)
  concurrencyLimit: number = 200;

  /** Largest request body, in bytes. */
  @IsInt()
  @Min(1024)
  @Max(10_485_760)
  bodyLimitBytes: number = 262_144;

  /** A request that has not come in by then is cut off, in milliseconds. */
  @IsInt()
  @Min(100)
  @Max(300_000)
  requestTimeoutMs: number = 30_000;

  /** Headers that have not come in by then are cut off, in milliseconds. */
  @IsInt()
  @Min(100)
  @Max(60_000)
  headersTimeoutMs: number = 10_000;

  /** A silent connection is closed after this, in milliseconds; in the middle of a body it is answered 408 first. */
  @IsInt()
  @Min(100)
  @Max(300_000)
  connectionTimeoutMs: number = 30_000;

  /** A kept-alive connection is closed after this, in milliseconds; must exceed the balancer's own. */
  @IsInt()
  @Min(100)
  @Max(600_000)
  keepAliveTimeoutMs: number = 72_000;

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  connectionsMax: number = 10_000;

  /** Requests are turned away while the event loop is later than this on average, in milliseconds. */
  @IsInt()
  @Min(10)
  @Max(60_000)
  eventLoopLagMaxMs: number = 500;

  /** Requests are turned away while more than this of the memory that Node may use is used, in percent. */
  @IsInt()
  @Min(1)
  @Max(100)
  heapUsedMaxPercent: number = 90;

  /** An internal query that has not answered by then has failed, in milliseconds. */
  @IsInt()
  @Min(50)
  @Max(25_000)
  queryTimeoutMs: number = 5_000;

  /** Event streams of one account and mode that one process serves at once. */
  @IsInt()
  @Min(1)
  @Max(1_000)
  eventStreamsPerAccount: number = 10;

  /** Event streams that one process serves at once. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  eventStreamsMax: number = 500;

  /** An event stream ends after this and its reader connects again, in milliseconds. */
  @IsInt()
  @Min(1_000)
  @Max(86_400_000)
  eventStreamDurationMs: number = 3_600_000;

  /** Addresses and ranges (CIDR) that deliveries of webhooks come from, as `GET /v1/webhook_source_ips` shows them. */
  @IsOptional()
  @IsArray()
  @Matches(ADDRESS_RANGE, { each: true })
  webhookSourceIps?: string[];

  /** Whether `/metrics` is answered on the public port too. */
  @IsBoolean()
  metricsOnPublicPort: boolean = false;

  /** Whether `/docs` is served; `/docs/errors` and `/docs/testing` always are, because errors point at them. */
  @IsBoolean()
  docsEnabled: boolean = true;

  /** Whether `/portal`, the page about webhooks for developers, is served. It shows only what the pasted API key may see. */
  @IsBoolean()
  portalEnabled: boolean = true;

  /** Whether every request is logged; requests that fail on our side always are. */
  @IsBoolean()
  logRequests: boolean = false;

  /** Whether requests are kept for their account, which reads them at `/v1/request_logs`. */
  @IsBoolean()
  requestLogEnabled: boolean = true;

  /** Addresses of balancers whose `X-Forwarded-For` is believed, or one of `loopback`, `linklocal`, `uniquelocal`. */
  @IsOptional()
  @IsArray()
  @Matches(ADDRESS_OR_NAME, { each: true })
  trustedProxies?: string[];

  /**
   * Path of the certificate with its chain, PEM: the public port speaks TLS 1.2 and newer. Read again every half a minute, so that a
   * renewed one needs no restart.
   */
  @ValidateIf(hasTlsFile)
  @IsTlsFile()
  tlsCertFile?: string;

  /** Path of the private key of that certificate, PEM. */
  @ValidateIf(hasTlsFile)
  @IsTlsFile()
  tlsKeyFile?: string;
}

/**
 * From the environment of a process of its own.
 *
 * @param task see `withOwnDatabaseUrl`.
 * @throws ConfigError with all violations at once.
 */
export function readGatewayConfig(task?: string): Readonly<GatewayConfig> {
  return loadConfig(GatewayConfig, withOwnDatabaseUrl(process.env, 'GATEWAY_DATABASE_URL', task), ['kafkaBrokers']);
}
