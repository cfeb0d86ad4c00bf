import { IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUrl, Max, Min, MinLength } from 'class-validator';
import { LOOPBACK_ALLOWLIST } from '#contracts';
import { KEY_AGE_MAX_MS } from '#personal-data';
import { HTTP_URL, IsDatabaseUrl, isLoopbackHost, IsKeyList, IsNotDevelopmentSecret, IsTokenList, KafkaConfig, loadConfig } from '#service';
import { DEFAULT_FOLDER } from './data-directory';

/** What a person at a terminal may say about the whole of Hundi on one machine. */
export class StandaloneConfig extends KafkaConfig {
  /** `production` refuses secrets that were made for development. */
  @IsIn(['development', 'test', 'production'])
  nodeEnv: string = 'development';

  /** The one public port; 0 takes a free one. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 4000;

  /** Address the public port listens on. All other ports stay on 127.0.0.1. */
  @IsString()
  host: string = '127.0.0.1';

  /** As the gateway takes it: with a certificate the public port speaks TLS. */
  @IsOptional()
  @IsString()
  tlsCertFile?: string;

  /** Folder for the database, the secrets and the demo account. */
  @IsString()
  hundiDataDir: string = DEFAULT_FOLDER;

  /** A Postgres to use instead of the embedded one; `npm run start:kafka`, migrate and the operator's commands only. */
  @IsOptional()
  @IsDatabaseUrl()
  databaseUrl?: string;

  /** The password of a URL, as it is: put into one that has none. */
  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  databasePassword?: string;

  /** The same as the role of each service: migrate lets it log in with the password in here. */
  @IsOptional()
  @IsDatabaseUrl()
  gatewayDatabaseUrl?: string;

  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  gatewayDatabasePassword?: string;

  @IsOptional()
  @IsDatabaseUrl()
  paymentsDatabaseUrl?: string;

  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  paymentsDatabasePassword?: string;

  @IsOptional()
  @IsDatabaseUrl()
  kycDatabaseUrl?: string;

  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  kycDatabasePassword?: string;

  @IsOptional()
  @IsDatabaseUrl()
  webhooksDatabaseUrl?: string;

  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  webhooksDatabasePassword?: string;

  /** The same for the operator's commands, which use it in place of DATABASE_URL. */
  @IsOptional()
  @IsDatabaseUrl()
  operatorDatabaseUrl?: string;

  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  operatorDatabasePassword?: string;

  /** Internal address of the gateway, for what operators decide; that of the Hundi that runs on the folder unless given. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  gatewayInternalUrl?: string;

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  logLevel: string = 'warn';

  @IsBoolean()
  logPretty: boolean = true;

  /** Whether the gateway serves `/docs`: the welcome names it only then. */
  @IsBoolean()
  docsEnabled: boolean = true;

  /** Secret under which API keys are digested. Made at the first start and kept in the folder when not given. */
  @IsOptional()
  @IsString()
  @MinLength(16)
  @IsNotDevelopmentSecret()
  apiKeyPepper?: string;

  /** Shared by the services; made at the first start and kept in the folder when not given. */
  @IsOptional()
  @IsTokenList()
  internalToken?: string;

  /** Keys of personal data, as the services take them. Made at the first start and kept in the folder when not given. */
  @IsOptional()
  @IsKeyList()
  @IsString()
  personalDataKeys?: string;

  /** Secret of the search digests of personal data. Made at the first start and kept in the folder when not given. */
  @IsOptional()
  @IsString()
  @MinLength(32)
  @IsNotDevelopmentSecret()
  personalDataIndexKey?: string;

  /** Secrets behind cookies, as the gateway takes them. Made at the first start and kept in the folder when not given. */
  @IsOptional()
  @IsString()
  @MinLength(32)
  cookieKeys?: string;

  /** Keys of OAuth, as the gateway takes them. Made at the first start and kept in the folder when not given. */
  @IsOptional()
  @IsString()
  @MinLength(43)
  oauthSigningKeys?: string;

  /** As the services take it, for the process that is all of them. In milliseconds. */
  @IsInt()
  @Min(1_000)
  @Max(KEY_AGE_MAX_MS)
  personalDataKeyAgeMs: number = KEY_AGE_MAX_MS;

  /** Whether `migrate` also makes the demo account and prints its keys, as the first start of `npm start` does. */
  @IsBoolean()
  hundiDemoAccount: boolean = false;
}

/** @throws ConfigError with all violations at once. */
export function readStandaloneConfig(): Readonly<StandaloneConfig> {
  return loadConfig(StandaloneConfig, process.env);
}

/**
 * The environment that the apps read their own settings from.
 *
 * @param changes what standalone decides, whatever was set.
 * @param defaults what suits one machine, unless something else was set.
 */
export function environmentWith(changes: Record<string, string>, defaults: Record<string, string> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value && !isOverruled(name, changes)) environment[name] = value;
  const wanted = Object.entries(defaults).filter(([name]) => environment[`${name}_FILE`] === undefined);
  return { ...Object.fromEntries(wanted), ...environment, ...changes };
}

/** A value that standalone decides is not read from a file, and the URLs that it decides have their passwords. */
function isOverruled(name: string, changes: Record<string, string>): boolean {
  const variable = name.replace(/_FILE$/, '');
  return (name !== variable && variable in changes) || variable.replace(/DATABASE_PASSWORD$/, 'DATABASE_URL') in changes;
}

/**
 * Links lead to where this Hundi listens. On a laptop metrics are as public as the API, and webhooks of test mode reach what listens beside
 * it; not where others reach it too, who would look by them into what only this machine may.
 */
export function publicDefaults({ url, host }: { url: string; host: string }): Record<string, string> {
  const isOwn = isLoopbackHost(host);
  return {
    PUBLIC_URL: url,
    METRICS_ON_PUBLIC_PORT: String(isOwn),
    ...(isOwn && { WEBHOOKS_TEST_TARGET_ALLOWLIST: LOOPBACK_ALLOWLIST.join(',') }),
  };
}
