import { IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { PRODUCE_CLIENTS, type ProduceClientName } from '#messaging';
import { HTTP_URL } from './http-url';
import { IsCompleteSasl, IsSecuredInProduction, NeedsTls } from './kafka-config-rules';
import { LifecycleConfig } from './lifecycle-config';

/** Mechanisms of SASL, as Kafka names them. */
const SASL_MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER'] as const;

/** A name or an IPv4 address with a port: kafkajs takes nothing else, and tries a broker that it cannot read for ever. */
const BROKER = /^[\w.-]+:(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;

/** Characters that Kafka takes in names; a topic has at most 249. The last one is a separator, so that no prefix begins the word of another. */
const TOPIC_PREFIX = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,98}[._-]$/;

/** How a process reaches Kafka, and proves who it is. */
export class KafkaConfig extends LifecycleConfig {
  /** `host:port`, separated by commas. Not set in the embedded mode. */
  @IsOptional()
  @IsArray()
  @Matches(BROKER, { each: true, message: '$property must be host:port, or several separated by commas' })
  @IsSecuredInProduction()
  kafkaBrokers?: string[];

  /** Client library that sends to Kafka; reading is kafkajs either way. */
  @IsIn(PRODUCE_CLIENTS)
  kafkaProducer: ProduceClientName = 'platformatic';

  /** Whether only Hundi reaches the brokers: production then takes plain text, and no login. */
  @IsBoolean()
  kafkaTrustedNetwork: boolean = false;

  /** Whether this process makes the topics that are missing. */
  @IsBoolean()
  kafkaCreateTopics: boolean = true;

  /** Brokers that keep each topic: 3 in production unless given, else 1. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(9)
  kafkaReplication?: number;

  /** The prefix of topics and consumer groups, where several installations share a Kafka. */
  @IsOptional()
  @Matches(TOPIC_PREFIX, {
    message:
      '$property must be letters, digits, ".", "_" and "-", begin with a letter or digit, end with ".", "_" or "-", at most 100 characters',
  })
  kafkaTopicPrefix?: string;

  /** Whether connections to the brokers use TLS. */
  @IsBoolean()
  kafkaSsl: boolean = false;

  /** PEM: who signs the certificates of the brokers; those of the system unless given. */
  @IsOptional()
  @IsString()
  @NeedsTls()
  kafkaSslCa?: string;

  /** PEM: the certificate of this process, for brokers that ask for one. */
  @IsOptional()
  @IsString()
  @NeedsTls()
  kafkaSslCert?: string;

  /** PEM: the key of that certificate. */
  @IsOptional()
  @IsString()
  @NeedsTls()
  kafkaSslKey?: string;

  /** How this process logs in. */
  @IsOptional()
  @IsIn(SASL_MECHANISMS)
  @IsCompleteSasl()
  kafkaSaslMechanism?: (typeof SASL_MECHANISMS)[number];

  @IsOptional()
  @IsString()
  kafkaSaslUsername?: string;

  @IsOptional()
  @IsString()
  kafkaSaslPassword?: string;

  /** OAUTHBEARER: where a token is had for the client's id and secret (RFC 6749, 4.4). */
  @IsOptional()
  @IsUrl(HTTP_URL)
  kafkaSaslOauthTokenUrl?: string;

  @IsOptional()
  @IsString()
  kafkaSaslOauthClientId?: string;

  @IsOptional()
  @IsString()
  kafkaSaslOauthClientSecret?: string;

  @IsOptional()
  @IsString()
  kafkaSaslOauthScope?: string;
}
