import { IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUrl, Max, Min, MinLength } from 'class-validator';
import { PRODUCE_CLIENTS, type ProduceClientName } from '#messaging';
import { KEY_AGE_MAX_MS } from '#personal-data';
import { IsKeyList } from './is-key-list';
import { IsNotDevelopmentSecret } from './is-not-development-secret';
import { TracingConfig } from './tracing-config';

/** Postgres addresses, with or without a port, on a host without dots too (compose). */
const POSTGRES_URL = { protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false };

/** The variables every process reads. An app's own config class extends this one. */
export class ProcessConfig extends TracingConfig {
  /** `production` refuses secrets that were made for development. */
  @IsIn(['development', 'test', 'production'])
  nodeEnv: string = 'development';

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  logLevel: string = 'info';

  /** Readable lines instead of JSON. */
  @IsBoolean()
  logPretty: boolean = false;

  /** One database; every service has a schema of its own in it. */
  @IsUrl(POSTGRES_URL)
  databaseUrl!: string;

  /** `host:port`, separated by commas. Not set in the embedded mode. */
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  kafkaBrokers?: string[];

  /** Client library that sends to Kafka; reading is kafkajs either way. */
  @IsIn(PRODUCE_CLIENTS)
  kafkaProducer: ProduceClientName = 'platformatic';

  /** Shared by all services; opens `/internal/*`. At least 16 characters. */
  @MinLength(16)
  @IsNotDevelopmentSecret()
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
