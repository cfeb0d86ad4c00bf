import type { KafkaBusOptions, KafkaSasl, KafkaSecurity, TopicCreation } from '#messaging';
import type { KafkaConfig } from './kafka-config';
import { oauthTokens } from './oauth-tokens';
import type { ProcessConfig } from './process-config';
import { tokensOf } from './token-list';

/** One may be lost, and another be away for an upgrade. */
const REPLICATION_IN_PRODUCTION = 3;

/** What the configuration says about Kafka, as the bus takes it. */
export function kafkaOptionsOf(
  config: Readonly<ProcessConfig>,
): Pick<KafkaBusOptions, 'brokers' | 'producer' | 'internalTokens' | 'security' | 'topics' | 'topicPrefix'> {
  const { kafkaBrokers: brokers = [], kafkaProducer: producer, kafkaTopicPrefix: topicPrefix, internalToken } = config;
  const topics = topicCreationOf(config);
  return { brokers, producer, internalTokens: tokensOf(internalToken), security: kafkaSecurityOf(config), topics, topicPrefix };
}

/** How topics are made; outside of production a cluster has one broker unless the configuration says otherwise. */
export function topicCreationOf({
  kafkaCreateTopics: create,
  kafkaReplication,
  nodeEnv,
}: Readonly<KafkaConfig & { nodeEnv: string }>): TopicCreation {
  return { create, replication: kafkaReplication ?? (nodeEnv === 'production' ? REPLICATION_IN_PRODUCTION : 1) };
}

/** TLS and login of every client of Kafka. */
export function kafkaSecurityOf(config: Readonly<KafkaConfig>): KafkaSecurity {
  const tls = {
    ca: pemOf(config.kafkaSslCa),
    cert: pemOf(config.kafkaSslCert),
    key: pemOf(config.kafkaSslKey),
  };
  const given = Object.fromEntries(Object.entries(tls).filter(([, text]) => text !== undefined));
  return { tls: config.kafkaSsl ? given : undefined, sasl: saslOf(config) };
}

function saslOf(config: Readonly<KafkaConfig>): KafkaSasl | undefined {
  const { kafkaSaslMechanism: mechanism, kafkaSaslUsername = '' } = config;
  if (mechanism === undefined) return undefined;
  if (mechanism !== 'OAUTHBEARER') return { mechanism, username: kafkaSaslUsername, password: config.kafkaSaslPassword ?? '' };
  const token = oauthTokens({
    url: config.kafkaSaslOauthTokenUrl ?? '',
    clientId: config.kafkaSaslOauthClientId ?? '',
    clientSecret: config.kafkaSaslOauthClientSecret ?? '',
    scope: config.kafkaSaslOauthScope,
  });
  return { mechanism, token };
}

/** In environment files lines are often written as \\n. */
function pemOf(text: string | undefined): string | undefined {
  return text?.replaceAll('\\n', '\n');
}
