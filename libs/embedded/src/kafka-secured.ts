/** A broker that asks every client for TLS and a login, and gives nobody a right that no access list gives. */
export interface SecuredBroker {
  /** Path of a PEM file with the key and the certificate of the broker, for the name `localhost`. */
  keystore: string;
  /** Path of a PEM file with the certificate that signs it. */
  truststore: string;
  /** The user that may do everything, and gives rights to the others. */
  admin: string;
  /** Passwords by user, the administrator among them: for PLAIN and both kinds of SCRAM. */
  users: Readonly<Record<string, string>>;
}

const LOGIN = 'org.apache.kafka.common.security';
const MECHANISMS = 'SCRAM-SHA-512,SCRAM-SHA-256,PLAIN,OAUTHBEARER';

/** The lines of server.properties that secure it. OAUTHBEARER takes tokens without a signature: good for tests, and for nothing else. */
export function securedProperties({ keystore, truststore, admin, users }: SecuredBroker): Record<string, string> {
  const password = users[admin] ?? '';
  const plain = Object.entries(users).map(([name, secret]) => `user_${name}="${secret}"`);
  return {
    'sasl.enabled.mechanisms': MECHANISMS,
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.client.scram-sha-512.sasl.jaas.config': `${LOGIN}.scram.ScramLoginModule required username="${admin}" password="${password}";`,
    'listener.name.client.scram-sha-256.sasl.jaas.config': `${LOGIN}.scram.ScramLoginModule required;`,
    'listener.name.client.plain.sasl.jaas.config': `${LOGIN}.plain.PlainLoginModule required ${plain.join(' ')};`,
    'listener.name.client.oauthbearer.sasl.jaas.config': `${LOGIN}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="${admin}";`,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keystore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': truststore,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    // The controller listens for this broker alone, without a login.
    'super.users': `User:${admin};User:ANONYMOUS`,
    'allow.everyone.if.no.acl.found': 'false',
  };
}

/** Parameters for formatting the storage: SCRAM users are part of it. */
export function scramUsers({ users }: SecuredBroker): string[] {
  return Object.entries(users).flatMap(([name, password]) =>
    ['SCRAM-SHA-512', 'SCRAM-SHA-256'].flatMap((mechanism) => ['--add-scram', `${mechanism}=[name=${name},password=${password}]`]),
  );
}
