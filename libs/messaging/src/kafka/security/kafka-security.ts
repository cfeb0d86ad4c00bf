import type { ProducerOptions } from '@platformatic/kafka';
import type { KafkaConfig } from 'kafkajs';

/** TLS to the brokers. Everything is PEM text. */
export interface KafkaTls {
  /** Certificates of those who sign the brokers' certificates; those of the system unless given. */
  ca?: string;
  /** The certificate of this process and its key, where brokers ask for one. */
  cert?: string;
  key?: string;
}

/** How this process logs in, by the mechanisms as Kafka names them. */
export type KafkaSasl =
  | { mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'; username: string; password: string }
  | {
      mechanism: 'OAUTHBEARER';
      /** A token that is still valid. */
      token(): Promise<string>;
    };

/** What every client of Kafka in a process is secured with. */
export interface KafkaSecurity {
  tls?: KafkaTls | undefined;
  sasl?: KafkaSasl | undefined;
}

/** For kafkajs, which reads. */
export function kafkajsSecurity({ tls, sasl }: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  return { ...(tls && { ssl: { ...tls } }), ...(sasl && { sasl: kafkajsSasl(sasl) }) };
}

/** For @platformatic/kafka, which sends. */
export function platformaticSecurity({
  tls,
  sasl,
}: KafkaSecurity): Pick<ProducerOptions<Buffer, Buffer, Buffer, Buffer>, 'tls' | 'tlsServerName' | 'sasl'> {
  return { ...(tls && { tls: { ...tls }, tlsServerName: true }), ...(sasl && { sasl: { ...sasl } }) };
}

/** Everybody who has not logged in. */
export const ANONYMOUS = 'User:ANONYMOUS';

/** By which name the broker knows this process, as far as we know. */
export function principalOf({ tls, sasl }: KafkaSecurity): string {
  if (sasl !== undefined) return 'username' in sasl ? `User:${sasl.username}` : 'the owner of the OAuth token';
  return tls?.cert === undefined ? ANONYMOUS : 'the owner of the client certificate';
}

function kafkajsSasl(sasl: KafkaSasl): NonNullable<KafkaConfig['sasl']> {
  if (sasl.mechanism === 'OAUTHBEARER')
    return { mechanism: 'oauthbearer', oauthBearerProvider: async () => ({ value: await sasl.token() }) };
  const { username, password } = sasl;
  const credentials = { username, password };
  if (sasl.mechanism === 'PLAIN') return { mechanism: 'plain', ...credentials };
  if (sasl.mechanism === 'SCRAM-SHA-256') return { mechanism: 'scram-sha-256', ...credentials };
  return { mechanism: 'scram-sha-512', ...credentials };
}
