import { ValidateBy, type ValidationArguments } from 'class-validator';

/** What the rules look at: properties of KafkaConfig, and where it runs. */
interface Given {
  nodeEnv?: string;
  kafkaTrustedNetwork?: boolean;
  kafkaSsl?: boolean;
  kafkaSslCert?: string;
  kafkaSaslMechanism?: string;
  kafkaSaslUsername?: string;
  kafkaSaslPassword?: string;
  kafkaSaslOauthTokenUrl?: string;
  kafkaSaslOauthClientId?: string;
  kafkaSaslOauthClientSecret?: string;
}

type Rule = (config: Given, property: string) => string | undefined;

/** In production brokers are reached over TLS and with a login, or the operator has set that the network is trusted. */
export function IsSecuredInProduction(): PropertyDecorator {
  return ruleOver('isSecuredInProduction', (config, property) => {
    if (config.nodeEnv !== 'production' || config.kafkaTrustedNetwork === true) return undefined;
    const missing = [
      config.kafkaSsl === true ? [] : ['TLS (KAFKA_SSL=true)'],
      isAuthenticated(config) ? [] : ['a login (KAFKA_SASL_MECHANISM, or a client certificate in KAFKA_SSL_CERT)'],
    ].flat();
    if (missing.length === 0) return undefined;
    return `${property} is reached without ${missing.join(' and without ')}: anything that reaches it can send commands. KAFKA_TRUSTED_NETWORK=true says that only Hundi reaches it`;
  });
}

/** What belongs to TLS is of no use without it. */
export function NeedsTls(): PropertyDecorator {
  return ruleOver('needsTls', ({ kafkaSsl }, property) =>
    kafkaSsl === true ? undefined : `${property} is set, and KAFKA_SSL is not true`,
  );
}

/** A mechanism comes with everything that it needs. */
export function IsCompleteSasl(): PropertyDecorator {
  return ruleOver('isCompleteSasl', (config, property) => {
    const missing = config.kafkaSaslMechanism === 'OAUTHBEARER' ? missingForOauth(config) : missingForPassword(config);
    return missing.length === 0 ? undefined : `${property} also needs ${missing.join(' and ')}`;
  });
}

function isAuthenticated({ kafkaSaslMechanism, kafkaSslCert }: Given): boolean {
  return [kafkaSaslMechanism, kafkaSslCert].some((one) => one !== undefined);
}

function missingForPassword({ kafkaSaslUsername, kafkaSaslPassword }: Given): string[] {
  return [
    kafkaSaslUsername === undefined ? ['KAFKA_SASL_USERNAME'] : [],
    kafkaSaslPassword === undefined ? ['KAFKA_SASL_PASSWORD or KAFKA_SASL_PASSWORD_FILE'] : [],
  ].flat();
}

function missingForOauth({ kafkaSaslOauthTokenUrl, kafkaSaslOauthClientId, kafkaSaslOauthClientSecret }: Given): string[] {
  return [
    kafkaSaslOauthTokenUrl === undefined ? ['KAFKA_SASL_OAUTH_TOKEN_URL'] : [],
    kafkaSaslOauthClientId === undefined ? ['KAFKA_SASL_OAUTH_CLIENT_ID'] : [],
    kafkaSaslOauthClientSecret === undefined ? ['KAFKA_SASL_OAUTH_CLIENT_SECRET or KAFKA_SASL_OAUTH_CLIENT_SECRET_FILE'] : [],
  ].flat();
}

function ruleOver(name: string, problemOf: Rule): PropertyDecorator {
  const problem = (args?: ValidationArguments): string | undefined => problemOf(args?.object ?? {}, args?.property ?? 'the setting');
  return ValidateBy({
    name,
    validator: {
      validate: (_value: unknown, args?: ValidationArguments) => problem(args) === undefined,
      defaultMessage: (args?: ValidationArguments) => problem(args) ?? name,
    },
  });
}
