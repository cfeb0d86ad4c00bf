import { readFileSync } from 'node:fs';
import type { KafkaBusOptions, KafkaSasl, KafkaSecurity } from '#messaging';
import type { KafkaConfig } from './kafka-config';
import { ConfigError } from './load-config';
import { oauthTokens } from './oauth-tokens';
import type { ProcessConfig } from './process-config';
import { tokensOf } from './token-list';

/** What the configuration says about Kafka, as the bus takes it. @throws ConfigError when a file cannot be read. */
export function kafkaOptionsOf(
  config: Readonly<ProcessConfig>,
): Pick<KafkaBusOptions, 'brokers' | 'producer' | 'internalTokens' | 'security'> {
  const { kafkaBrokers = [], kafkaProducer, internalToken } = config;
  return { brokers: kafkaBrokers, producer: kafkaProducer, internalTokens: tokensOf(internalToken), security: kafkaSecurityOf(config) };
}

/** TLS and login of every client of Kafka. @throws ConfigError when a file cannot be read. */
export function kafkaSecurityOf(config: Readonly<KafkaConfig>): KafkaSecurity {
  const tls = {
    ca: pemOf(textOf(config, 'kafkaSslCa')),
    cert: pemOf(textOf(config, 'kafkaSslCert')),
    key: pemOf(textOf(config, 'kafkaSslKey')),
  };
  const given = Object.fromEntries(Object.entries(tls).filter(([, text]) => text !== undefined));
  return { tls: config.kafkaSsl ? given : undefined, sasl: saslOf(config) };
}

function saslOf(config: Readonly<KafkaConfig>): KafkaSasl | undefined {
  const { kafkaSaslMechanism: mechanism, kafkaSaslUsername = '' } = config;
  if (mechanism === undefined) return undefined;
  if (mechanism !== 'OAUTHBEARER') return { mechanism, username: kafkaSaslUsername, password: textOf(config, 'kafkaSaslPassword') ?? '' };
  const token = oauthTokens({
    url: config.kafkaSaslOauthTokenUrl ?? '',
    clientId: config.kafkaSaslOauthClientId ?? '',
    clientSecret: textOf(config, 'kafkaSaslOauthClientSecret') ?? '',
    scope: config.kafkaSaslOauthScope,
  });
  return { mechanism, token };
}

type InFile = 'kafkaSslCa' | 'kafkaSslCert' | 'kafkaSslKey' | 'kafkaSaslPassword' | 'kafkaSaslOauthClientSecret';

/** The value of a setting, or what stands in the file of its `…_FILE`, without the line feed at its end. */
function textOf(config: Readonly<KafkaConfig>, property: InFile): string | undefined {
  const path = config[`${property}File`];
  if (path === undefined) return config[property];
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const name = property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    throw new ConfigError([`${name}_FILE names a file that cannot be read (${code})`]);
  }
}

/** In environment files lines are often written as \\n. */
function pemOf(text: string | undefined): string | undefined {
  return text?.replaceAll('\\n', '\n');
}
