import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { DURABILITY_SETTINGS } from '#event-store';
import { KEY_AGE_MAX_MS } from '#personal-data';
import { IsDatabaseUrl } from './is-database-url';
import { KafkaConfig } from './kafka-config';
import { IsKeyList } from './is-key-list';
import { IsNotDevelopmentSecret } from './is-not-development-secret';
import { IsTokenList } from './token-list';

/** The variables every process reads. An app's own config class extends this one. */
export class ProcessConfig extends KafkaConfig {
  /** `production` refuses secrets that were made for development. */
  @IsIn(['development', 'test', 'production'])
  nodeEnv: string = 'development';

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  logLevel: string = 'info';

  /** Readable lines instead of JSON. */
  @IsBoolean()
  logPretty: boolean = false;

  /** One database; every service has a schema of its own in it, and logs in as a role of its own where it is given a URL of its own. */
  @IsDatabaseUrl()
  databaseUrl!: string;

  /** The password of DATABASE_URL, as it is: put into a URL that has none. */
  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  databasePassword?: string;

  /** Durability settings of Postgres that may be off in production, where a file system or a vendor makes up for them. */
  @IsOptional()
  @IsIn(DURABILITY_SETTINGS, { each: true })
  databaseSettingsAllowedOff?: string[];

  /**
   * Shared by all services: opens `/internal/*` and signs what goes over Kafka. At least 16 characters. While one replaces
   * another, both, separated by commas: the first is used, all are accepted.
   */
  @IsTokenList()
  internalToken!: string;

  /** Keys that the data keys of personal values are kept under: `id:base64[,id:base64…]` of 32 bytes each, the current one first. */
  @IsKeyList()
  @IsString()
  personalDataKeys!: string;

  /** Secret of the digests by which sealed e-mail addresses and phone numbers are found. At least 32 characters. */
  @IsString()
  @MinLength(32)
  @IsNotDevelopmentSecret()
  personalDataIndexKey!: string;

  /** How long a process uses a data key without asking again, in milliseconds: how late an erasure counts everywhere. */
  @IsInt()
  @Min(1_000)
  @Max(KEY_AGE_MAX_MS)
  personalDataKeyAgeMs: number = KEY_AGE_MAX_MS;

  /** Address to listen on. */
  @IsString()
  host: string = '127.0.0.1';

  /** Port of health, metrics and internal queries; 0 takes a free one. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  internalPort: number = 0;
}
