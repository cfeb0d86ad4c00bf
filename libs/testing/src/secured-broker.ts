import { pbkdf2Sync, randomBytes } from 'node:crypto';

/** A broker that asks every client for TLS and a login, and gives only the rights of its access lists. */
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
const SCRAM = { 'SCRAM-SHA-512': { hash: 'sha512', keyBytes: 64 }, 'SCRAM-SHA-256': { hash: 'sha256', keyBytes: 32 } } as const;
const ITERATIONS = 4_096;
const SALT_BYTES = 16;

/** The lines of server.properties that secure it. OAUTHBEARER takes tokens without a signature: good for tests, and for nothing else. */
export function securedProperties({ keystore, truststore, admin, users }: SecuredBroker): Record<string, string> {
  const password = quoted(users[admin] ?? '');
  const plain = Object.entries(users).map(([name, secret]) => `user_${name}=${quoted(secret)}`);
  return {
    'listener.security.protocol.map': 'CLIENT:SASL_SSL,CONTROLLER:PLAINTEXT',
    'sasl.enabled.mechanisms': MECHANISMS,
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.client.scram-sha-512.sasl.jaas.config': `${LOGIN}.scram.ScramLoginModule required username="${admin}" password=${password};`,
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

/** A text in a JAAS configuration, which knows the escapes of Java. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * Parameters for formatting the storage: SCRAM users are part of it. What the broker keeps is computed here (RFC 5802, SaltedPassword):
 * a parameter with the password itself could not hold every character.
 */
export function scramUsers({ users }: SecuredBroker): string[] {
  return Object.entries(users).flatMap(([name, password]) =>
    Object.entries(SCRAM).flatMap(([mechanism, { hash, keyBytes }]) => {
      const salt = randomBytes(SALT_BYTES);
      const salted = pbkdf2Sync(password, salt, ITERATIONS, keyBytes, hash);
      const kept = `iterations=${ITERATIONS},salt="${salt.toString('base64')}",saltedpassword="${salted.toString('base64')}"`;
      return ['--add-scram', `${mechanism}=[name=${name},${kept}]`];
    }),
  );
}
